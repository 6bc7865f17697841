import { errorMessage } from '../../../base/error-message.ts';
import { authorOf, type Answer, type Author } from '../../../domain/answer.ts';
import type { Completion } from '../../../domain/completion.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem-ref.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { UnfinishedAnswer } from '../../../domain/unfinished-answer.ts';
import type { Extraction } from '../../../judge/extract/extraction.ts';
import type { JudgePort, OwnRunPort } from '../../../judge/judge.ts';
import type { Asker } from '../../../models/asking/asker.ts';
import type { TabChannel } from '../../../storage/tab-channel.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import { AnswerState } from './answer-state.svelte.ts';
import { DialogsState } from './dialogs-state.svelte.ts';
import { DraftState, type DraftWords } from './draft-state.svelte.ts';
import { HistoryWriter } from './history-writer.svelte.ts';
import type { JudgingState } from './judging-state.svelte.ts';
import { OpenProblemState, type LeftOfProblem } from './open-problem-state.svelte.ts';
import { PastingState } from './pasting-state.svelte.ts';
import { type PlaygroundView, namesAnother, type Pane, type Tab } from './playground-view.ts';
import { ProgramState } from './program-state.svelte.ts';
import { QuestionState } from './question-state.svelte.ts';
import type { TermsState } from './terms-state.svelte.ts';
import { VerdictState } from './verdict-state.svelte.ts';
import { XrayDialogState } from './xray-dialog-state.svelte.ts';

export interface PlaygroundParts {
  readonly view: PageView<PlaygroundView>;
  readonly problems: ProblemsState;
  readonly asker: Asker;
  readonly terms: TermsState;
  readonly tables: Pick<Tables, 'drafts' | 'answers' | 'judgements' | 'history'>;
  readonly tabs: TabChannel;
  readonly words: DraftWords;
  readonly judge: JudgePort & OwnRunPort;
  /** Tells the user something in a sentence. */
  readonly say: (text: string) => void;
}

/** The open problem: the user's program, the model's answer, and the verdict on either. */
export class PlaygroundState {
  readonly #parts: PlaygroundParts;
  readonly answer = new AnswerState();
  readonly draft: DraftState;
  readonly verdict: VerdictState;
  readonly history: HistoryWriter;
  readonly terms: TermsState;
  readonly xray: XrayDialogState;
  readonly dialogs: DialogsState;
  readonly problem: OpenProblemState;
  readonly question: QuestionState;
  readonly program: ProgramState;
  readonly pasting = new PastingState();
  pane = $state<Pane>('statement');

  readonly extraction = $derived.by(() => {
    const record = this.answer.record;
    return this.answer.phase === 'ended' && record !== null ? this.extract(record.completion) : null;
  });
  /** Whether the program has changed since the shown verdict. */
  readonly changedSince = $derived.by(() => {
    const judged = this.judging.record?.program;
    return judged !== undefined && judged !== this.draft.code;
  });

  constructor(parts: PlaygroundParts) {
    const { view, judge, tables, terms } = parts;
    this.#parts = parts;
    this.terms = terms;
    this.draft = new DraftState(tables.drafts, parts.tabs, parts.words);
    this.history = new HistoryWriter(parts);
    this.verdict = new VerdictState({ ...parts, history: this.history });
    this.dialogs = new DialogsState(view);
    const { answer, draft } = this;
    const shown = (): Problem | null => this.opened?.problem ?? null;
    this.xray = new XrayDialogState({ view, judge, terms, problem: shown, answer, draft });
    const { tab, test } = view.current;
    this.pane = test !== null ? 'verdict' : tab === 'program' ? 'work' : 'statement';
    view.listen((now, previous) => {
      if (namesAnother(now, previous) && previous.problem !== null) this.pane = 'statement';
    });
    this.problem = new OpenProblemState({
      ...parts,
      onLeave: () => this.#clear(),
      onOpen: (opened, left) => this.#show(opened, left),
    });
    const { problem, verdict } = this;
    this.program = new ProgramState({
      ...parts,
      problem,
      draft,
      verdict,
      screen: this,
      authorOf: (code) => this.#authorOf(code),
    });
    this.question = new QuestionState({
      ...parts,
      problem,
      answer,
      dialogs: this.dialogs,
      onBegin: (pick) => {
        verdict.completion.clear();
        this.pane = 'work';
        view.adjust({ tab: 'answer', test: null, pick });
      },
      savesTo: (ref) => this.#savesTo(ref),
    });
  }

  get opened(): OpenedProblem | null {
    return this.problem.opened;
  }

  /** The judging of the submission in the visible tab. */
  get judging(): JudgingState {
    return this.verdict.judging;
  }

  get busy(): boolean {
    return this.answer.busy || this.verdict.running || this.program.ownInput?.running === true;
  }

  /** Takes a model for the next question. The list that it is chosen from closes. */
  use(pick: string): void {
    if (this.dialogs.has('models')) this.dialogs.close('models', { pick });
    else this.#parts.view.go({ pick });
  }

  showTab(tab: Tab): void {
    this.pane = 'work';
    const { view } = this.#parts;
    // Each tab has its own tests.
    if (view.current.tab !== tab) view.go({ tab, test: this.verdict.testOf(tab) });
  }

  useAnswer(): void {
    const { record } = this.answer;
    if (record !== null && this.extraction?.found)
      this.program.putBack(this.extraction.code, authorOf(record));
  }

  /**
   * A file has brought problems. The first of them opens, unless something runs or a dialog is in front; what the address
   * names and was not here before comes before it.
   * @param set null where the file had none
   */
  arrive(set: string | null): void {
    const { problems, view } = this.#parts;
    const first = set === null ? null : problems.firstOf(set);
    const isWaitedFor = this.problem.phase.type === 'missing';
    this.problem.reopen();
    if (first === null || (isWaitedFor && this.problem.phase.type !== 'missing')) return;
    if (this.busy || view.current.dialog !== null) return;
    this.dialogs.close('problems');
    if (isSameProblem(first, this.opened?.ref ?? null)) this.problem.reload();
    else this.problem.goTo(first);
  }

  /** Asks the chosen model, and judges what it answers. */
  async ask(): Promise<void> {
    await this.#judgeAnswered(this.question.choice?.label ?? '', this.question.ask());
  }

  /** Continues an interrupted answer, at its problem, and judges it. */
  async goOn(record: UnfinishedAnswer): Promise<void> {
    await this.#judgeAnswered(record.label, this.question.goOn(record));
  }

  /** Shows an answer of another page or tool, with its verdict, as if it had been asked for here. */
  showAnswer(answer: Answer, report: Judgement | null, pick: string | null): void {
    if (this.opened === null) return;
    const { ref } = this.opened;
    this.stop();
    this.answer.show(answer);
    this.#savesTo(ref)(answer);
    this.verdict.take(this.opened, answer, report);
    this.pane = 'work';
    this.#parts.view.adjust({ tab: 'answer', test: report?.report.firstFailed ?? null, pick });
  }

  /** Pastes an answer of another tool and judges it. An open X-ray includes it. */
  async paste(answer: Answer): Promise<void> {
    if (this.opened === null) return;
    this.showAnswer(answer, null, this.#parts.view.current.pick);
    if (this.dialogs.has('xray')) void this.xray.take('completion');
    await this.judgeAnswer();
  }

  /** The program that the chosen rules take out of a completion. */
  extract(completion: Completion): Extraction {
    return this.#parts.judge.extract(completion, this.terms.profile);
  }

  async judgeAnswer(): Promise<void> {
    const { record, busy } = this.answer;
    if (this.opened === null || record === null || busy) return;
    this.draft.save();
    const { completion } = record;
    await this.verdict.judge(this.opened, authorOf(record), { kind: 'completion', completion }, 'all');
  }

  /** Gives the chosen rules' verdict on what the shown one is about. */
  async judgeAgain(): Promise<void> {
    if (this.judging === this.verdict.completion) await this.judgeAnswer();
    else if (this.judging.scope === 'public') await this.program.runSamples();
    else await this.program.submit();
  }

  /** Runs the tests that were left out when the reward was decided. */
  async runRest(): Promise<void> {
    if (this.opened !== null) await this.verdict.runRest(this.opened.ref);
  }

  /** Stops all work; the results so far are kept. */
  stop(): void {
    this.answer.stop();
    this.verdict.stop();
    this.program.ownInput?.stop();
  }

  /**
   * Judges the answer of a question. When the model's code cannot be fetched, no question was asked, and the user is
   * notified.
   */
  async #judgeAnswered(label: string, asking: Promise<Completion | null>): Promise<void> {
    const completion = await asking.catch((error: unknown) => {
      const reason = errorMessage(error);
      this.#parts.say(`${label} could not be loaded: ${reason}. Ask again, or choose another model.`);
      return null;
    });
    if (completion !== null) await this.judgeAnswer();
  }

  /**
   * Returns a function that stores an answer as it grows. Its first call discards the verdict on the answer before it.
   */
  #savesTo(problem: ProblemRef): (record: Answer) => void {
    const { answers } = this.#parts.tables;
    let forgotten: Promise<void> | null = null;
    return (record) =>
      void (forgotten ??= this.verdict.forget(problem)).then(() => answers.write(problem, record));
  }

  /** The user is not the author of a program that was put in or copied from the shown answer without a change. */
  #authorOf(code: string): Author {
    const { record } = this.answer;
    const isCopied = this.extraction?.found && this.extraction.code.trim() === code.trim();
    return record !== null && isCopied ? authorOf(record) : this.draft.author;
  }

  #clear(): void {
    this.program.clear();
    this.answer.clear();
    this.verdict.clear();
    this.xray.clear();
    this.pasting.clear();
  }

  #show({ ref, problem }: OpenedProblem, { draft, answer, judgements }: LeftOfProblem): void {
    this.draft.open(ref, draft, problem.starterCode);
    this.program.open(ref, problem, draft?.input);
    if (answer !== undefined) this.answer.show(answer);
    this.verdict.show(problem, answer, judgements);
    this.xray.follow();
  }
}
