/** The rules of extraction, grouped by the part of an answer that they take. */
import type { Extraction } from '../../../judge/extract/extraction.ts';
import { EXTRACTOR_RULES } from '../../../judge/words/extractor-rules.ts';
import { EXTRACTORS, type Extractor, type ExtractorName } from '../../../judge/profiles/extractors.ts';

export interface ExtractionGroup {
  /** Titles of the rules. */
  readonly rules: readonly string[];
  /** The result of the first of them. */
  readonly extraction: Extraction;
}

/** Groups the rules that take the same program, the largest group first. */
export function extractionGroups(raw: string): readonly ExtractionGroup[] {
  const groups = new Map<string, { rules: string[]; extraction: Extraction }>();
  for (const [name, { title }] of Object.entries(EXTRACTOR_RULES)) {
    const { extract }: Extractor = EXTRACTORS[name as ExtractorName];
    const extraction = extract(raw, null);
    const key = extraction.found ? extraction.code.trim() : '';
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { rules: [title], extraction });
    else group.rules.push(title);
  }
  return [...groups.values()].sort((one, other) => other.rules.length - one.rules.length);
}
