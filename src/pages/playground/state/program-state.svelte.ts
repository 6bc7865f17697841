import { lazily } from '../../../base/lazily.ts';
import type { Author } from '../../../domain/answer.ts';
import type { TestScope } from '../../../domain/judgement.ts';
import { nothingToJudge } from '../../../domain/submission.ts';
import type { OwnInputState } from './own-input-state.svelte.ts';
import type { PlaygroundParts } from './playground-parts.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { DraftState } from './draft-state.svelte.ts';
import type { OpenProblemState } from './open-problem-state.svelte.ts';
import type { Pane, PlaygroundView } from './playground-view.ts';
import type { TermsState } from './terms-state.svelte.ts';
import type { VerdictState } from './verdict-state.svelte.ts';

/** The part of the playground that the program uses. */
interface ProgramOwner {
  readonly view: PageView<PlaygroundView>;
  readonly problem: OpenProblemState;
  readonly draft: DraftState;
  readonly verdict: VerdictState;
  readonly terms: TermsState;
  /** The pane that a narrow window shows. */
  pane: Pane;
  /** Returns the author of a submitted program. */
  authorOf(code: string): Author;
}

/** The user's own program, which can be judged, or run on the user's own input. */
export class ProgramState {
  readonly #parts: PlaygroundParts;
  readonly #playground: ProgramOwner;
  /** Loads the state of the user's own input on first use. Rejects if its code cannot be fetched. */
  readonly loadOwnInput: () => Promise<OwnInputState>;
  /** The user's own input; null until its code is loaded. */
  ownInput = $state.raw<OwnInputState | null>(null);
  /** Arguments of the last `open`; null while no problem is open. */
  #ownInputArguments: Parameters<OwnInputState['open']> | null = null;
  /** Number of the line that the editor focuses next, or null if there is none. */
  line = $state<number | null>(null);
  /** The last action that failed because the editor has no program, or null if there is none. */
  #withoutProgram = $state<'verdict' | 'run' | null>(null);
  /** The reason why the editor contains no program, or null if it contains one. */
  readonly #emptiness = $derived.by(() => {
    const { draft, problem } = this.#playground;
    return nothingToJudge(draft.code, problem.openedProblem?.problem.starterCode ?? '');
  });
  /** Whether the editor contains a program. */
  readonly isWritten = $derived(this.#emptiness === null);
  /** The reason why there is nothing to judge or run; null if there is a program, or before the user tries. */
  readonly missingProgram = $derived(
    this.#withoutProgram === null || this.#emptiness === null
      ? null
      : { reason: this.#emptiness, wanted: this.#withoutProgram },
  );

  constructor(parts: PlaygroundParts, playground: ProgramOwner) {
    this.#parts = parts;
    this.#playground = playground;
    this.loadOwnInput = lazily(async () => {
      const { OwnInputState } = await import('./own-input-state.svelte.ts');
      const ownInput = (this.ownInput = new OwnInputState(parts.judge, parts.tables.drafts));
      if (this.#ownInputArguments !== null) ownInput.open(...this.#ownInputArguments);
      return ownInput;
    });
  }

  /** Opens the user's own input for a problem. */
  open(...ownInputArguments: Parameters<OwnInputState['open']>): void {
    this.#ownInputArguments = ownInputArguments;
    this.ownInput?.open(...ownInputArguments);
  }

  /** Puts a program into the editor and shows it. The user can restore the replaced program. */
  putBack(code: string, author: Author): void {
    const { draft, verdict, view } = this.#playground;
    draft.replace(code, author);
    this.#playground.pane = 'work';
    view.go({ tab: 'program', test: verdict.testOf('program'), dialog: null });
  }

  /** Focuses a line of the program, counted from 1. */
  goToLine(line: number): void {
    this.#playground.pane = 'work';
    this.#playground.view.adjust({ tab: 'program' });
    this.line = line;
  }

  async submit(): Promise<void> {
    await this.#judge('all');
  }

  async runSamples(): Promise<void> {
    await this.#judge('public');
  }

  openOwnInput(): void {
    this.#playground.pane = 'work';
    this.#playground.view.adjust({ tab: 'program', own: true });
    // If its code cannot be loaded, the panel shows the error.
    void this.#ownInputOrNull().then((ownInput) => ownInput?.call());
  }

  /** Runs the program on the user's own input, or opens the field for it. */
  async runOwnInput(): Promise<void> {
    const { draft, problem, terms, view } = this.#playground;
    this.#show();
    if (!view.current.own) return this.openOwnInput();
    if (problem.openedProblem === null && (await problem.opening()) === null) return;
    if (this.#isMissing('run')) return this.ownInput?.stop();
    draft.save();
    const { code } = draft;
    const { profile } = terms;
    await (await this.#ownInputOrNull())?.run(code, profile);
  }

  /** Copies the input of a public test into the user's own input. */
  async takeInput(test: number): Promise<void> {
    const ownInput = await this.#ownInputOrNull();
    if (ownInput?.takeTest(test) === false)
      return this.#parts.showNotice(`The input of test ${test + 1} is too long to be changed here.`);
    this.openOwnInput();
  }

  /** Puts a text into the user's own input, and shows it. */
  async useInput(text: string): Promise<void> {
    const ownInput = await this.#ownInputOrNull();
    ownInput?.edit(text);
    this.openOwnInput();
  }

  /** Called when the user leaves the problem. */
  clear(): void {
    this.#withoutProgram = null;
    this.#playground.draft.close();
    this.#ownInputArguments = null;
    this.ownInput?.close();
  }

  #ownInputOrNull(): Promise<OwnInputState | null> {
    return this.loadOwnInput().catch(() => null);
  }

  async #judge(scope: TestScope): Promise<void> {
    const { draft, problem, verdict, view } = this.#playground;
    this.#show();
    const openedProblem = problem.openedProblem ?? (await problem.opening());
    if (openedProblem === null) return;
    draft.save();
    if (this.#isMissing('verdict')) {
      verdict.program.clear();
      view.adjust({ test: null });
      return;
    }
    await verdict.judge(
      openedProblem,
      this.#playground.authorOf(draft.code),
      { kind: 'program', code: draft.code },
      scope,
    );
  }

  #show(): void {
    const playground = this.#playground;
    // A narrow window that shows the tests stays as it is.
    if (playground.pane === 'statement') playground.pane = 'work';
    playground.view.adjust({ tab: 'program' });
  }

  /** Whether there is no program. If so, `missingProgram` is set to the reason. */
  #isMissing(action: 'verdict' | 'run'): boolean {
    this.#withoutProgram = this.isWritten ? null : action;
    return !this.isWritten;
  }
}
