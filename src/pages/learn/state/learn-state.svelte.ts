import type { BundledProblem } from '../../../datasets/bundled.ts';
import type { JudgePort, OwnRunPort } from '../../../judge/judge.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';
import { GroupState } from './group-state.svelte.ts';
import type { Gym } from '../../../datasets/gym.ts';
import { GymState, GymTexts } from './gym-state.svelte.ts';
import { LabState, type LabParts } from './lab-state.svelte.ts';
import { ResultsState } from './results-state.svelte.ts';
import { TrialsState } from './trials-state.svelte.ts';
import type { ImportsState } from '../../../common/imports/state/imports-state.svelte.ts';
import type { PromptsState } from '../../../common/models/state/prompts-state.svelte.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { NoticesState } from '../../../common/shell/shell-states.svelte.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { PageLinks, PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import type { LearnView } from './learn-view.ts';

export interface LearnParts extends LabParts {
  readonly judge: JudgePort & OwnRunPort;
  /** Opens a problem that ships with the page. Rejects if its files cannot be fetched. */
  readonly openProblem: (id: string) => Promise<BundledProblem>;
  /** Rejects if its files cannot be fetched. */
  readonly fetchGym: () => Promise<Gym>;
  /** Returns the gym's problems as lines of problems.jsonl. Rejects if the file cannot be fetched. */
  readonly fetchGymProblems: () => Promise<string>;
  readonly storage: WebStorage;
}

/** State that the pages of Learn need, apart from the address. */
export class LearnState {
  /** A group of answers of any model. */
  readonly group = new GroupState();
  readonly lab: LabState;
  /** The run on the list of places. */
  readonly film: LabState;
  readonly judge: JudgePort & OwnRunPort;
  readonly results: ResultsState;
  /** Judgements of the lessons in this visit. */
  readonly trials: TrialsState;
  readonly gym: GymState;
  readonly texts: GymTexts;
  readonly open: LearnParts['openProblem'];
  readonly gymProblems: LearnParts['fetchGymProblems'];

  constructor(parts: LearnParts) {
    this.lab = new LabState(parts);
    this.film = new LabState(parts);
    this.judge = parts.judge;
    this.results = new ResultsState(parts.storage);
    this.trials = new TrialsState(parts.judge);
    this.gym = new GymState(parts.judge, parts.fetchGym);
    this.texts = new GymTexts(parts.storage);
    this.open = parts.openProblem;
    this.gymProblems = parts.fetchGymProblems;
  }

  get busy(): boolean {
    return this.lab.busy || this.trials.busy || this.gym.busy;
  }

  /** Stops judging and pauses the lab. Finished judgements are kept, and the lab can be resumed. */
  stop(): void {
    this.trials.stop();
    this.gym.stop();
    if (this.lab.busy) this.lab.pause();
  }
}

/** Dependencies that the composition root passes to the page Learn. Each component takes those it needs as props. */
export interface LearnNeeds {
  readonly learnView: PageView<LearnView>;
  /** State that the pages of Learn need. Its code is loaded when the first of them opens. */
  readonly learn: LazyState<LearnState>;
  /** Links to the playground. */
  readonly view: PageLinks<{
    problem: string | null;
    in: string | null;
    prompt: string | null;
    tab: 'answer';
    test: null;
  }>;
  readonly playground: { readonly openedProblem: { readonly ref: ProblemRef } | null };
  readonly problems: ProblemsState;
  readonly imports: LazyState<ImportsState>;
  readonly notices: NoticesState;
  readonly prompts: PromptsState;
}
