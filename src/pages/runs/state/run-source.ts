/** Sources of the answers of a run. */
import type { Redraw } from '../../../domain/redraw.ts';
import { answersOf, type Run, type RunSampleKey } from '../../../domain/run.ts';
import type { Answer } from '../../../domain/answer.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import { ask } from '../../../models/asking/ask.ts';
import type { Asker } from '../../../models/asking/asker.ts';
import type { ModelChoice } from '../../../models/asking/model-choices.ts';
import { questionOf, withSeed } from '../../../models/asking/question.ts';
import { RecordedModel } from '../../../models/recorded/recorded-model.ts';
import { unanswered } from '../../../runs/pipeline/unanswered.ts';
import { answerNotStored } from '../../../runs/words/records.ts';
import { interruptedAsFailure } from '../../../runs/pipeline/interrupted-as-failure.ts';
import type { RunStore } from '../../../storage/run-store.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import * as words from '../words/state.ts';

export interface RunSourceParts {
  readonly asker: Pick<Asker, 'choices' | 'missing' | 'ask'>;
  readonly store: Pick<RunStore, 'answer'>;
  /** Address of the server that is set up; '' for none. */
  readonly address: () => string;
}

/** Reason why a run cannot begin; null when it can. */
export async function missingFor(
  { source, profile }: Run,
  { asker, address }: RunSourceParts,
): Promise<string | null> {
  if (findProfile(profile) === null) return words.unknownGrader(profile);
  if (source.type !== 'model') return null;
  const choice = choiceOf(asker, source.choice);
  if (choice === undefined) return words.unknownModelChoose(source.label);
  switch (await asker.missing(choice)) {
    case 'endpoint':
      return words.noServer;
    case 'gpu':
      return words.modelToDownload(source.label);
    case 'cpu':
      return words.modelToAdd(source.label);
    case null:
      // Answers of two servers are no run of one model.
      return source.address === undefined || source.address === address()
        ? null
        : words.otherServer(source.address, address());
  }
}

/**
 * One answer; null when it was stopped. A failure is part of the answer.
 * @param redrawn for a sample that is asked with a limit of its own
 */
export async function answerOf(
  run: Run,
  key: RunSampleKey,
  { problem, ref, answers }: OpenedProblem,
  { asker, store }: RunSourceParts,
  signal: AbortSignal,
  redrawn?: Redraw,
): Promise<Answer | null> {
  switch (run.source.type) {
    case 'model': {
      const { choice: id, label } = run.source;
      const choice = choiceOf(asker, id);
      if (choice === undefined || run.asked === null)
        return unanswered(words.unknownModel(label), 'not-downloaded');
      const sampling = { ...run.asked.sampling, ...(redrawn && { maxTokens: redrawn.limit }) };
      const question = questionOf(problem, run.asked.prompt, sampling, false);
      const seeded = { ...question, ...withSeed(question, key.sample) };
      const answer = await asker.ask(choice, ref, seeded, {}, signal);
      return answer && { ...interruptedAsFailure(answer), ...(redrawn && { redrawn }) };
    }
    case 'recorded': {
      const recorded = answers[key.sample];
      if (recorded === undefined) return unanswered(words.noRecordedAnswer);
      const label = words.recordedAnswer(recorded.kind);
      const question = { messages: [], sampling: UNSENT, prompt: null };
      return ask({ model: new RecordedModel(recorded, { delayMs: 0 }), label, question }, {}, signal);
    }
    case 'answers':
    case 'file': {
      const answer = await store.answer({ id: answersOf(run), source: run.source }, key);
      if (answer === null) return unanswered(answerNotStored());
      // A replayed failure says nothing about the next sample, so only its message and remedy are kept.
      if (answer.failure === null) return answer;
      const { message, remedy } = answer.failure;
      return { ...answer, failure: { message, remedy } };
    }
  }
}

function choiceOf(asker: Pick<Asker, 'choices'>, id: string): ModelChoice | undefined {
  return asker.choices([], id).find((choice) => choice.id === id);
}

const UNSENT = { temperature: 0, topP: 1, maxTokens: null, seed: null };
