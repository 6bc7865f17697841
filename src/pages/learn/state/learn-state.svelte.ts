import type { BundledProblem } from '../../../datasets/bundled.ts';
import type { JudgePort, OwnRunPort } from '../../../judge/judge.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';
import { setOfPlan } from '../../../common/class/class-plan.ts';
import { ClassResultsState } from './class-results-state.svelte.ts';
import { ClassState } from './class-state.svelte.ts';
import { GroupState } from './group-state.svelte.ts';
import type { Gym } from '../../../datasets/gym.ts';
import { GymState, GymTexts } from './gym-state.svelte.ts';
import { LabState, type LabParts } from './lab-state.svelte.ts';
import { writeOrder } from './lab-order.ts';
import { ResultsState, type ClassWork } from './results-state.svelte.ts';
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
  /** Returns the user's program for a problem, or null if there is none. */
  readonly programFor: (ref: ProblemRef) => Promise<string | null>;
}

/** State that the pages of Learn need, apart from the address. */
export class LearnState {
  /** A group of answers of any model. */
  readonly group = new GroupState();
  readonly lab: LabState;
  /** The run on the list of places. */
  readonly film: LabState;
  /** Two runs of the film that a lesson compares. */
  readonly compared: readonly [LabState, LabState];
  /** A run whose rewards are decided by the tests of the user. */
  readonly reward: LabState;
  readonly judge: JudgePort & OwnRunPort;
  readonly results: ResultsState;
  readonly classroom: ClassState;
  readonly classResults = new ClassResultsState();
  readonly programFor: LearnParts['programFor'];
  /** Judgements of the lessons in this visit. */
  readonly trials: TrialsState;
  readonly gym: GymState;
  readonly texts: GymTexts;
  readonly open: LearnParts['openProblem'];
  readonly gymProblems: LearnParts['fetchGymProblems'];

  constructor(parts: LearnParts) {
    this.lab = new LabState(parts);
    this.film = new LabState(parts);
    this.compared = [new LabState(parts), new LabState(parts)];
    this.reward = new LabState(parts);
    this.judge = parts.judge;
    this.results = new ResultsState(parts.storage);
    this.classroom = new ClassState(parts.storage);
    this.programFor = parts.programFor;
    this.trials = new TrialsState(parts.judge);
    this.gym = new GymState(parts.judge, parts.fetchGym);
    this.texts = new GymTexts(parts.storage);
    this.open = parts.openProblem;
    this.gymProblems = parts.fetchGymProblems;
  }

  get busy(): boolean {
    return this.lab.busy || this.reward.busy || this.trials.busy || this.gym.busy;
  }

  /** Returns what the user did in the class, or undefined if there is none. */
  async classWork(): Promise<ClassWork | undefined> {
    const { plan, answers } = this.classroom;
    if (plan === null) return undefined;
    const programs: { readonly problem: string; readonly code: string }[] = [];
    for (const part of plan.parts) {
      if (part.kind !== 'problem') continue;
      const code = await this.programFor({ set: setOfPlan(plan), id: part.id });
      if (code !== null && code.trim() !== '') programs.push({ problem: part.id, code });
    }
    const { order, runs, previous } = this.lab;
    const labRuns = [...(previous === null ? [] : [previous]), ...(order === null ? [] : [{ order, runs }])];
    return {
      class: plan.title,
      questions: plan.questions.map(({ text }, at) => ({
        text,
        before: answers.before?.[at] ?? null,
        after: answers.after?.[at] ?? null,
      })),
      programs,
      lab: labRuns.flatMap((run) =>
        run.runs.flatMap(({ seed, steps }) => {
          const row = steps.at(-1)?.row;
          const settings = writeOrder({ ...run.order, seed, seeds: 1 });
          return row === undefined
            ? []
            : [{ settings, steps: steps.length, reward: row.reward, trulyRight: row.true_pass_rate }];
        }),
      ),
    };
  }

  /** Stops judging and pauses the lab. Finished judgements are kept, and the lab can be resumed. */
  stop(): void {
    this.trials.stop();
    this.gym.stop();
    for (const run of [this.lab, this.reward]) if (run.busy) run.pause();
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
    tab: 'answer' | 'program';
    test: null;
    set: string | null;
    solo: boolean;
  }>;
  readonly playground: { readonly openedProblem: { readonly ref: ProblemRef } | null };
  readonly problems: ProblemsState;
  readonly imports: LazyState<ImportsState>;
  readonly notices: NoticesState;
  readonly prompts: PromptsState;
}
