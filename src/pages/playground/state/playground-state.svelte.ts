import { errorMessage } from '../../../base/error-message.ts';
import { authorOf, type Answer, type Author, type UnfinishedAnswer } from '../../../domain/answer.ts';
import type { Completion } from '../../../domain/completion.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem.ts';
import type { Extraction } from '../../../judge/extract/fences.ts';
import { chosenModel } from '../../../models/asking/model-choices.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import { AnswerState, type AskModel } from './answer-state.svelte.ts';
import { DialogsState } from './dialogs-state.svelte.ts';
import { DraftState } from './draft-state.svelte.ts';
import { HistoryWriter, VerdictState } from './verdict-state.svelte.ts';
import type { JudgingState } from './judging-state.svelte.ts';
import { OpenProblemState } from './open-problem-state.svelte.ts';
import type { PlaygroundParts } from './playground-parts.ts';
import { type PlaygroundView, namesAnother, type Pane, type Tab } from './playground-view.ts';
import { ProgramState } from './program-state.svelte.ts';
import type { TermsState } from './terms-state.svelte.ts';

/** The open problem: the user's program, the model's answer, and the verdicts on both. */
export class PlaygroundState {
  readonly #parts: PlaygroundParts;
  readonly view: PageView<PlaygroundView>;
  readonly terms: TermsState;
  readonly dialogs: DialogsState;
  readonly answer = new AnswerState();
  readonly draft: DraftState;
  readonly history: HistoryWriter;
  readonly verdict: VerdictState;
  readonly problem: OpenProblemState;
  readonly program: ProgramState;
  pane = $state<Pane>('statement');
  /** The text of a pasted answer, until the answer is used or the user leaves its problem. */
  pastedText = $state('');
  /** Name of the author of the pasted answer. */
  pastedName = $state('');

  /** The models that can be asked about the open problem. */
  readonly choices = $derived.by(() =>
    this.#parts.asker.choices(this.openedProblem?.answers ?? [], this.view.current.pick),
  );
  /** Whether a model is set up. Otherwise, only recorded answers can be played. */
  readonly hasModel = $derived.by(() => this.choices.some(({ type }) => type !== 'recorded'));
  /** The model choice in the address, or else the one that produced the shown answer. */
  readonly choice = $derived.by(() => {
    const from = this.choices.find(({ label }) => label === this.answer.record?.label);
    return chosenModel(this.choices, this.view.current.pick ?? from?.id ?? null);
  });
  readonly extraction = $derived.by(() => {
    const record = this.answer.record;
    return this.answer.phase === 'ended' && record !== null ? this.extract(record.completion) : null;
  });
  /** Whether the program has changed since the shown verdict. */
  readonly changedSince = $derived.by(() => {
    const judgedCode = this.judging.record?.program;
    return judgedCode !== undefined && judgedCode !== this.draft.code;
  });

  constructor(parts: PlaygroundParts) {
    const { view, problems, tables, showNotice } = parts;
    this.#parts = parts;
    this.view = view;
    this.terms = parts.terms;
    this.dialogs = new DialogsState(view);
    this.draft = new DraftState(tables.drafts, parts.tabs, parts.unloadDrafts);
    this.history = new HistoryWriter(
      tables,
      (...recordArguments) => problems.record(...recordArguments),
      showNotice,
    );
    this.verdict = new VerdictState(parts, this.history);
    const { tab, test } = view.current;
    this.pane = test !== null ? 'verdict' : tab === 'program' ? 'work' : 'statement';
    view.listen((current, previous) => {
      if (namesAnother(current, previous) && previous.problem !== null) this.pane = 'statement';
    });
    this.problem = new OpenProblemState(
      parts,
      () => this.#clear(),
      ({ ref, problem }, { draft, answer, judgements }) => {
        this.draft.open(ref, draft, problem.starterCode);
        this.program.open(ref, problem, draft?.input);
        if (answer !== undefined) this.answer.show(answer);
        this.verdict.show(problem, answer, judgements);
      },
    );
    this.program = new ProgramState(parts, this);
  }

  get openedProblem(): OpenedProblem | null {
    return this.problem.openedProblem;
  }

  /** The judging of the submission in the visible tab. */
  get judging(): JudgingState {
    return this.verdict.judging;
  }

  get busy(): boolean {
    return this.answer.busy || this.verdict.running || this.program.ownInput?.running === true;
  }

  /** Selects a model for the next question, and closes the list of models. */
  use(pick: string): void {
    if (this.dialogs.has('models')) this.dialogs.close('models', { pick });
    else this.view.go({ pick });
  }

  showTab(tab: Tab): void {
    this.pane = 'work';
    const { view } = this;
    // Each tab has its own tests.
    if (view.current.tab !== tab) view.go({ tab, test: this.verdict.testOf(tab) });
  }

  useAnswer(): void {
    const { record } = this.answer;
    if (record !== null && this.extraction?.found)
      this.program.putBack(this.extraction.code, authorOf(record));
  }

  /**
   * Opens the first imported problem, unless a task runs or a dialog is open. If the problem in the address was missing
   * before, that problem is opened instead.
   * @param set the set of the imported problems, or null if there is none
   */
  arrive(set: string | null): void {
    const { view } = this;
    const { problems } = this.#parts;
    const first = set === null ? null : problems.firstOf(set);
    const isWaitedFor = this.problem.phase.type === 'missing';
    this.problem.reopen();
    if (first === null || (isWaitedFor && this.problem.phase.type !== 'missing')) return;
    if (this.busy || view.current.dialog !== null) return;
    this.dialogs.close('problems');
    if (isSameProblem(first, this.openedProblem?.ref ?? null)) this.problem.reload();
    else this.problem.goTo(first);
  }

  /** Asks the chosen model about the open problem, or the one that is being opened, and judges the answer. */
  async ask(): Promise<void> {
    await this.#judgeAnswered(this.choice?.label ?? '', this.#ask());
  }

  /** Continues an interrupted answer to its problem, and judges it. */
  async goOn(record: UnfinishedAnswer): Promise<void> {
    await this.#judgeAnswered(record.label, this.#goOn(record));
  }

  /** Shows an answer of another page or tool with its verdict, as if it had been requested here. */
  showAnswer(answer: Answer, report: Judgement | null, pick: string | null): void {
    if (this.openedProblem === null) return;
    const { ref } = this.openedProblem;
    this.stop();
    this.answer.show(answer);
    this.#savesTo(ref)(answer);
    this.verdict.take(this.openedProblem, answer, report);
    this.pane = 'work';
    this.view.adjust({ tab: 'answer', test: report?.report.firstFailed ?? null, pick });
  }

  /** Pastes an answer of another tool and judges it. */
  async paste(answer: Answer): Promise<void> {
    if (this.openedProblem === null) return;
    this.showAnswer(answer, null, this.view.current.pick);
    await this.judgeAnswer();
  }

  /** Extracts the program from a completion by the chosen rules. */
  extract(completion: Completion): Extraction {
    return this.#parts.judge.extract(completion, this.terms.profile);
  }

  async judgeAnswer(): Promise<void> {
    const { record, busy } = this.answer;
    if (this.openedProblem === null || record === null || busy) return;
    this.draft.save();
    const { completion } = record;
    await this.verdict.judge(this.openedProblem, authorOf(record), { kind: 'completion', completion }, 'all');
  }

  /** Judges the shown submission again by the chosen rules. */
  async judgeAgain(): Promise<void> {
    if (this.judging === this.verdict.completion) await this.judgeAnswer();
    else if (this.judging.scope === 'public') await this.program.runSamples();
    else await this.program.submit();
  }

  /** Runs the tests that were not run because the reward was decided. */
  async runRest(): Promise<void> {
    if (this.openedProblem !== null) await this.verdict.runRest(this.openedProblem.ref);
  }

  /** Stops all work; the results so far are kept. */
  stop(): void {
    this.answer.stop();
    this.verdict.stop();
    this.program.ownInput?.stop();
  }

  /** Resolves with null if there is no answer. If the model is not ready, the dialog for setting it up is opened. */
  async #ask(): Promise<Completion | null> {
    const { answer, problem, terms } = this;
    const { asker } = this.#parts;
    const openedProblem = this.openedProblem ?? (await problem.opening());
    // The choices depend on the problem, so the choice is read after it opens.
    const { choice } = this;
    if (openedProblem === null || answer.busy) return null;
    const missingPart = choice === null ? 'endpoint' : await asker.missingSetting(choice);
    if (this.openedProblem !== openedProblem || answer.busy) return null;
    if (missingPart !== null)
      this.dialogs.open(missingPart === 'endpoint' ? { type: missingPart } : { type: 'models' });
    if (missingPart !== null || choice === null) return null;
    this.#beginAnswer(choice.id);
    await terms.whenReady(choice);
    const question = await terms.question(openedProblem.problem);
    if (this.openedProblem !== openedProblem) return null;
    return this.#answer(openedProblem.ref, (watch, signal) =>
      asker.ask(choice, openedProblem.ref, question, watch, signal),
    );
  }

  async #goOn(record: UnfinishedAnswer): Promise<Completion | null> {
    const { asker, showNotice } = this.#parts;
    if (this.answer.busy || !(await this.problem.bring(record.problem))) return null;
    this.#beginAnswer(`gpu:${record.modelId}`);
    if (await asker.canGoOn(record))
      return this.#answer(record.problem, (watch, signal) => asker.goOn(record, watch, signal));
    showNotice(`${record.label} is no longer on this device. Download it again to continue.`);
    return null;
  }

  /** Shows the answer panel, and hides the verdict on the previous answer. */
  #beginAnswer(pick: string): void {
    this.verdict.completion.clear();
    this.pane = 'work';
    this.view.adjust({ tab: 'answer', test: null, pick });
  }

  #answer(problem: ProblemRef, ask: AskModel): Promise<Completion | null> {
    return this.answer.ask(ask, this.#savesTo(problem));
  }

  /**
   * Judges the answer to a question. If the model's code cannot be fetched, no question was asked, and the user is
   * notified.
   */
  async #judgeAnswered(label: string, answerPromise: Promise<Completion | null>): Promise<void> {
    const completion = await answerPromise.catch((error: unknown) => {
      const reason = errorMessage(error);
      this.#parts.showNotice(`${label} could not be loaded: ${reason}. Ask again, or choose another model.`);
      return null;
    });
    if (completion !== null) await this.judgeAnswer();
  }

  /**
   * Returns a function that stores an answer during streaming. Its first call deletes the verdict on the previous
   * answer.
   */
  #savesTo(problem: ProblemRef): (record: Answer) => void {
    const { answers } = this.#parts.tables;
    let forgetPromise: Promise<void> | null = null;
    return (record) =>
      void (forgetPromise ??= this.verdict.forget(problem)).then(() => answers.write(problem, record));
  }

  /**
   * Returns the author of a program. If the program was inserted, or copied from the shown answer, without a change,
   * the author is not the user.
   */
  authorOf(code: string): Author {
    const { record } = this.answer;
    const isCopied = this.extraction?.found && this.extraction.code.trim() === code.trim();
    return record !== null && isCopied ? authorOf(record) : this.draft.author;
  }

  #clear(): void {
    this.program.clear();
    this.answer.clear();
    this.verdict.clear();
    this.pastedText = this.pastedName = '';
  }
}
