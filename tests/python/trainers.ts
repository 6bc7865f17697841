/** The trainers whose own code drives the service and the adapters, each from a folder of its own that is cached. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beside as ofServers, sh, type Recipe } from '../servers/recipe.ts';

export interface Trainer {
  /** As `requirements-NAME.txt` has it; null where nothing is installed. */
  readonly name: string;
  /** Tests the service or an adapter; missing for a trainer that only writes rollouts. */
  readonly driver?: string;
  readonly args?: readonly string[];
  /** PyTorch's own wheel asks for libraries of CUDA: stand-ins of them are made. */
  readonly withTorch?: true;
  /** Writes rollouts by the trainer's own code, for a folder, steps and groups a step: `dump_NAME.py`. */
  readonly writesRollouts?: true;
}

/** The most used first. */
export const TRAINERS: readonly Trainer[] = [
  { name: 'plain', driver: 'drive_plain.py' },
  { name: 'trl', driver: 'drive_trl.py', args: [process.execPath], withTorch: true, writesRollouts: true },
  { name: 'verl', driver: 'drive_verl.py', args: [process.execPath], writesRollouts: true },
  { name: 'sandbox-fusion', driver: 'drive_sandbox_fusion.py' },
  { name: 'openrlhf', driver: 'drive_openrlhf.py' },
  { name: 'reward-kit', driver: 'drive_reward_kit.py' },
  { name: 'verifiers', driver: 'drive_verifiers.py', writesRollouts: true },
  { name: 'nemo-gym', writesRollouts: true },
  { name: 'inspect', driver: 'drive_inspect.py' },
  { name: 'evaluate', driver: 'drive_evaluate.py' },
  { name: 'lm-eval', driver: 'drive_evaluate.py', args: ['lm_eval'] },
  { name: 'ray', driver: 'drive_ray.py', args: [process.execPath] },
];

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** The problems of the drivers. */
export const PROBLEMS = beside('problems.jsonl');
const ADAPTERS = fileURLToPath(new URL('../../public/adapters', import.meta.url));

/** Returns the parts of a recipe that `installed` needs. */
export function recipeOf({ name, withTorch }: Trainer): Pick<Recipe, 'name' | 'install'> {
  return {
    name: `python ${name}`,
    async install(folder) {
      const python = join(folder, 'bin', 'python');
      await sh('python3', ['-m', 'venv', folder]);
      // Where no registry can be reached, it is known within two minutes.
      const pip = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '60'];
      const bare = beside(`requirements-${name}.no-deps.txt`);
      const whole = beside(`requirements-${name}.txt`);
      if (existsSync(bare)) await sh(python, [...pip, '--no-deps', '--ignore-requires-python', '-r', bare]);
      if (existsSync(whole)) await sh(python, [...pip, '-r', whole]);
      if (!withTorch) return;
      const packages = await sh(python, ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])']);
      await sh(python, [ofServers('torch-stubs.py'), packages]);
    },
  };
}

/** Runs a driver to its end, and gives what it printed. Rejects where it fails. */
export function drive(
  { driver, args = [] }: { readonly driver: string; readonly args?: readonly string[] },
  folder: string,
  url: string,
): Promise<string> {
  const env = { ...process.env, ALLPASS_URL: url, PYTHONPATH: `${ADAPTERS}:${beside('.')}` };
  const python = join(folder, 'bin', 'python');
  return collected(spawn(python, ['-B', beside(driver), ...args], { cwd: folder, env }));
}

async function collected(process: ChildProcess): Promise<string> {
  let said = '';
  process.stdout!.on('data', (piece) => (said += String(piece)));
  process.stderr!.on('data', (piece) => (said += String(piece)));
  const code = await new Promise((resolve) => process.on('close', resolve));
  if (code !== 0) throw new Error(`status ${String(code)}: ${said.slice(-3000)}`);
  return said;
}
