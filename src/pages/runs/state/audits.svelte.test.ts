import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { RunShelves } from '../../../../tests/builders/run-shelves.ts';
import { sourceFile } from '../../../../tests/builders/source-file.ts';
import type { AuditedGroup, AuditGroup, AuditRow } from '../../../domain/audit.ts';
import type { PlacedFile } from '../../../common/imports/files-in.ts';
import { AuditsState, type AuditsParts } from './audits.svelte.ts';

const HACK = '```python\nimport os\nos._exit(0)\n```';
const RIGHT = '```python\nprint(3)\n```';
const GTS = JSON.stringify({ inputs: ['1 2\n'], outputs: ['3\n'] });

function rollout(step: number, output: string, more: object = {}): string {
  return `${JSON.stringify({ input: 'Add.', output, gts: GTS, score: 1, step, ...more })}\n`;
}

const FILES = {
  '1.jsonl': rollout(1, RIGHT) + rollout(1, HACK),
  '2.jsonl': rollout(2, HACK) + rollout(2, HACK),
};

function filesOf(texts: Readonly<Record<string, string>>): readonly PlacedFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, file: new File([text], path) }));
}

/** A page with an audit of its own that calls every `os._exit` an early exit. */
function stage(
  store = new RunShelves(),
  more: Partial<AuditsParts> = {},
  onGroup: (nth: number) => void = () => undefined,
) {
  const groups: AuditGroup[] = [];
  const bytes = new Map<File, Uint8Array>();
  const auditGroup = async (_: unknown, __: unknown, group: AuditGroup): Promise<AuditedGroup> => {
    groups.push(group);
    onGroup(groups.length);
    return {
      findings: group.rollouts.map(({ completion }) => {
        const isHack = completion === HACK;
        return {
          as: null,
          standard: { reward: isHack ? 0 : 1, verdict: isHack ? 'wrong-answer' : 'accepted' },
          stronger: null,
          reason: isHack ? 'early-exit' : null,
          evidence: isHack ? 'It exits.' : null,
        };
      }),
      accepted: [],
      heldOut: null,
    };
  };
  const audits = new AuditsState({
    store: store as never,
    problems: { listed: [], open: async () => null },
    source: (file) => sourceFile(file.name, bytes.get(file)!),
    runAlone: async (_: string, work: () => Promise<void>) => {
      await work();
      return true;
    },
    ...{ judge: {} as never, runner: {} as never, workers: 1, auditGroup: auditGroup as never },
    ...more,
  });
  const given = async (texts: Readonly<Record<string, string>>): Promise<readonly PlacedFile[]> => {
    const files = filesOf(texts);
    for (const { file } of files) bytes.set(file, new Uint8Array(await file.arrayBuffer()));
    return files;
  };
  return { audits, store, groups, given };
}

const ORDER = {
  ...{ name: 'rollouts', profile: null, rewardName: null, set: null },
  ...{ problemFile: null, solutionFile: null },
};

async function ended(audits: AuditsState, id: string): Promise<void> {
  while (audits.opened(id)!.isBusy) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function auditOf({ audits, given }: ReturnType<typeof stage>, texts = FILES) {
  const state = await audits.make({ ...ORDER, files: await given(texts) });
  await ended(audits, state.audit.id);
  return state;
}

describe('an offered folder', () => {
  it('has the trainer of its first rows, or one sentence with the remedy', async () => {
    const { audits, given } = stage();
    expect(await audits.offer('run', await given({ 'notes.txt': 'x', ...FILES }))).toBe(true);
    expect(audits.offered).toMatchObject({ name: 'run', trainer: 'verl', fault: null });
    expect(await audits.offer('other', await given({ 'a.jsonl': '{"x":1}\n' }))).toBe(false);
    expect(audits.offered!.fault).toMatch(/^other has no rollouts: choose the folder in which verl/);
    await audits.offer('broken', await given({ '1.jsonl': '{"x":' }));
    expect(audits.offered!.fault).toMatch(/^1\.jsonl is not JSON/);
  });
});

describe('an audit', () => {
  it('stores a row for each rollout, and the texts of rollouts with a reason', async () => {
    const world = stage();
    const state = await auditOf(world);
    expect(state.trouble).toBeNull();
    expect(state.audit).toMatchObject({ trainer: 'verl', total: 4, done: 4 });
    expect(state.audit.notes[0]).toBe('4 rollouts of verl in 2 steps.');
    expect(state.reasoned.map(({ sample_id: id }) => id)).toEqual(['1/1', '2/0', '2/1']);
    expect(state.figures.reasons[0]).toMatchObject({ reason: 'early-exit', rows: 3, first: 1, since: 1 });
    const [row] = state.reasoned;
    const texts = await state.textsOf(row!);
    expect(texts!.completion).toBe(HACK);
    expect(texts!.problem.tests).toEqual([{ input: '1 2\n', output: '3\n' }]);
    expect(world.store.keptParts.size).toBe(4);
    const lines = (await (await state.file('rows')).file.text()).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as AuditRow).sample_id)).toEqual([
      '1/0',
      '1/1',
      '2/0',
      '2/1',
    ]);
    expect(await (await state.file('markdown')).file.text()).toContain('# Audit of rollouts');
    const html = await state.file('html');
    expect([html.name, (await html.file.text()).startsWith('<!doctype html>')]).toEqual([
      'audit-rollouts.html',
      true,
    ]);
  });

  it('stops, and a later visit resumes it with the files: no rollout is judged twice', async () => {
    // The rows of the first step have been put before the second one is judged.
    const first = stage(new RunShelves(), {}, (nth) => {
      if (nth === 2) state.stop();
    });
    const state = await first.audits.make({ ...ORDER, files: await first.given(FILES) });
    await ended(first.audits, state.audit.id);
    expect([state.trouble, state.audit.done, state.audit.total]).toEqual([null, 2, 4]);

    const later = stage(first.store);
    await later.audits.load();
    const resumed = (await later.audits.open(state.audit.id))!;
    expect([resumed.audit.done, resumed.files]).toEqual([2, null]);
    await resumed.start(await later.given({ '1.jsonl': rollout(1, RIGHT) }));
    expect(resumed.trouble).toMatch(/these 1 rollout are not the 4 with which this audit began/);
    expect(resumed.audit.done).toBe(2);
    await resumed.start(await later.given(FILES));
    expect([resumed.trouble, resumed.audit.done]).toEqual([null, 4]);
    expect(later.groups.map(({ rollouts }) => rollouts.length)).toEqual([2]);
    expect(later.store.keptRows.size).toBe(4);
  });

  it('judges rollouts again on which the judge failed', async () => {
    const world = stage();
    const state = await auditOf(world);
    const key = `${state.audit.id} 2/0`;
    const row = world.store.keptRows.get(key)!;
    world.store.keptRows.set(key, { ...row, standard: { reward: null, verdict: 'judge-error' }, error: 'x' });
    const later = stage(world.store);
    await later.audits.load();
    const resumed = (await later.audits.open(state.audit.id))!;
    expect(resumed.failed).toBe(1);
    await resumed.start(await later.given(FILES));
    expect([resumed.failed, resumed.audit.done, resumed.figures.rows]).toEqual([0, 4, 4]);
    expect(world.store.keptRows.get(key)!.error).toBeNull();
  });

  it('says in one sentence what is missing, and is not stored before its files are read', async () => {
    const world = stage();
    const bare = await auditOf(world, { '1.jsonl': rollout(1, RIGHT, { gts: null }) } as never);
    expect(bare.trouble).toMatch(
      /^The rollouts could not be read: no rollout has tests, so give the problems/,
    );
    const mixed = await auditOf(world, {
      ...FILES,
      'a.jsonl': '{"example_id":1,"prompt":"p","completion":"c","reward":1}\n',
    } as never);
    expect(mixed.trouble).toMatch(/is of verifiers \(v0\) and .*verl: give the files of one run/);
    expect(world.store.madeAudits.size).toBe(0);
    world.store.full = true;
    const full = await auditOf(world);
    expect(full.trouble).toMatch(/^The audit stopped: the disk is full\./);
  });

  it('takes the tests of a problem from its set only for the group that is judged', async () => {
    const problem = problemOf({ id: 'add', prompt: 'Add the two numbers of the line.' });
    const world = stage(new RunShelves(), {
      problems: {
        listed: [{ set: 'own', summary: { id: 'add' } }] as never,
        open: async (ref) => ({ ref, problem, answers: [] }),
      },
    });
    const files = await world.given({ '1.jsonl': rollout(1, HACK, { gts: null, problem_id: 'add' }) });
    const state = await world.audits.make({ ...ORDER, set: 'own', files });
    await ended(world.audits, state.audit.id);
    expect(state.trouble).toBeNull();
    expect(world.groups[0]!.problem).toEqual(problem);
    expect((await state.textsOf(state.reasoned[0]!))!.problem).toEqual(problem);
  });

  it('is deleted with all that belongs to it', async () => {
    const world = stage();
    const { audit } = await auditOf(world);
    expect(world.audits.all.map(({ id }) => id)).toEqual([audit.id]);
    expect(await world.audits.remove(audit.id)).toBe(true);
    const { madeAudits, keptRows, keptParts } = world.store;
    expect([world.audits.all.length, madeAudits.size, keptRows.size, keptParts.size]).toEqual([0, 0, 0, 0]);
  });
});
