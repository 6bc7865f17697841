export const programs = 'Extracted programs';
export const taken = (rules: number, block: string): string =>
  `${rules === 1 ? '1 rule takes' : `${rules} rules take`}: ${block.toLowerCase()}`;
export const rules = (count: number): string => (count === 1 ? 'The rule' : 'The rules');
export const markedAnswer = 'The answer, with the extracted program marked';
export const edit = 'Edit the answer';
export const editField = 'Answer text (editable)';
