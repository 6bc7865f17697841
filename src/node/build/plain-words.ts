/** The mechanical part of docs/style.md: openings and subjects that a sentence must not have. */

export interface Rule {
  readonly name: string;
  /** Says whether a sentence, without its quotes and code, breaks the rule. */
  readonly breaks: (sentence: string) => boolean;
}

const RULES: readonly Rule[] = [
  // A question has a subject: "What is pass@k?" may head an answer.
  { name: 'opens with What', breaks: (text) => /^what(ever)?\b/i.test(text) && !text.endsWith('?') },
  { name: 'opens with Who', breaks: (text) => /^(who|whose|whom)\b/i.test(text) && !text.endsWith('?') },
  { name: 'opens with Of', breaks: (text) => /^of\b/i.test(text) && !text.endsWith('?') },
  // "Where a limit is set, the judge stops" has a subject; "Where a limit is set: the judge stops" has none.
  {
    name: 'opens with Where, no subject',
    breaks: (text) => /^where\b[^,?]*(:|$)/i.test(text) && !text.endsWith('?'),
  },
  { name: 'whoever', breaks: (text) => /\bwho(m|se)?ever\b/i.test(text) },
  { name: 'nobody', breaks: (text) => /\bnobody\b/i.test(text) },
  { name: 'somebody', breaks: (text) => /\bsomebody\b/i.test(text) },
  { name: 'so many', breaks: (text) => /\bso many\b/i.test(text) },
  // "such a page" and "such as" point at a noun; "such is" and "of such" do not.
  {
    name: 'such without a noun',
    breaks: (text) => /\bsuch( (is|are|was|were|has|have|can|may|must|does|do)\b|\s*[,.:;)]|$)/i.test(text),
  },
  { name: 'elsewhere', breaks: (text) => /\belsewhere\b/i.test(text) },
  { name: 'it is said', breaks: (text) => /\bit is said\b/i.test(text) },
];

export interface Finding {
  readonly rule: string;
  readonly sentence: string;
  /** Characters of the text before the sentence. */
  readonly offset: number;
}

const SENTENCE_END = /[.!?…]["”’)\]*_]*\s+(?=["“‘(*_[]*[\p{Lu}\d`])|\n\s*\n|\n\s*(?=@\w)/gu;

/** Finds the sentences of a text that break a rule. Code in backticks and quotes are not the text's own words. */
export function findDialect(text: string): readonly Finding[] {
  const own = text
    .replace(/`[^`\n]*`/g, (code) => `\`${'x'.repeat(code.length - 2)}\``)
    .replace(/“[^”]*”|"[^"\n]*"/g, (quote) => `"${'x'.repeat(quote.length - 2)}"`);
  const starts = [0, ...[...own.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length)];
  return starts.flatMap((start, index) => {
    const offset = start + (/^[\s*_([-]*/.exec(own.slice(start))?.[0].length ?? 0);
    const end = starts[index + 1] ?? own.length;
    const sentence = own.slice(offset, end).trim().replace(/\s+/g, ' ').replace(/\.$/, '');
    return RULES.filter(({ breaks }) => breaks(sentence)).map(({ name }) => ({
      rule: name,
      sentence: text.slice(offset, end).trim().replace(/\s+/g, ' '),
      offset,
    }));
  });
}
