/** Measures a model on this machine with one fixed prompt. */
import { byteText, duration, numberText } from '../../base/number-words.ts';
import type { ModelMeasure, ThreadChoice } from '../../domain/settings.ts';
import type { ChatModel, LoadPhase } from '../chat-model.ts';
import type { OrFailure } from '../failure.ts';
import type { GpuAdapter } from '../web-llm/gpu-facts.ts';
import { collectCompletion } from './collect.ts';

/** A prompt of about 150 tokens, which asks for an answer of 48 tokens. */
const PROMPT = `Read this statement, and write a Python program for it.

A warehouse keeps crates in a row. Each crate has a whole number as its weight. A worker may take crates from the left
end only, one after the other, and stops before the sum of the weights passes a given limit. The first line of the input
has the number of crates and the limit. The second line has the weights, from left to right. Print the number of crates
that the worker takes, and the sum of their weights, on one line with a space between them. There are at most one hundred
thousand crates, and no weight is larger than one million.`;
export const MEASURE_TOKENS = 48;

/**
 * Returns the fixed prompt. It begins with a number, because an engine that caches the last prompt would not
 * read an equal one again.
 */
export const measurePrompt = (number: number): string => `Measure ${number}. ${PROMPT}`;

/**
 * Loads the model, sends it the prompt, and disposes of it.
 * @param now returns milliseconds since 1970
 */
export async function measureModel(
  model: ChatModel,
  onPhase: (phase: LoadPhase) => void,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<OrFailure<{ readonly measure: ModelMeasure }> | 'stopped'> {
  try {
    const readiness = await model.load(onPhase, signal);
    if (signal.aborted) return 'stopped';
    if (!readiness.ok) return readiness;
    onPhase({ step: 'Asking the model', fraction: null });
    const content = measurePrompt(now());
    const sampling = { temperature: 0, topP: 1, maxTokens: MEASURE_TOKENS, seed: 0 };
    const request = { messages: [{ role: 'user', content }], sampling } as const;
    const answer = await collectCompletion(model.generate(request, signal));
    const { failure, identity, speed, completion } = answer;
    if (signal.aborted) return 'stopped';
    if (failure !== null) return { ok: false, failure };
    const { usage } = completion;
    const modelMeasure: ModelMeasure = {
      at: new Date(now()).toISOString(),
      engine: identity?.fingerprint ?? 'an engine without a name',
      promptTokens: usage?.promptTokens ?? null,
      promptSpeed: usage?.prefillTokensPerSecond ?? null,
      tokens: speed.tokens,
      answerSpeed: usage?.decodeTokensPerSecond ?? speed.tokensPerSecond,
      firstTokenMs: speed.firstTokenMs,
    };
    return { ok: true, measure: modelMeasure };
  } finally {
    model.dispose();
  }
}

/** Returns the measurement on one line. Unknown values are left out. */
export function measureWords(measure: ModelMeasure): string {
  const { promptTokens, promptSpeed, tokens, answerSpeed, firstTokenMs, engine, at } = measure;
  return [
    promptSpeed === null ? '' : `Prompt ${rateText(promptSpeed)} (${numberText(promptTokens ?? 0)} tokens)`,
    answerSpeed === null ? '' : `answer ${rateText(answerSpeed)} (${numberText(tokens)} tokens)`,
    firstTokenMs === null ? '' : `first token after ${duration(firstTokenMs)}`,
    engine,
    at.slice(0, 10),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The machine, as described in the report of a measurement. */
export interface MeasuredMachine {
  /** The name of the GPU with its features, or the reason why there is none. */
  readonly gpu: string;
  /** The limits of the GPU; null without one. */
  readonly gpuLimits: GpuLimits | null;
  readonly browser: string;
  readonly cores: number;
  /** Memory of the machine in GB; null if the browser does not report it. */
  readonly memoryGb: number | null;
  /** Whether the page is cross-origin isolated. Threads share memory only on isolated pages. */
  readonly isolated: boolean;
  /** Largest number of threads of a model on the CPU. */
  readonly mostThreads: number;
  /** The numbers of threads that were fastest, by the architecture of models. */
  readonly threadChoices: Readonly<Record<string, ThreadChoice>>;
}

type GpuLimits = Pick<
  GpuAdapter,
  | 'maxBufferSize'
  | 'maxStorageBufferBindingSize'
  | 'maxComputeWorkgroupStorageSize'
  | 'maxStorageBuffersPerShaderStage'
>;

/** Returns a report to copy, with one fact on each line. */
export function measureReport(label: string, measure: ModelMeasure, machine: MeasuredMachine): string {
  const { promptTokens, promptSpeed, tokens, answerSpeed, firstTokenMs, engine, at } = measure;
  const { gpu, gpuLimits, browser, cores, memoryGb, isolated, mostThreads, threadChoices } = machine;
  const choices = Object.entries(threadChoices).map(
    ([architecture, { threads, rate }]) => `${numberText(threads)} for ${architecture} (${rateText(rate)})`,
  );
  const speed = (value: number | null, count: number | null): string =>
    `${value === null ? 'not known' : rateText(value)}${count === null ? '' : `, ${numberText(count)} tokens`}`;
  return [
    `Model: ${label}`,
    `Ran on: ${engine}`,
    `Prompt: ${speed(promptSpeed, promptTokens)}`,
    `Answer: ${speed(answerSpeed, tokens)}`,
    `First token: ${firstTokenMs === null ? 'not known' : `after ${duration(firstTokenMs)}`}`,
    `GPU: ${gpu}`,
    ...(gpuLimits === null ? [] : [`GPU limits: ${limitsText(gpuLimits)}`]),
    `Machine: ${numberText(cores)} cores, ${memoryGb === null ? 'memory not known' : `${memoryGb} GB of memory or more`}, page ${isolated ? 'isolated' : 'not isolated'}`,
    `Threads: ${numberText(mostThreads)} at most${choices.length === 0 ? '' : `, fastest: ${choices.join(', ')}`}`,
    `Browser: ${browser}`,
    `Measured: ${at}`,
  ].join('\n');
}

const limitsText = (limits: GpuLimits): string =>
  [
    `buffers of ${byteText(limits.maxBufferSize)}`,
    `bindings of ${byteText(limits.maxStorageBufferBindingSize)}`,
    `${byteText(limits.maxComputeWorkgroupStorageSize)} of workgroup storage`,
    `${numberText(limits.maxStorageBuffersPerShaderStage)} storage buffers in a stage`,
  ].join(', ');

const rateText = (speed: number): string => `${numberText(speed, speed < 10 ? 1 : 0)} tokens/s`;
