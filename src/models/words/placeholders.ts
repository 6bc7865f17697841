/** The meanings of the placeholders of a prompt. */
export const MEANINGS = {
  statement: 'the problem as it is written, without the blank space around it',
  examples: 'the public tests, under a heading of their own; nothing where the statement shows them itself',
  format: 'one of the two texts on the format of the answer',
  starter_code: 'the starter code; the head of the function where a problem has none; else nothing',
  function_name: 'the name of the function that is asked for; nothing where the program reads stdin',
} as const;
