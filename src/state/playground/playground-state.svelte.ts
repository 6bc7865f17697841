import { errorMessage } from '../../base/error-message.ts';
import { rawText, type Completion } from '../../domain/completion.ts';
import { findProfile } from '../../judge/profiles/custom.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import type { JudgePort } from '../../judge/judge.ts';
import { DEEPCODER_PROMPT } from '../../models/prompts/deepcoder.ts';
import { questionOf } from '../../models/asking/question.ts';
import { promptMessages } from '../../models/prompts/prompt-messages.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Judgement, TestScope } from '../../domain/judgement.ts';
import { isSameProblem, type ProblemRef } from '../../domain/problem-ref.ts';
import type { Submission, SubmissionKind } from '../../domain/submission.ts';
import type { UnfinishedAnswer } from '../../domain/unfinished-answer.ts';
import type { LastWords } from '../../storage/last-words.ts';
import type { TabChannel } from '../../storage/tab-channel.ts';
import type { Tables } from '../../storage/tables.ts';
import { AnswerState } from './answer-state.svelte.ts';
import { DialogsState } from './dialogs-state.svelte.ts';
import { DraftState } from './draft-state.svelte.ts';
import { JudgingState } from './judging-state.svelte.ts';
import { chosen } from '../../models/asking/model-choices.ts';
import type { Asker } from '../../models/asking/asker.ts';
import type { OpenedProblem, ProblemsState } from '../problems/problems-state.svelte.ts';
import type { PromptsState } from '../models/prompts-state.svelte.ts';
import type { SamplingState } from '../models/sampling-state.svelte.ts';
import type { Tab } from './playground-view.ts';
import type { PageView } from '../shell/page-view.svelte.ts';
import { XrayState } from './xray-state.svelte.ts';

export type ProblemPhase =
  | { readonly type: 'loading' }
  | { readonly type: 'ready' }
  | { readonly type: 'missing'; readonly id: string }
  | { readonly type: 'failed'; readonly message: string };

export interface PlaygroundParts {
  readonly view: PageView<'playground'>;
  readonly problems: ProblemsState;
  readonly asker: Asker;
  readonly prompts: PromptsState;
  readonly sampling: SamplingState;
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
  readonly judging: JudgingState;
  readonly xray: XrayState;
  readonly dialogs: DialogsState;
  #turn = 0;
  /** Ends when the problem that the address names is open. */
  #following: Promise<void> = Promise.resolve();
  #phase = $state.raw<ProblemPhase>({ type: 'loading' });
  #opened = $state.raw<OpenedProblem | null>(null);
  /** What a narrow window shows: it has room for one. `work` is the tab that the address names. */
  pane = $state<'statement' | 'work' | 'verdict'>('statement');
  /** What the user chose to X-ray; null leaves it to the page. */
  #xrayed = $state<SubmissionKind | null>(null);

  readonly choices = $derived.by(() =>
    this.#parts.asker.choices(this.#opened?.answers ?? [], this.#parts.view.current.pick),
  );
  readonly choice = $derived.by(() => chosen(this.choices, this.#parts.view.current.pick));
  /** What models are asked with; the default where the address names a prompt that is not on this device. */
  readonly preset = $derived.by(
    () => this.#parts.prompts.find(this.#parts.view.current.prompt) ?? DEEPCODER_PROMPT,
  );
  /** The name in the address that no prompt of this device has; null where all is well. */
  readonly unknownPrompt = $derived.by(() => {
    const { prompt } = this.#parts.view.current;
    const { prompts } = this.#parts;
    return prompts.loaded && prompts.find(prompt) === null ? prompt : null;
  });
  /** The messages as they will be sent. */
  readonly prompt = $derived.by(() =>
    this.#opened === null ? [] : promptMessages(this.preset, this.#opened.problem),
  );
  /** Whose rules judge from now on. */
  readonly profile = $derived.by(() => findProfile(this.#parts.view.current.rules) ?? STANDARD);
  readonly extraction = $derived.by(() => {
    const record = this.answer.record;
    return this.answer.phase === 'ended' && record !== null
      ? this.#parts.judge.extract(record.completion, this.profile)
      : null;
  });
  /** The shown verdict was given by other rules than those that are chosen. */
  readonly outdated = $derived.by(() => {
    const record = this.judging.record;
    return record !== null && record.report.profile !== this.profile.name;
  });
  /** What could be X-rayed now. */
  readonly xrayable = $derived.by((): readonly SubmissionKind[] => {
    const { phase, record } = this.answer;
    const answered = phase === 'ended' && record !== null && rawText(record.completion) !== '';
    return [
      ...(answered ? (['completion'] as const) : []),
      ...(this.draft.written ? (['program'] as const) : []),
    ];
  });
  /** What is X-rayed: as chosen, else what the verdict is about, else what is in front. */
  readonly xrayed = $derived.by((): SubmissionKind | null => {
    const inFront = this.#parts.view.current.tab === 'program' ? 'program' : 'completion';
    const wanted = [this.#xrayed, this.judging.record?.kind, inFront] as const;
    return wanted.find((kind) => kind && this.xrayable.includes(kind)) ?? this.xrayable[0] ?? null;
  });

  constructor(parts: PlaygroundParts) {
    this.#parts = parts;
    this.draft = new DraftState(parts.tables.drafts, parts.tabs, parts.lastWords);
    this.judging = new JudgingState(parts.judge);
    this.xray = new XrayState(parts.judge);
    this.dialogs = new DialogsState(parts.view);
    const { tab, test } = parts.view.current;
    this.pane = test !== null ? 'verdict' : tab === 'program' ? 'work' : 'statement';
    parts.view.listen((view, previous) => {
      if (view.dialog?.type !== previous.dialog?.type) this.#followXray();
      if (view.problem === previous.problem && view.in === previous.in) return;
      if (previous.problem !== null) this.pane = 'statement';
      this.#following = this.#follow();
    });
  }

  get phase(): ProblemPhase {
    return this.#phase;
  }

  get opened(): OpenedProblem | null {
    return this.#opened;
  }

  get busy(): boolean {
    return this.answer.busy || this.judging.running;
  }

  /** Opens what the address names, or the first problem. Called once when the list is there. */
  async start(): Promise<void> {
    const first = this.#parts.problems.first;
    if (this.#parts.view.current.problem === null && first !== null) {
      this.#parts.view.adjust(this.#parts.problems.addressOf(first));
    } else {
      await this.#follow();
    }
  }

  /** Tries an unknown address again, after a file has brought new problems or taken some away. */
  reopen(): void {
    if (!isSameProblem(this.#named, this.#opened?.ref ?? null)) void this.#follow();
  }

  goTo(problem: ProblemRef): void {
    const address = this.#parts.problems.addressOf(problem);
    this.#parts.view.go({ ...address, test: null, dialog: null });
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
    const opened = this.#opened;
    const choice = this.choice;
    if (opened === null || this.answer.busy) return;
    const missing = choice === null ? 'endpoint' : await this.#parts.asker.missing(choice);
    if (this.#opened !== opened || this.answer.busy) return;
    if (missing !== null)
      this.dialogs.open(missing === 'endpoint' ? { type: missing } : { type: 'models', tab: missing });
    if (missing !== null || choice === null) return;
    this.judging.clear();
    this.pane = 'work';
    this.#parts.view.adjust({ tab: 'answer', test: null, pick: choice.id });
    // A prompt that the address names may still be on its way.
    if (choice.type !== 'recorded') await this.#parts.prompts.load();
    if (this.#opened !== opened) return;
    const { current, logprobs } = this.#parts.sampling;
    const question = questionOf(opened.problem, this.preset, current, logprobs);
    const save = this.#saveTo(opened.ref);
    const completion = await this.answer.ask(
      (watch, signal) => this.#parts.asker.ask(choice, opened.ref, question, watch, signal),
      save,
    );
    await this.#judgeUnlessBusy(completion);
  }

  /** Goes on with an answer that broke off, at its problem, and judges it. */
  async goOn(record: UnfinishedAnswer): Promise<void> {
    if (this.answer.busy) return;
    const { asker, say } = this.#parts;
    const { problem } = record;
    const isOpen = (): boolean => isSameProblem(this.#opened?.ref ?? null, problem);
    if (!isOpen()) {
      this.goTo(problem);
      await this.#following;
      if (!isOpen()) return;
    }
    this.judging.clear();
    this.pane = 'work';
    this.#parts.view.adjust({ tab: 'answer', test: null, pick: `gpu:${record.modelId}` });
    if (!(await asker.canGoOn(record)))
      return say(`${record.label} is not on this device any more: download it again to go on.`);
    const completion = await this.answer.ask(
      (watch, signal) => asker.goOn(record, watch, signal),
      this.#saveTo(problem),
    );
    await this.#judgeUnlessBusy(completion);
  }

  /** Shows an answer that was given elsewhere, with its verdict, as if it had been asked for here. */
  showAnswer(answer: Answer, report: Judgement | null, pick: string): void {
    if (this.#opened === null) return;
    const { ref } = this.#opened;
    this.stop();
    this.answer.show(answer);
    this.#saveTo(ref)(answer);
    this.judging.clear();
    if (report === null) void this.#parts.tables.judgements.delete([ref]);
    else {
      this.judging.show(report);
      this.#store(ref, report);
    }
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

  openXray(): void {
    this.#xrayed = null;
    this.#parts.view.go({ dialog: { type: 'xray' } });
  }

  /** Takes an X-ray of what is named, even where it has been taken before. */
  async takeXray(kind: SubmissionKind): Promise<void> {
    const submission = this.#submissionOf(kind);
    if (this.#opened === null || submission === null) return;
    this.#xrayed = kind;
    await this.xray.run(this.#opened.problem, submission, this.profile);
  }

  /** Stops whatever runs; what has come so far stays. */
  stop(): void {
    this.answer.stop();
    this.judging.stop();
  }

  #saveTo(problem: ProblemRef): (record: Answer) => void {
    return (record) => void this.#parts.tables.answers.write(problem, record);
  }

  /** A program that the user has submitted meanwhile is not cut short. */
  async #judgeUnlessBusy(completion: Completion | null): Promise<void> {
    if (completion !== null && !this.judging.running)
      await this.#judge({ kind: 'completion', completion }, 'all');
  }

  #followXray(): void {
    const kind = this.xrayed;
    if (this.#parts.view.current.dialog?.type !== 'xray') this.xray.stop();
    else if (kind !== null) {
      const submission = this.#submissionOf(kind);
      if (submission !== null && !this.xray.holds(submission, this.profile)) void this.takeXray(kind);
    }
  }

  #submissionOf(kind: SubmissionKind): Submission | null {
    if (!this.xrayable.includes(kind)) return null;
    if (kind === 'program') return { kind, code: this.draft.code };
    const completion = this.answer.record?.completion;
    return completion ? { kind, completion } : null;
  }

  #showProgram(): void {
    // Whoever reads the tests on a narrow window goes on reading them.
    if (this.pane === 'statement') this.pane = 'work';
    this.#parts.view.adjust({ tab: 'program' });
  }

  async #judge(submission: Submission, scope: TestScope): Promise<void> {
    const opened = this.#opened;
    if (opened === null) return;
    this.draft.save();
    this.#parts.view.adjust({ test: null });
    const record = await this.judging.run(opened.problem, submission, scope, this.profile);
    if (record === null) return;
    const { report } = record;
    // The first failure is what everyone looks for next.
    if (report.firstFailed !== null && report.testsRun > 0)
      this.#parts.view.adjust({ test: report.firstFailed });
    if (!report.flags.includes('stopped')) this.#store(opened.ref, record);
  }

  #store(problem: ProblemRef, record: Judgement): void {
    const { reward } = record.report;
    void this.#parts.tables.judgements.write(problem, record);
    if (reward !== null) this.#parts.problems.record(problem, reward);
  }

  /** What the address names, else the first problem; null for what is not here. */
  get #named(): ProblemRef | null {
    const { problem, in: set } = this.#parts.view.current;
    const { problems } = this.#parts;
    return problem === null ? problems.first : problems.named({ problem, in: set });
  }

  async #follow(): Promise<void> {
    const turn = ++this.#turn;
    this.draft.close();
    this.answer.clear();
    this.judging.clear();
    this.xray.clear();
    this.#xrayed = null;
    this.#opened = null;
    const ref = this.#named;
    const missing: ProblemPhase = { type: 'missing', id: this.#parts.view.current.problem ?? '' };
    this.#phase = ref === null ? missing : { type: 'loading' };
    if (ref === null) return;
    const { drafts, answers, judgements } = this.#parts.tables;
    try {
      const opened = await this.#parts.problems.open(ref);
      const [draft, answer, judgement] = await Promise.all([
        drafts.read(ref),
        answers.read(ref),
        judgements.read(ref),
      ]);
      if (turn !== this.#turn) return;
      if (opened === null) {
        this.#phase = missing;
        return;
      }
      this.#opened = opened;
      this.draft.open(ref, draft, opened.problem.starterCode);
      if (answer !== undefined) this.answer.show(answer);
      if (fits(judgement, opened)) this.judging.show(judgement);
      this.#phase = { type: 'ready' };
      this.#followXray();
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#phase = { type: 'failed', message: errorMessage(error) };
    }
  }
}

/** A report of a problem that has changed since (a set imported again) says nothing about it. */
function fits(record: Judgement | undefined, { problem }: OpenedProblem): record is Judgement {
  return record !== undefined && record.report.testsTotal === problem.tests.length;
}
