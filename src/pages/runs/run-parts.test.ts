/** Tests the rendered markup of components of the page of runs. */
import { render } from 'svelte/server';
import { describe, expect, it, vi } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import type { RunRow } from '../../domain/run.ts';
import { AuditTally } from '../../runs/audit/audit-figures.ts';
import AuditView from './AuditView.svelte';
import CompareRuns from './CompareRuns.svelte';
import RunActions from './RunActions.svelte';
import RunAnswer from './RunAnswer.svelte';
import RunSamples from './RunSamples.svelte';
import RunTime from './RunTime.svelte';
import type { RunsNeeds } from './needs.ts';
import type { AuditState } from './state/audits.svelte.ts';
import type { RunState } from './state/run.svelte.ts';
import type { RunsState } from './state/runs.svelte.ts';
import { RUNS_CODEC, type RunsView } from './state/runs-view.ts';

// Modules of the page add listeners to its window when they load.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));

const CUSTOM = 'custom:extract=rllm';
const runsView = (view: Partial<RunsView> = {}) =>
  ({ current: { ...RUNS_CODEC.initial, ...view }, href: () => '#/runs' }) as unknown as RunsNeeds['runsView'];

/** Returns a stored run with the fields that these components read. */
function openedRun(name: string, rows: readonly RunRow[], profile = 'standard'): RunState {
  const run = runOf({ id: name, name, profile });
  const row = () => rows[0];
  return { id: name, run, rows, row, running: [], cutOff: [], busy: false } as unknown as RunState;
}
const judgedRow = (id: string, verdict: 'accepted' | 'wrong-answer') =>
  runRowOf({ id, judged: runVerdictOf(verdict) });
const one = openedRun('First run', [judgedRow('a', 'accepted')]);
const two = openedRun('Second run', [judgedRow('a', 'wrong-answer')], CUSTOM);
const runs = { all: [{ ...two.run }] } as unknown as RunsState;
const text = (html: string): string => html.replace(/<!--.*?-->/gs, '').replace(/ svelte-\w+/g, '');

it('heads the columns of the problems that one run alone solves', () => {
  const { body } = render(CompareRuns, {
    props: { runs, runState: one, otherRuns: [two], runsView: runsView() },
  });
  expect(text(body)).toMatch(
    /<th scope="col"[^>]*>Problem<\/th><th scope="col"[^>]*>First run<\/th><th scope="col"[^>]*>Second run<\/th>/,
  );
  expect(text(body)).toContain('<td>1 of 1</td><td>0 of 1</td>');
});

it('offers the custom graders of the playground and of other runs to a regrade', () => {
  const playground = { terms: { profile: { name: 'custom:limit=3' } } } as RunsNeeds['playground'];
  const { body } = render(RunActions, {
    props: { runs, runState: one, playground, runsView: runsView({ action: 'regrade' }) },
  });
  for (const name of ['rllm', 'custom:limit=3', CUSTOM])
    expect(text(body)).toMatch(new RegExp(`<option value="${name}"[^>]*>${name}</option>`));
  expect(text(body)).not.toContain('<option value="standard"');
});

describe('a run of verdicts without answers', () => {
  const failure = { input: '1', expected: '2', got: '3' };
  const row = runRowOf({ tokens: 0, judged: runVerdictOf('wrong-answer', { firstFailure: failure }) });
  const state = openedRun('Theirs', [row]);
  const source = { type: 'file', name: 'v.jsonl', withoutAnswers: true } as const;
  const theirs = { ...state, run: { ...state.run, source } } as unknown as RunState;

  it('shows the failure of a sample, and that the file has no answer', () => {
    const { body } = render(RunAnswer, {
      props: { runs, runState: theirs, row, answer: null, tests: [{ verdict: 'wrong-answer', ms: 2 }] },
    });
    expect(text(body)).toContain('test 2: expected 2, got 3');
    expect(text(body)).toContain('The file of this run has the verdict without its answer.');
  });

  it('gives the reason why it is not judged again, and shows no times', () => {
    const playground = { terms: { profile: { name: 'standard' } } } as RunsNeeds['playground'];
    const { body } = render(RunActions, {
      props: { runs, runState: theirs, playground, runsView: runsView({ action: 'regrade' }) },
    });
    expect(text(body)).toContain('has verdicts and no answers, so they cannot be judged again');
    expect(text(body)).not.toContain('<option');
    expect(text(render(RunTime, { props: { runState: theirs } }).body)).toContain('no times of requests');
  });
});

it('draws the whole run, not its last minutes', () => {
  const rows = [0, 7200_000].map((at, sample) =>
    runRowOf({ sample, askedAt: at + 1000, answeredAt: at + 2000, judged: runVerdictOf('accepted') }),
  );
  const { body } = render(RunTime, { props: { runState: openedRun('Long', rows) } });
  expect(body).toContain('title="a, sample 0"');
  expect(body).toContain('title="a, sample 1"');
});

it('says what is wrong with a filter of samples', () => {
  const within = { run: one.run, rows: one.rows, outside: 0, undated: 0 };
  const problems = { find: () => undefined } as unknown as RunsNeeds['problems'];
  const markupFor = (search: string) =>
    text(
      render(RunSamples, {
        props: {
          ...{ runState: one, shownRun: within, problems, back: () => null },
          runsView: runsView({ search }),
        },
      }).body,
    );
  expect(markupFor('verdict=acepted')).toContain('verdict=acepted: acepted is none of accepted, ');
  expect(markupFor('verdict=acepted')).toContain('(did you mean accepted?)');
  expect(markupFor('verdict=accepted')).toContain('1 sample<');
});

it('offers to delete an audit that was stopped before its first row', () => {
  const audit = { name: 'Stopped', trainer: 'verl', profile: null, total: 4, done: 0, notes: [] };
  const auditState = {
    ...{ audit, figures: new AuditTally().figures(), reasoned: [] },
    ...{ phase: null, isBusy: false, failed: 0, files: null, trouble: null },
  } as unknown as AuditState;
  const notices = {} as RunsNeeds['notices'];
  const { body } = render(AuditView, { props: { runs, auditState, notices, runsView: runsView() } });
  expect(text(body)).toContain('Delete this audit…');
});
