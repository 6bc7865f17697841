/** A dialect: the requests of one family of clients, each a schema in and a map out. */
import type { GenericSchema } from 'valibot';
import type { Problem } from '../../../../domain/problem.ts';
import type { Outcome, Task } from './task.ts';

export interface Dialect {
  readonly name: string;
  /** The clients that use this dialect. */
  readonly clients: string;
  /** How it says that the judge failed. */
  readonly judgeError: string;
  readonly routes: readonly Route[];
}

export interface Answer {
  readonly status: number;
  /** A value that JSON can hold; with `isText`, a text. */
  readonly body: unknown;
  readonly isText?: true;
}

/** The parts of the service that every route may use. */
export interface Service {
  readonly problems: ReadonlyMap<string, Problem>;
  /** The profile of a request that names none. */
  readonly profile: string;
  readonly timeLimitSeconds: number | null;
  /** Until the deadline of a request that states none, in milliseconds. */
  readonly deadlineMs: number;
  readonly mostItems: number;
  /** The parameters after the path. */
  readonly query: URLSearchParams;
}

export interface Batch {
  readonly tasks: readonly Task[];
  /** Milliseconds; the service's own unless given. */
  readonly deadlineMs?: number;
  /** Tasks that the judge failed on are asked again, as long as there is time. */
  readonly asksAgain?: true;
  /** The map out. */
  readonly answer: (outcomes: readonly Outcome[]) => Answer;
}

export interface RouteOf<In> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly schema: GenericSchema<unknown, In>;
  /** Fields in which the spelling of numbers counts: they come as lossless JSON. */
  readonly lossless?: readonly string[];
  /** @throws Refusal naming the field that is at fault */
  readonly batch: (body: In, service: Service) => Batch | Promise<Batch>;
  /** Where the queue is full, or the page cannot be reached: 503 unless given. */
  readonly busy?: number;
}

/** A route whose body is known to itself alone. */
export type Route = RouteOf<unknown>;

export function route<In>(of: RouteOf<In>): Route {
  // The body that the functions get is what the schema made of it.
  return of as unknown as Route;
}

/** For clients that have no word for a reward that is not known, and ask again. */
export function judgeFailed(reason: string, status = 503): Answer {
  return { status, body: { error: `the judge failed: ${reason}` } };
}
