/** The part of the address for the page of runs: the open run, its open part, and the open sample. */
import { isDateOrMonth } from '../../../domain/problem.ts';
import { oneOf, readRows, rowsOf, writeRows } from '../../../kit/address/address-rows.ts';
import type { PageCodec } from '../../../kit/address/route.ts';

/** Actions on a whole run. Each action has a form, which covers the run. */
export const RUN_ACTIONS = ['compare', 'regrade', 'export', 'more', 'redraw'] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

export const RUN_PARTS = ['figures', 'samples', 'time', 'settings'] as const;
export type RunPart = (typeof RUN_PARTS)[number];

export const SAMPLE_ORDERS = ['problem', 'verdict', 'tokens', 'time'] as const;
export type SampleOrder = (typeof SAMPLE_ORDERS)[number];

export interface RunsView {
  /** Id of the open run, or null for the list of all runs. */
  readonly run: string | null;
  /** Ids of the runs that the open run is compared with; empty if there is no comparison. */
  readonly with: readonly string[];
  /** The action whose form is open, or null if there is none. */
  readonly action: RunAction | null;
  /**
   * Source of the answers of the run that is being created: a model, samples of a file, or the rollouts of a training
   * run; null if none is being created.
   */
  readonly making: 'model' | 'samples' | 'training' | null;
  readonly part: RunPart;
  /**
   * Verdicts by which the samples are filtered; empty for all samples. `failed` and `waiting` are samples without a
   * verdict.
   */
  readonly verdict: readonly string[];
  /** First and last date of the shown problems, as `2024-08` or `2024-08-31`; null for no limit. */
  readonly from: string | null;
  readonly until: string | null;
  /** A group of problems, such as `difficulty:hard`, or null for all problems. */
  readonly group: string | null;
  readonly search: string;
  readonly sort: SampleOrder;
  /** `list` has a row for each sample. `grid` has a row for each problem, with a cell for each sample. */
  readonly layout: 'list' | 'grid';
  /** The open sample: its problem, the set of the problem, and the number of the sample, starting at 0. */
  readonly problem: string | null;
  readonly in: string | null;
  readonly sample: number | null;
  /** Whether the X-ray of the open sample or rollout is open. */
  readonly xray: boolean;
  /** Id of the open audit of a training run, or null if none is open. */
  readonly audit: string | null;
  /** The reason by which the rollouts of the audit are filtered; null for all. */
  readonly reason: string | null;
  /** Id of the open rollout, such as `180/3`, or null if none is open. */
  readonly rollout: string | null;
}

/** The view of a run without an open part. */
export const WHOLE_RUN: Omit<RunsView, 'run'> = {
  with: [],
  action: null,
  making: null,
  part: 'figures',
  verdict: [],
  from: null,
  until: null,
  group: null,
  search: '',
  sort: 'problem',
  layout: 'list',
  problem: null,
  in: null,
  sample: null,
  xray: false,
  audit: null,
  reason: null,
  rollout: null,
};

const INITIAL: RunsView = { run: null, ...WHOLE_RUN };

const row = rowsOf<RunsView>();
const text = (value: string): string => value;
const list = (value: string): readonly string[] => value.split(',');
const date = (value: string): string | undefined => (isDateOrMonth(value) ? value : undefined);
const ROWS = [
  row('run', 'run', text),
  row('with', 'with', list, (runs) => (runs.length === 0 ? null : runs.join(','))),
  row('action', 'action', oneOf(...RUN_ACTIONS)),
  row(
    'making',
    'new',
    (value) => (value === 'yes' ? 'model' : value === 'samples' || value === 'training' ? value : undefined),
    (making) => (making === 'model' ? 'yes' : making),
  ),
  row('part', 'part', oneOf(...RUN_PARTS)),
  row('verdict', 'verdict', list, (verdicts) => (verdicts.length === 0 ? null : verdicts.join(','))),
  row('from', 'from', date),
  row('until', 'until', date),
  row('group', 'group', text),
  row('search', 'search', text),
  row('sort', 'sort', oneOf(...SAMPLE_ORDERS)),
  row('layout', 'layout', oneOf('list', 'grid')),
  row('problem', 'problem', text),
  row('in', 'in', text),
  row('sample', 'sample', (value) => (/^\d{1,6}$/.test(value) ? Number(value) : undefined)),
  row(
    'xray',
    'xray',
    (value) => (value === '1' ? true : undefined),
    (isOpen) => (isOpen ? '1' : null),
  ),
  row('audit', 'audit', text),
  row('reason', 'reason', text),
  row('rollout', 'rollout', text),
];

export const RUNS_CODEC: PageCodec<RunsView> = {
  page: 'runs',
  initial: INITIAL,
  parse: (path, parameters) => (path === '/runs' ? readRows(ROWS, parameters, INITIAL) : null),
  format: (view) => `/runs${writeRows(ROWS, view, INITIAL)}`,
};
