/** `allpass merge`: the verdicts of shards as one file. Runs nothing, so needs no page. */
import type { Sample } from '../../../domain/sample.ts';
import { mergeRuns, type Merged } from '../../../runs/merge.ts';
import { commandHelp, VERDICT_ROW } from '../help.ts';
import { readSampleFile } from '../input-files.ts';
import { parseFilesAndOptions, requiredOption } from '../options.ts';
import { LineOutput } from '../output-file.ts';
import { definitions } from '../text/columns.ts';
import { counted, countText } from '../text/numbers.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { readVerdictFile } from './report.ts';

export const MERGE: Command = {
  name: 'merge',
  about: 'put the verdicts of shards together, in the order of the samples, and say what is missing',
  help: commandHelp({
    usage: 'merge --samples S.jsonl SHARD.jsonl… [-o OUT.jsonl]',
    about: [
      'Puts the rows that grade --shard wrote on several machines together, as one machine would have',
      'written them. What stands in several files once more is taken once; rows that contradict each other,',
      'rows of other samples, and shards by different profiles are refused.',
    ].join('\n'),
    options: [
      [
        '--samples FILE',
        'the file that was graded: every sample of it is to be there, and its order is kept',
      ],
      ['--partial', 'write what is there, although samples are missing'],
      ['-o, --output FILE', 'where the rows go (default: standard output)'],
      ['-q, --quiet', 'no summary on standard error'],
    ],
    more: [`Rows\n${definitions(VERDICT_ROW)}`],
    exitCodes: ['0', '2'],
    examples: ['merge --samples samples.jsonl verdicts-*.jsonl -o verdicts.jsonl'],
  }),
  async run(args) {
    const { files, values: options } = parseFilesAndOptions(
      args,
      {
        samples: { type: 'string' },
        partial: { type: 'boolean', default: false },
        quiet: { type: 'boolean', short: 'q', default: false },
        output: { type: 'string', short: 'o' },
      },
      'allpass merge --help',
    );
    const samplesPath = requiredOption('--samples', options.samples);
    if (files.length === 0) throw new UsageError('merge needs the files of the shards');
    const { samples } = readSampleFile(samplesPath, () => null);
    refuseTwice(samples, samplesPath);
    const parts = files.map((name) => ({ name, samples: readVerdictFile(name) }));
    const [first] = parts;
    const otherwise = parts.find(({ samples: rows }) => rows[0]!.profile !== first!.samples[0]!.profile);
    if (otherwise !== undefined)
      throw new UsageError(
        `${otherwise.name} is by ${otherwise.samples[0]!.profile}, and ${first!.name} by ${first!.samples[0]!.profile}: no run has two profiles`,
      );
    const merged = mergeRuns(samples, parts);
    check(merged, samplesPath, options.partial);
    const output = await LineOutput.open(options.output ?? null);
    for (const { line } of merged.rows) if (!output.writeLine(line)) await output.drained();
    await output.commit();
    if (!options.quiet) process.stderr.write(`${summary(merged, parts.length)}\n`);
    return 0;
  },
};

/** @throws UsageError for samples that nothing tells apart: of their rows nobody knows which is whose */
function refuseTwice(samples: readonly Sample[], path: string): void {
  const seen = new Set<string>();
  for (const { problemId, id } of samples) {
    const key = JSON.stringify([problemId, id]);
    if (seen.has(key))
      throw new UsageError(
        `${path}: ${problemId}, ${id} stands there twice; give each sample of a problem an id of its own`,
      );
    seen.add(key);
  }
}

/** @throws UsageError naming the first row, or sample, that is at fault */
function check({ contradicting, unasked, missing }: Merged, samplesPath: string, partial: boolean): void {
  const [other] = unasked;
  if (other !== undefined)
    throw new UsageError(
      `${other.part}: ${other.row.problemId}, ${other.row.sampleId} is no sample of ${samplesPath}${andMore(unasked.length)}`,
    );
  const [against] = contradicting;
  if (against !== undefined)
    throw new UsageError(
      `${against.part}: ${against.row.problemId}, ${against.row.sampleId} is ${against.row.verdict} there, and not in ${against.first}${andMore(contradicting.length)}; grade it again, and leave out the other`,
    );
  const [lacking] = missing;
  if (lacking !== undefined && !partial)
    throw new UsageError(
      `${lacking.problemId}, ${lacking.id} is in no shard${andMore(missing.length)}; add the shards that are missing, or take what there is by --partial`,
    );
}

function andMore(count: number): string {
  return count === 1 ? '' : ` (and ${countText(count - 1)} more)`;
}

function summary({ rows, missing, repeated }: Merged, parts: number): string {
  const lacking = missing.length === 0 ? '' : `; ${countText(missing.length)} are missing`;
  const twice = repeated === 0 ? '' : `; ${countText(repeated)} stood in several`;
  return `${counted(rows.length, 'row')} of ${counted(parts, 'file')}${twice}${lacking}`;
}
