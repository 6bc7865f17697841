import { errorMessage } from '../../base/error-message.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Completion } from '../../domain/completion.ts';
import type { Judgement, TestScope } from '../../domain/judgement.ts';
import type { ProblemRef } from '../../domain/problem-ref.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Submission } from '../../domain/submission.ts';
import type { UnfinishedAnswer } from '../../domain/unfinished-answer.ts';
import type { JudgePort } from '../../judge/judge.ts';
import type { Asker } from '../../models/asking/asker.ts';
import { chosen, type ModelChoice } from '../../models/asking/model-choices.ts';
import { promptMessages } from '../../models/prompts/prompt-messages.ts';
import type { LastWords } from '../../storage/last-words.ts';
import type { TabChannel } from '../../storage/tab-channel.ts';
import type { Tables } from '../../storage/tables.ts';
import type { OpenedProblem, ProblemsState } from '../problems/problems-state.svelte.ts';
import type { PageView } from '../shell/page-view.svelte.ts';
import { AnswerState } from './answer-state.svelte.ts';
import { DialogsState } from './dialogs-state.svelte.ts';
import { DraftState } from './draft-state.svelte.ts';
import type { JudgingState } from './judging-state.svelte.ts';
import { OpenProblemState, type LeftOfProblem } from './open-problem-state.svelte.ts';
import { namesAnother, type Tab } from './playground-view.ts';
import type { TermsState } from './terms-state.svelte.ts';
import { VerdictState } from './verdict-state.svelte.ts';
import { XrayDialogState } from './xray-dialog-state.svelte.ts';

export interface PlaygroundParts {
  readonly view: PageView<'playground'>;
  readonly problems: ProblemsState;
  readonly asker: Asker;
  readonly terms: TermsState;
  readonly tables: Pick<Tables, 'drafts' | 'answers' | 'judgements'>;
  readonly tabs: TabChannel;
  readonly lastWords: LastWords;
  readonly judge: JudgePort;
  /** Tells the user something in a sentence. */
  readonly say: (text: string) => void;
}

/** The open problem: the user's program, the model's answer, and the verdict on either. */
export class PlaygroundState {
  readonly #parts: PlaygroundParts;
  readonly answer = new AnswerState();
  readonly draft: DraftState;
  readonly verdict: VerdictState;
  readonly terms: TermsState;
  readonly xray: XrayDialogState;
  readonly dialogs: DialogsState;
  readonly problem: OpenProblemState;
  /** What a narrow window shows: it has room for one. `work` is the tab that the address names. */
  pane = $state<'statement' | 'work' | 'verdict'>('statement');

  readonly choices = $derived.by(() =>
    this.#parts.asker.choices(this.opened?.answers ?? [], this.#parts.view.current.pick),
  );
  readonly choice = $derived.by(() => chosen(this.choices, this.#parts.view.current.pick));
  /** The messages as they will be sent. */
  readonly prompt = $derived.by(() =>
    this.opened === null ? [] : promptMessages(this.terms.preset, this.opened.problem),
  );
  readonly extraction = $derived.by(() => {
    const record = this.answer.record;
    return this.answer.phase === 'ended' && record !== null
      ? this.#parts.judge.extract(record.completion, this.terms.profile)
      : null;
  });
  constructor(parts: PlaygroundParts) {
    const { view, judge, tables, terms } = parts;
    this.#parts = parts;
    this.terms = terms;
    this.draft = new DraftState(tables.drafts, parts.tabs, parts.lastWords);
    this.verdict = new VerdictState(parts);
    this.dialogs = new DialogsState(view);
    const { answer, draft, judging } = this;
    const problem = (): Problem | null => this.opened?.problem ?? null;
    this.xray = new XrayDialogState({ view, judge, terms, problem, answer, draft, judging });
    const { tab, test } = view.current;
    this.pane = test !== null ? 'verdict' : tab === 'program' ? 'work' : 'statement';
    view.listen((now, previous) => {
      if (namesAnother(now, previous) && previous.problem !== null) this.pane = 'statement';
    });
    this.problem = new OpenProblemState({
      view,
      problems: parts.problems,
      tables,
      onLeave: () => this.#clear(),
      onOpen: (opened, left) => this.#show(opened, left),
    });
  }

  get opened(): OpenedProblem | null {
    return this.problem.opened;
  }

  get judging(): JudgingState {
    return this.verdict.judging;
  }

  get busy(): boolean {
    return this.answer.busy || this.judging.running;
  }

  /** Takes a model for the next question. The list that it is chosen from closes. */
  use(pick: string): void {
    if (this.dialogs.has('models')) this.dialogs.close('models', { pick });
    else this.#parts.view.go({ pick });
  }

  showTab(tab: Tab): void {
    this.pane = 'work';
    this.#parts.view.go({ tab });
  }

  useAnswer(): void {
    if (!this.extraction?.found) return;
    this.draft.replace(this.extraction.code);
    this.showTab('program');
  }

  /** Asks the chosen model, and judges what it answers. */
  async ask(): Promise<void> {
    await this.#judgeAnswered(this.choice?.label ?? '', this.#ask(this.choice));
  }

  /** Goes on with an answer that broke off, at its problem, and judges it. */
  async goOn(record: UnfinishedAnswer): Promise<void> {
    await this.#judgeAnswered(record.label, this.#goOn(record));
  }

  /** Shows an answer that was given elsewhere, with its verdict, as if it had been asked for here. */
  showAnswer(answer: Answer, report: Judgement | null, pick: string): void {
    if (this.opened === null) return;
    const { ref } = this.opened;
    this.stop();
    this.answer.show(answer);
    this.#saveTo(ref)(answer);
    this.verdict.take(ref, report);
    this.pane = 'work';
    this.#parts.view.adjust({ tab: 'answer', test: report?.report.firstFailed ?? null, pick });
  }

  async judgeAnswer(): Promise<void> {
    const completion = this.answer.record?.completion;
    if (completion && !this.answer.busy) await this.#judge({ kind: 'completion', completion }, 'all');
  }

  async submit(): Promise<void> {
    this.#showProgram();
    await this.#judge({ kind: 'program', code: this.draft.code }, 'all');
  }

  async runSamples(): Promise<void> {
    this.#showProgram();
    await this.#judge({ kind: 'program', code: this.draft.code }, 'public');
  }

  /** Gives the chosen rules' verdict on what the shown one is about. */
  async judgeAgain(): Promise<void> {
    const { kind, scope } = this.judging;
    if (kind === 'completion') await this.judgeAnswer();
    else if (scope === 'public') await this.runSamples();
    else await this.submit();
  }

  /** Stops whatever runs; what has come so far stays. */
  stop(): void {
    this.answer.stop();
    this.judging.stop();
  }

  async #ask(choice: ModelChoice | null): Promise<Completion | null> {
    const { opened, terms } = this;
    const { asker, view } = this.#parts;
    if (opened === null || this.answer.busy) return null;
    const missing = choice === null ? 'endpoint' : await asker.missing(choice);
    if (this.opened !== opened || this.answer.busy) return null;
    if (missing !== null)
      this.dialogs.open(missing === 'endpoint' ? { type: missing } : { type: 'models', tab: missing });
    if (missing !== null || choice === null) return null;
    this.judging.clear();
    this.pane = 'work';
    view.adjust({ tab: 'answer', test: null, pick: choice.id });
    await terms.known(choice);
    if (this.opened !== opened) return null;
    const question = terms.question(opened.problem);
    return this.answer.ask(
      (watch, signal) => asker.ask(choice, opened.ref, question, watch, signal),
      this.#saveTo(opened.ref),
    );
  }

  async #goOn(record: UnfinishedAnswer): Promise<Completion | null> {
    const { asker, say, view } = this.#parts;
    const { problem, label, modelId } = record;
    if (this.answer.busy || !(await this.problem.bring(problem))) return null;
    this.judging.clear();
    this.pane = 'work';
    view.adjust({ tab: 'answer', test: null, pick: `gpu:${modelId}` });
    if (!(await asker.canGoOn(record))) {
      say(`${label} is not on this device any more: download it again to go on.`);
      return null;
    }
    return this.answer.ask((watch, signal) => asker.goOn(record, watch, signal), this.#saveTo(problem));
  }

  /** Judges what is answered. Where the code of the model cannot be fetched, nothing was asked, and that is said. */
  async #judgeAnswered(label: string, asking: Promise<Completion | null>): Promise<void> {
    const completion = await asking.catch((error: unknown) => {
      const reason = errorMessage(error);
      this.#parts.say(`${label} could not be opened: ${reason}. Ask again, or choose another model.`);
      return null;
    });
    // A program that the user has submitted meanwhile is not cut short.
    if (completion !== null && !this.judging.running)
      await this.#judge({ kind: 'completion', completion }, 'all');
  }

  #saveTo(problem: ProblemRef): (record: Answer) => void {
    return (record) => void this.#parts.tables.answers.write(problem, record);
  }

  #showProgram(): void {
    // Whoever reads the tests on a narrow window goes on reading them.
    if (this.pane === 'statement') this.pane = 'work';
    this.#parts.view.adjust({ tab: 'program' });
  }

  async #judge(submission: Submission, scope: TestScope): Promise<void> {
    if (this.opened === null) return;
    this.draft.save();
    await this.verdict.judge(this.opened, submission, scope);
  }

  #clear(): void {
    this.draft.close();
    this.answer.clear();
    this.judging.clear();
    this.xray.clear();
  }

  #show({ ref, problem }: OpenedProblem, { draft, answer, judgement }: LeftOfProblem): void {
    this.draft.open(ref, draft, problem.starterCode);
    if (answer !== undefined) this.answer.show(answer);
    if (judgement !== undefined) this.judging.show(judgement);
    this.xray.follow();
  }
}
