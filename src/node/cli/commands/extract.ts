/**
 * `allpass extract`: writes the program that is judged for each answer of a file. Runs no Python, so it needs no page.
 */
import { counted, numberText } from '../../../base/number-words.ts';
import type { Sample } from '../../../domain/submission.ts';
import { rawText } from '../../../domain/completion.ts';
import { Fields, Misfit } from '../../../datasets/reading/fields.ts';
import { readLines } from '../../../datasets/lines.ts';
import { EXTRACTORS } from '../../../judge/profiles/extractors.ts';
import { filesHelp } from './help.ts';
import { FileLines, refuse, samplesIn } from '../input/input-files.ts';
import { LineOutput } from '../output/output-file.ts';
import { flag, FORCE, value, PROFILE, profileOption } from '../options/options.ts';
import { linesOfSamples } from '../input/source-files.ts';
import { printLine, printMessage, UsageError } from '../text/messages.ts';
import { definitions } from '../text/columns.ts';
import { command } from './command.ts';

/** A row without its program. The program is extracted from `text`, or is `text` itself. */
interface RowContent {
  readonly ids: object;
  readonly text: string;
  readonly isProgram: boolean;
}

export const EXTRACT = command({
  name: 'extract',
  about: 'take the program out of every answer of a file, as a profile does; nothing is run',
  help: {
    usage: 'extract (--samples S.jsonl | --answers A.jsonl) [-o OUT.jsonl] [OPTION…]',
    about:
      'Extracts the program from every answer by the rules of a profile. Writes one row per answer, in input order.',
    notes: [
      filesHelp(),
      `Rows\n${definitions({
        problem_id: 'with --samples: the rows with a program are samples that grade takes',
        id: 'as in the file',
        code: 'the program; null where the profile finds none',
      })}`,
    ],
    exitCodes: ['0', '2'],
    examples: [
      'extract --samples samples.jsonl --profile lcb -o programs.jsonl',
      'extract --answers answers.jsonl | head -1',
    ],
  },
  options: {
    samples: value('FILE', 'the file that grade judges; a sample that is a program stays as it is'),
    answers: value('FILE', 'answers without problems'),
    profile: PROFILE,
    output: value('FILE', 'file for the rows (default: standard output)', { short: 'o' }),
    force: FORCE,
    quiet: flag('no summary on standard error', 'q'),
  },
  async run(options) {
    const profile = profileOption(options.profile);
    const { rows, note } = await readRows(options.samples, options.answers);
    const output = await LineOutput.open(options.output ?? null, options.force);
    let programCount = 0;
    for (const { ids, text, isProgram } of rows) {
      const extraction = isProgram ? null : EXTRACTORS[profile.extract](text);
      const code = extraction === null ? text : extraction.found ? extraction.code : null;
      if (code !== null) programCount += 1;
      output.write({ ...ids, code });
    }
    await output.commit();
    if (!options.quiet) {
      if (note !== null) printMessage(note);
      const from = counted(rows.length, options.samples === undefined ? 'answer' : 'sample');
      printLine(`a program in ${numberText(programCount)} of ${from}, by profile ${profile.name}`);
    }
    return 0;
  },
});

/** @throws UsageError that reports the first invalid option or row */
async function readRows(
  samples: string | undefined,
  answers: string | undefined,
): Promise<{ readonly rows: readonly RowContent[]; readonly note: string | null }> {
  if (samples !== undefined && answers !== undefined) {
    throw new UsageError('--samples and --answers: give one of them');
  }
  if (samples !== undefined) {
    const file = samplesIn(samples, await linesOfSamples(samples), () => null);
    return { rows: file.samples.map(ofSample), note: file.note };
  }
  if (answers === undefined) throw new UsageError('--samples is missing (or --answers)');
  const { records, faults } = readLines(new FileLines(answers), (value): RowContent => {
    const fields = new Fields(value);
    if (!fields.has('text') && (fields.has('response') || fields.has('code')))
      throw new Misfit('text', 'is missing: a file with "response" or "code" is given by --samples');
    return { ids: { id: fields.text('id') }, text: fields.text('text'), isProgram: false };
  });
  refuse(answers, faults);
  return { rows: records, note: null };
}

function ofSample({ problemId, id, submission }: Sample): RowContent {
  const ids = { problem_id: problemId, id };
  switch (submission.kind) {
    case 'program':
      return { ids, text: submission.code, isProgram: true };
    case 'continuation':
      // The continuation is the program itself. The text before it is not in the file.
      return { ids, text: submission.text, isProgram: true };
    case 'completion':
      return { ids, text: rawText(submission.completion), isProgram: false };
  }
}
