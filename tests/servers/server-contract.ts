/**
 * The behaviour of Allpass with a real server with real weights. Called once per server; skipped with a word where it
 * cannot be had.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../src/domain/completion.ts';
import { collectCompletion, type CompletionCollector } from '../../src/models/asking/collect.ts';
import type { CheckId, CheckStep } from '../../src/models/openai/endpoint-port.ts';
import { checkConnection } from '../../src/models/openai/hosts/connection-doctor.ts';
import { OpenAIModel } from '../../src/models/openai/hosts/openai-model.ts';
import { OpenAIServer, type OpenAIServerOptions } from '../../src/models/openai/hosts/openai-server.ts';
import { inTemporaryFolder } from '../builders/files.ts';
import { said } from '../builders/said.ts';
import { readLinesOf, type VerdictRow } from '../node/command-line.ts';
import { started, type Started } from '../node/started.ts';
import { freePort, installed, IS_BRIEF, type Recipe, type Start } from './recipe.ts';

const NEVER = new AbortController().signal;
const PAGE = 'http://127.0.0.1:4173';
/**
 * Fetches as a browser does for a page: the request names the page's origin, and responses for other origins are
 * withheld.
 */
const fetchAsPage: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('origin', PAGE);
  const response = await fetch(input, { ...init, headers });
  const admitted = response.headers.get('access-control-allow-origin');
  if (init?.mode !== 'no-cors' && admitted !== '*' && admitted !== PAGE)
    throw new TypeError('Failed to fetch');
  return response;
};
/**
 * 8,280 tokens, three a word. SmolLM2 was trained for 8,192; where a server lets it read more, it ends this one's answer
 * before the first word (its probability is 0.7; without the empty line 0.4).
 */
const BEYOND = `What is the sum of these numbers? ${'17 '.repeat(2_745)}\n\n`;
/** Problems of a run, and the rows that are waited for before it is interrupted. */
const [PROBLEMS, SOME_ROWS] = IS_BRIEF ? [10, 2] : [20, 4];
const QUESTION = 'Write a Python program that reads two numbers and prints their sum.';

export async function serverContract(recipe: Recipe): Promise<void> {
  const there = await installed(recipe);
  if ('why' in there) {
    process.stderr.write(`${recipe.name}: skipped, it cannot be had here: ${there.why}\n`);
    describe.skip(`${recipe.name} (cannot be had here: ${there.why})`, () =>
      it('is skipped', () => undefined));
    return;
  }
  const { folder, behind } = there;
  const { model: name, facts } = recipe;
  let port = 0;
  let portBehind = 0;
  /** Each leads a group: what a server has started outlives it. */
  const running: ChildProcess[] = [];
  const address = () => `http://127.0.0.1:${port}/v1`;

  async function start(options: readonly string[] = []): Promise<void> {
    if (behind !== null) await startAt(portBehind, behind.recipe.start(behind.folder, portBehind, 0));
    const { args, ...command } = recipe.start(folder, port, portBehind);
    await startAt(port, { ...command, args: [...args, ...options] });
  }

  /** Starts a server, and waits until it lists its models. */
  async function startAt(at: number, { command, args, cwd, env }: Start): Promise<void> {
    const child = spawn(command, args, {
      cwd,
      // A server reads no settings and no models of a home.
      env: { ...process.env, HOME: cwd, ...env },
      stdio: 'ignore',
      detached: true,
    });
    running.push(child);
    const answers = () =>
      fetch(`http://127.0.0.1:${at}/v1/models`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await answers())) {
      if (hasEnded(child)) throw new Error(`${command} ended with ${child.exitCode ?? child.signalCode}`);
      await pause(250);
    }
  }

  async function kill(): Promise<void> {
    const ended = running.filter((child) => !hasEnded(child)).map((child) => once(child, 'exit'));
    killGroups();
    await Promise.all(ended);
  }

  function killGroups(): void {
    for (const { pid } of running.splice(0)) {
      try {
        process.kill(-pid!, 'SIGKILL');
      } catch {
        // All of the group have ended.
      }
    }
  }

  const serverOf = (options: Partial<OpenAIServerOptions> = {}) =>
    new OpenAIServer({ address: address(), origin: null, ...options });
  const model = (options: { readonly retryBaseMs?: number } = {}) =>
    new OpenAIModel(serverOf(), { model: name, ...options });
  const asking = (content: string, sampling: Partial<SamplingParameters> = {}) => ({
    messages: [{ role: 'user' as const, content }],
    sampling: { ...DEEPCODER_SAMPLING, temperature: 0, maxTokens: 24, ...sampling },
  });
  const ask = (content: string, sampling?: Partial<SamplingParameters>) =>
    collectCompletion(model().generate(asking(content, sampling), NEVER));
  /** The steps of the check, up to the one that `until` names. */
  const steps = async (options?: Partial<OpenAIServerOptions>, until?: CheckId) => {
    const last = new Map<string, CheckStep & { readonly detail: string }>();
    for await (const step of checkConnection(serverOf(options), name, NEVER)) {
      last.set(step.id, step);
      if (step.id === until && step.outcome !== 'running') break;
    }
    return last;
  };

  describe(recipe.name, () => {
    beforeAll(async () => {
      process.once('exit', killGroups);
      [port, portBehind] = await Promise.all([freePort(), freePort()]);
      await start();
    });
    afterAll(async () => {
      await kill();
      process.off('exit', killGroups);
    });

    it('passes the connection check, but for what it is known for', async () => {
      const found = await steps();
      for (const id of ['server', 'path', 'model', 'answer'])
        expect(found.get(id)?.outcome, id).toBe('passed');
      expect(found.get('concurrency')?.outcome, found.get('concurrency')?.detail).toBe(
        facts.bearsTwo ? 'passed' : 'warning',
      );
      const { outcome, detail } = found.get('context')!;
      if (facts.context === undefined) expect(outcome, detail).toBe('skipped');
      else expect(detail).toContain(facts.context);
    });

    it('streams an answer to its end, counted or said to be uncounted', async () => {
      const { completion, failure } = await ask(QUESTION);
      expect(failure).toBeNull();
      expect(completion.finishReason).toBe('length');
      expect(completion.usage?.countsEvents).toBe(facts.usage ? undefined : true);
      if (facts.usage === 'recounted') return;
      expect(completion.cutBy).toBe(facts.usage ? 'limit' : undefined);
      if (facts.usage) expect(completion.usage).toMatchObject({ completionTokens: 24 });
    });

    it('gives the same text for the same seed', async () => {
      const seeded = { temperature: 1, seed: 7, maxTokens: 12 };
      const [one, other] = [await ask(QUESTION, seeded), await ask(QUESTION, seeded)];
      expect([one.failure, other.failure]).toEqual([null, null]);
      expect(one.completion.text).toBe(other.completion.text);
    });

    it('gives log-probabilities, or none without a failure', async () => {
      const request = { ...asking(QUESTION, { maxTokens: 8 }), logprobs: true };
      const { completion, logprobs } = await collectCompletion(model().generate(request, NEVER));
      expect([completion.finishReason, logprobs !== null]).toEqual(['length', facts.logprobs]);
    });

    it.skipIf(!facts.bearsTwo)('ends eight answers at once as one alone', async () => {
      const short = () => ask(QUESTION, { maxTokens: 12 });
      const alone = await short();
      const eight = await Promise.all(Array.from({ length: 8 }, short));
      const endOf = ({ completion, failure, speed }: CompletionCollector) => [
        said(failure)?.message ?? completion.finishReason,
        speed.tokens,
      ];
      expect(eight.map(endOf)).toEqual(eight.map(() => endOf(alone)));
    });

    const readsAll = facts.longPrompt === 'context';
    it.skipIf(IS_BRIEF && readsAll)('earns no reward for a prompt that does not fit', async () => {
      const { failure } = await ask(BEYOND, { maxTokens: 8 });
      expect(failure?.layer, said(failure)?.message).toBe(facts.longPrompt);
    });

    it.skipIf(IS_BRIEF)('is said to have cut an answer where no limit was asked for', async () => {
      const { completion, failure } = await ask('Count from 1 to 10000, one number a line.', {
        maxTokens: null,
      });
      expect(failure).toBeNull();
      if (completion.finishReason === 'length') expect(completion.cutBy).toMatch(/^(server|window)$/);
      if (facts.ownLimit !== undefined && completion.finishReason === 'length')
        expect(completion.usage?.completionTokens).toBe(facts.ownLimit);
    });

    it('answers the next after its client has gone', async () => {
      const abort = new AbortController();
      for await (const { type } of model().generate(asking(QUESTION, { maxTokens: 400 }), abort.signal))
        if (type === 'text') abort.abort();
      expect((await ask(QUESTION, { maxTokens: 4 })).failure).toBeNull();
    });

    const admitsPages = async () => {
      const found = await steps({ origin: PAGE, fetch: fetchAsPage }, 'answer');
      return found.get('cors')?.outcome;
    };

    it('admits no page, or every page, and the check says which', async () => {
      expect(await admitsPages()).toBe(recipe.admits === null ? 'passed' : 'failed');
    });

    it.skipIf(recipe.sharing === undefined)(
      'gives every answer an end of its own, where all of them fill one small context',
      async () => {
        await kill();
        await start(recipe.sharing ?? []);
        await inTemporaryFolder(async (scratch) => {
          writeProblems(scratch, 6, () => 'Print the numbers from 1 to 10000, one a line.');
          const { code, said } = await evaluate(scratch).ended;
          expect(code, said).toBe(0);
          expect(said).toContain('--parallel 1');
          const rows = readLinesOf<AnswerRow>(join(scratch, 'out.jsonl'));
          expect(rows.filter(({ reward }) => reward === null)).toEqual([]);
          const cut = rows.filter(({ finish_reason: reason }) => reason === 'length');
          expect(cut.map(({ cut_by: by }) => by)).toEqual(cut.map(() => 'window'));
        });
      },
    );

    it(`answers ${PROBLEMS} problems, through its own death and the death of the run`, async () => {
      await inTemporaryFolder(async (scratch) => {
        writeProblems(scratch, PROBLEMS, (at) => `Print the number ${at + 1}.`);
        const part = join(scratch, 'out.jsonl.part');
        const rowsIn = (path: string): number => {
          try {
            return readFileSync(path, 'utf8').split('"reward"').length - 1;
          } catch {
            return 0;
          }
        };
        const short = ['--max-tokens', '16'];
        const first = evaluate(scratch, short);
        await first.until(() => rowsIn(part) >= SOME_ROWS);
        first.child.kill('SIGKILL');
        await first.ended;
        const second = evaluate(scratch, short);
        const before = rowsIn(part);
        await second.until(() => rowsIn(part) >= before + SOME_ROWS);
        await kill();
        await start(recipe.admits ?? []);
        const { code, said } = await second.ended;
        expect(code, said).toBe(0);
        const rows = readLinesOf<AnswerRow>(join(scratch, 'out.jsonl'));
        expect(rows).toHaveLength(PROBLEMS);
        expect(new Set(rows.map(({ problem_id: id }) => id)).size).toBe(PROBLEMS);
        expect(rows.filter(({ reward }) => reward === null)).toEqual([]);
        expect(rows.every(({ finish_reason: reason }) => reason === 'stop' || reason === 'length')).toBe(
          true,
        );
        const { server } = JSON.parse(readFileSync(join(scratch, 'out.jsonl.manifest.json'), 'utf8')) as {
          server: readonly { step: string; outcome: string }[];
        };
        expect(server.find(({ step }) => step === 'concurrency')?.outcome).toBe(
          facts.bearsTwo ? 'passed' : 'warning',
        );
      });
    });

    it.skipIf(!recipe.admits?.length)('admits every page with the options for it', async () => {
      expect(await admitsPages()).toBe('passed');
    });

    it('is said to be out of reach once it has ended', async () => {
      await kill();
      const impatient = model({ retryBaseMs: 1 });
      const { failure } = await collectCompletion(impatient.generate(asking(QUESTION), NEVER));
      expect(failure?.layer).toBe('network-or-cors');
    });
  });

  /** Evaluates the problems in `scratch` as `allpass eval` does from there. */
  function evaluate(scratch: string, more: readonly string[] = []): Started {
    const options = ['--base-url', address(), '--model', name, '--seed', '0', ...more];
    const args = ['eval', '--problems', 'P.jsonl', ...options, '-o', 'out.jsonl'];
    return started(args, scratch);
  }
}

interface AnswerRow extends VerdictRow {
  readonly finish_reason: string;
  readonly cut_by?: string;
}

function writeProblems(scratch: string, count: number, promptOf: (at: number) => string): void {
  const problems = Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    mode: 'stdin',
    prompt: promptOf(at),
    tests: [{ input: '', output: String(at + 1) }],
  }));
  writeFileSync(join(scratch, 'P.jsonl'), problems.map((problem) => JSON.stringify(problem)).join('\n'));
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
