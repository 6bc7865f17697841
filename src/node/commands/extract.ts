/** `allpass extract`: the program each answer of a file is judged by. Runs no Python, so needs no page. */
import { Fields } from '../../datasets/fields.ts';
import { readLines } from '../../datasets/lines.ts';
import { extractStandard } from '../../judge/extract/standard.ts';
import { readText, refuse } from '../input-files.ts';
import { parseOptions, requiredOption } from '../options.ts';
import { LineOutput } from '../output-file.ts';
import { UsageError } from '../usage-error.ts';

export const EXTRACT_USAGE = `allpass extract --answers A.jsonl [-o OUT.jsonl]
    --profile standard    whose rules decide (default: standard)
    -o, --output FILE     where the rows {id, code} go (default: standard output)`;

export async function extract(args: readonly string[]): Promise<number> {
  const options = parseOptions(args, {
    answers: { type: 'string' },
    profile: { type: 'string', default: 'standard' },
    output: { type: 'string', short: 'o' },
  });
  if (options.profile !== 'standard') {
    throw new UsageError(
      `--profile ${options.profile}: there is no such profile; the one there is: standard`,
    );
  }
  const path = requiredOption('--answers', options.answers);
  const { records, faults } = readLines(readText(path), (value) => {
    const fields = new Fields(value);
    return { id: fields.text('id'), text: fields.text('text') };
  });
  refuse(path, faults);
  const output = await LineOutput.open(options.output ?? null);
  for (const { id, text } of records) {
    const extraction = extractStandard(text);
    output.write({ id, code: extraction.found ? extraction.code : null });
  }
  await output.commit();
  return 0;
}
