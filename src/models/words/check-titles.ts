/** The titles of the steps of the connection check. */
export const CHECK_TITLES = {
  address: 'Address',
  page: 'Secure page',
  'local-network': 'Local network',
  server: 'Server',
  cors: 'Origin (CORS)',
  path: 'Path',
  key: 'Key',
  model: 'Model',
  answer: 'Answer',
  context: 'Context',
  concurrency: 'Several at once',
} as const;
