/**
 * A dialect serves the requests of one family of clients: a schema for the request, and a function for the response.
 */
import { check, pipe, unknown, type GenericSchema } from 'valibot';
import type { Problem } from '../../../../domain/problem.ts';
import { Refusal } from './refusal.ts';
import type { GradingOutcome, GradingTask } from './task.ts';

export interface ServiceDialect {
  readonly name: string;
  /** The clients that use this dialect. */
  readonly clients: string;
  /** How the dialect reports that the judge failed. */
  readonly judgeError: string;
  readonly routes: readonly DialectRoute[];
}

export interface DialectAnswer {
  readonly status: number;
  /** A value that JSON can represent; a string if `isText` is set. */
  readonly body: unknown;
  readonly isText?: true;
}

/** The parts of the service that every route may use. */
export interface Service {
  readonly problems: ReadonlyMap<string, Problem>;
  /** The profile for a request that names none. */
  readonly profile: string;
  readonly timeLimitSeconds: number | null;
  /** Milliseconds until the deadline of a request that states none. */
  readonly deadlineMs: number;
  readonly mostItems: number;
  /** The query parameters of the request. */
  readonly query: URLSearchParams;
}

export interface TaskBatch {
  readonly tasks: readonly GradingTask[];
  /** Milliseconds until the deadline; the default of the service if missing. */
  readonly deadlineMs?: number;
  /** The training step of the request, for the record; missing if the client does not send it. */
  readonly step?: number;
  /** Whether to retry tasks on which the judge failed, until the deadline. */
  readonly asksAgain?: true;
  /** Converts the outcomes into the response. */
  readonly answer: (outcomes: readonly GradingOutcome[]) => DialectAnswer;
}

export interface RouteOf<In> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly schema: GenericSchema<unknown, In>;
  /** Query parameters in addition to `profile` and `time_limit_s`. */
  readonly query?: readonly string[];
  /** Fields in which the spelling of numbers matters. They are passed as lossless JSON. */
  readonly lossless?: readonly string[];
  /** @throws Refusal naming the invalid field */
  readonly batch: (body: In, service: Service) => TaskBatch | Promise<TaskBatch>;
  /** Status code if the queue is full or the page cannot be reached; 503 if missing. */
  readonly busyStatus?: number;
}

/** A route whose body type is hidden. */
export type DialectRoute = RouteOf<unknown>;

/** Defines a route. The method is `POST` by default. */
export function route<In>(
  of: Omit<RouteOf<In>, 'method'> & Partial<Pick<DialectRoute, 'method'>>,
): DialectRoute {
  // The functions receive the body that the schema has parsed.
  return { method: 'POST', ...of } as unknown as DialectRoute;
}

/** A required field of any type. */
export const requiredField = (message = 'is missing') =>
  pipe(
    unknown(),
    check((value) => value !== undefined && value !== null, message),
  );

/** Returns a batch without tasks, whose response has this body. */
export function fixedAnswer(body: unknown): TaskBatch {
  return { tasks: [], answer: () => ({ status: 200, body }) };
}

/** @throws Refusal for a list that is longer than the limit of the service */
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

/** Returns an error response, for clients that have no value for an unknown reward and that retry after errors. */
export function judgeFailed(reason: string, status = 503): DialectAnswer {
  return { status, body: { error: `the judge failed: ${reason}` } };
}
