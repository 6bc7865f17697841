/** `allpass extract`: the program each answer of a file is judged by. Runs no Python, so needs no page. */
import { Fields } from '../../../datasets/fields.ts';
import { readLines } from '../../../datasets/lines.ts';
import { EXTRACTORS } from '../../../judge/profiles/extractors.ts';
import { readText, refuse } from '../input-files.ts';
import { parseOptions, requiredOption } from '../options.ts';
import { LineOutput } from '../output-file.ts';
import { profileOption } from '../sample-work.ts';

export const EXTRACT_USAGE = `allpass extract --answers A.jsonl [-o OUT.jsonl]
    --profile NAME        whose rules decide (default: standard; README lists them)
    -o, --output FILE     where the rows {id, code} go (default: standard output)`;

export async function extract(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, {
    answers: { type: 'string' },
    profile: { type: 'string', default: 'standard' },
    output: { type: 'string', short: 'o' },
  });
  const { extract: taken } = EXTRACTORS[profileOption(options.profile).extract];
  const path = requiredOption('--answers', options.answers);
  const { records, faults } = readLines(readText(path), (value) => {
    const fields = new Fields(value);
    return { id: fields.text('id'), text: fields.text('text') };
  });
  refuse(path, faults);
  const output = await LineOutput.open(options.output ?? null);
  for (const { id, text } of records) {
    const extraction = taken(text);
    output.write({ id, code: extraction.found ? extraction.code : null });
  }
  await output.commit();
  return 0;
}
