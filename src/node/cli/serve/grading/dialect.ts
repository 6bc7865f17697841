/** A dialect: the requests of one family of clients, each a schema in and a map out. */
import { check, pipe, unknown, type GenericSchema } from 'valibot';
import type { Problem } from '../../../../domain/problem.ts';
import { Refusal } from './refusal.ts';
import type { GradingOutcome, Task } from './task.ts';

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
  readonly answer: (outcomes: readonly GradingOutcome[]) => Answer;
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

/** A `POST`, unless another method is given. */
export function route<In>(of: Omit<RouteOf<In>, 'method'> & Partial<Pick<Route, 'method'>>): Route {
  // The body that the functions get is what the schema made of it.
  return { method: 'POST', ...of } as unknown as Route;
}

/** A field that may hold anything, and must be there. */
export const given = (message = 'is missing') =>
  pipe(
    unknown(),
    check((value) => value !== undefined && value !== null, message),
  );

/** A batch without a task. */
export function saying(body: unknown): Batch {
  return { tasks: [], answer: () => ({ status: 200, body }) };
}

/** @throws Refusal for a list that is longer than the service takes */
export function refuseMany(
  field: string,
  count: number,
  noun: string,
  { mostItems }: Service,
  hint = '',
): void {
  if (count > mostItems)
    throw new Refusal(field, `has ${count} ${noun}, and ${mostItems} are the most${hint}`, 413);
}

/** For clients that have no word for a reward that is not known, and ask again. */
export function judgeFailed(reason: string, status = 503): Answer {
  return { status, body: { error: `the judge failed: ${reason}` } };
}
