/** Words about the measured speed of a model on this machine. */
import { duration, numberText } from '../../base/number-words.ts';
import type { ModelMeasure } from '../../domain/settings.ts';

export const unnamedEngine = 'an engine without a name';

/** The figures in one line; figures that are not known are left out. */
export function measureWords(measure: ModelMeasure): string {
  const { promptTokens, promptSpeed, tokens, answerSpeed, firstTokenMs, engine, at } = measure;
  return [
    promptSpeed === null ? '' : `Prompt ${rate(promptSpeed)} (${numberText(promptTokens ?? 0)} tokens)`,
    answerSpeed === null ? '' : `answer ${rate(answerSpeed)} (${numberText(tokens)} tokens)`,
    firstTokenMs === null ? '' : `first token after ${duration(firstTokenMs)}`,
    engine,
    at.slice(0, 10),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The machine, as a report of a measurement describes it. */
export interface MeasuredMachine {
  /** The name of the GPU with its features, or the reason that there is none. */
  readonly gpu: string;
  readonly browser: string;
  readonly cores: number;
  /** Null where the browser does not say. */
  readonly memoryGb: number | null;
  /** Threads share memory on isolated pages only. */
  readonly isolated: boolean;
}

/** A report to copy: a fact a line. */
export function measureReport(label: string, measure: ModelMeasure, machine: MeasuredMachine): string {
  const { promptTokens, promptSpeed, tokens, answerSpeed, firstTokenMs, engine, at } = measure;
  const { gpu, browser, cores, memoryGb, isolated } = machine;
  const speed = (value: number | null, count: number | null): string =>
    `${value === null ? 'not known' : rate(value)}${count === null ? '' : `, ${numberText(count)} tokens`}`;
  return [
    `Model: ${label}`,
    `Ran on: ${engine}`,
    `Prompt: ${speed(promptSpeed, promptTokens)}`,
    `Answer: ${speed(answerSpeed, tokens)}`,
    `First token: ${firstTokenMs === null ? 'not known' : `after ${duration(firstTokenMs)}`}`,
    `GPU: ${gpu}`,
    `Machine: ${numberText(cores)} cores, ${memoryGb === null ? 'memory not known' : `${memoryGb} GB of memory or more`}, page ${isolated ? 'isolated' : 'not isolated'}`,
    `Browser: ${browser}`,
    `Measured: ${at}`,
  ].join('\n');
}

const rate = (speed: number): string => `${numberText(speed, speed < 10 ? 1 : 0)} tokens/s`;
