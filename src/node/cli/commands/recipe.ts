/**
 * `allpass recipe`: writes files that start a training with DeepCoder's published settings. Runs no Python, so it needs
 * no page.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../../base/error-message.ts';
import { inRoot } from '../../bootstrap/root.mjs';
import { value } from '../options/options.ts';
import { ADAPTER, launchFiles, MADE_FOR, TRAINERS, type TrainerName } from '../recipe/launch-files.ts';
import { say, didYouMean, UsageError } from '../text/messages.ts';
import { userPath } from '../input/input-files.ts';
import { command } from './command.ts';

export const RECIPE = command({
  name: 'recipe',
  about: 'files that start a training by DeepCoder’s published settings, with rewards of serve',
  help: {
    usage: 'recipe trl|rllm|verl -o DIR',
    about: 'Writes launch files for a trainer, and the adapter that they use, into a folder.',
    more: [`Made for\n${TRAINERS.map((name) => `  ${name}: ${MADE_FOR[name]}`).join('\n')}`],
    exitCodes: ['0', '2'],
    examples: ['recipe trl -o deepcoder-trl', 'recipe verl -o deepcoder-verl'],
  },
  options: { output: value('DIR', 'the folder; it may not hold files of these names', { short: 'o' }) },
  takesFiles: true,
  run(values, files) {
    const [trainer, ...more] = files;
    if (trainer === undefined || more.length > 0)
      throw new UsageError(`recipe: name one trainer of ${TRAINERS.join(', ')}`);
    if (!isTrainer(trainer))
      throw new UsageError(
        `${trainer}: there is no recipe of this name${didYouMean(trainer, TRAINERS)}; there are ${TRAINERS.join(', ')}`,
      );
    if (values.output === undefined)
      throw new UsageError('recipe: -o DIR is missing, the folder to write to');
    return Promise.resolve(write(trainer, values.output, userPath(values.output)));
  },
});

/** @param given the folder in the user's spelling */
function write(trainer: TrainerName, given: string, folder: string): number {
  const files = launchFiles(trainer);
  const adapter = ADAPTER[trainer];
  const taken = [...files.map(({ name }) => name), adapter].filter((name) => existsSync(join(folder, name)));
  if (taken.length > 0)
    throw new UsageError(`${given} has ${taken.join(', ')} already: name another folder, or take them away`);
  try {
    mkdirSync(folder, { recursive: true });
    for (const { name, text, isScript } of files)
      writeFileSync(join(folder, name), text, { mode: isScript ? 0o755 : 0o644 });
    copyFileSync(adapterPath(adapter), join(folder, adapter));
  } catch (error) {
    throw new UsageError(`${given} cannot be written: ${errorMessage(error)}`);
  }
  say(`${given}: ${[...files.map(({ name }) => name), adapter].join(', ')}`);
  return 0;
}

/** Returns the path of an adapter, beside the sources or in the built page of a package. */
function adapterPath(name: string): string {
  const [own, built] = ['public', 'dist'].map((place) => inRoot(place, 'adapters', name));
  return existsSync(own!) ? own! : built!;
}

function isTrainer(name: string): name is TrainerName {
  return Object.hasOwn(MADE_FOR, name);
}
