export interface ServerOption {
  readonly server: string;
  /** What to type or to set, with the page's origin filled in. */
  readonly option: string;
}

/**
 * How each common server is told to admit pages of `origin`. SGLang is missing because it admits every
 * origin, and so do vLLM and llama.cpp until they are told otherwise.
 */
function serverOptions(origin: string): ServerOption[] {
  return [
    { server: 'vLLM', option: `--allowed-origins '["${origin}"]'` },
    { server: 'Ollama', option: `OLLAMA_ORIGINS=${origin} ollama serve` },
    { server: 'llama.cpp', option: `--cors-origins ${origin}` },
    { server: 'LM Studio', option: 'lms server start --cors' },
    { server: 'TGI', option: `--cors-allow-origin ${origin}` },
  ];
}

/** The same in one line, for a message. */
export function serverOptionsLine(origin: string): string {
  return serverOptions(origin)
    .map(({ server, option }) => `${server}: ${option}`)
    .join('; ');
}
