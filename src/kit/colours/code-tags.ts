import { tags } from '@lezer/highlight';

/** What of a program has a colour, named as its token `--code-…` is. The editor and all other code follow this table. */
export const CODE_TAGS = [
  { name: 'keyword', tag: [tags.keyword, tags.operatorKeyword] },
  { name: 'string', tag: [tags.string, tags.special(tags.string)] },
  { name: 'number', tag: [tags.number, tags.bool, tags.null] },
  { name: 'comment', tag: [tags.comment, tags.meta] },
] as const;

export type CodeColour = (typeof CODE_TAGS)[number]['name'];
