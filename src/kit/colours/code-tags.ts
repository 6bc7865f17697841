import { tags } from '@lezer/highlight';

/**
 * The parts of a program that have a colour, named like their token `--code-…`. The editor and all other code follow
 * this table.
 */
export const CODE_TAGS = [
  { name: 'keyword', tag: [tags.keyword, tags.operatorKeyword] },
  { name: 'string', tag: [tags.string, tags.special(tags.string)] },
  { name: 'number', tag: [tags.number, tags.bool, tags.null] },
  { name: 'comment', tag: [tags.comment, tags.meta] },
] as const;

export type CodeColour = (typeof CODE_TAGS)[number]['name'];
