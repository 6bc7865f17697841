/** Runs the service from start to end. */
import type { AddressInfo } from 'node:net';
import { openPage } from '../../page/built-page.ts';
import { type PageSettings, BROKEN_OFF, PageFailure } from '../../page/page-settings.ts';
import { listenForInterruption } from '../../run/interruption.ts';
import { printMessage, UsageError } from '../../text/messages.ts';
import { Canaries } from '../grading/canaries.ts';
import type { Service } from '../grading/dialect.ts';
import { Grader } from '../grading/grader.ts';
import { HttpService } from './http-service.ts';
import { Metrics } from '../grading/metrics.ts';
import { Recording } from '../grading/record.ts';
import { Seen } from '../grading/seen.ts';

export interface ServeOrder {
  readonly host: string;
  readonly port: number;
  readonly token: string | null;
  readonly service: Omit<Service, 'query'>;
  readonly page: PageSettings;
  readonly queue: number;
  readonly bodyBytes: number;
  readonly seenBytes: number;
  /** File or folder for the rows of judged answers, or null if there is none. */
  readonly record: string | null;
  /** Canaries per judged task, from 0 to 1. */
  readonly canaryShare: number;
  readonly quiet: boolean;
}

/** Maximum time for sending the last answers after all tasks are judged, in milliseconds. */
const CUT_MILLISECONDS = 5000;

/**
 * Serves until a signal arrives. Answers the open requests before it returns.
 * @returns the exit code
 * @throws UsageError if the browser is missing, or if the address is in use
 */
export async function serve(order: ServeOrder): Promise<number> {
  const metrics = new Metrics();
  const grader = new Grader({
    workers: order.page.workers,
    capacity: order.queue,
    seenReports: new Seen(order.seenBytes),
    metrics,
    openPage: (onBegin, abortPromise) =>
      openPage({ ...order.page, onBegin, abortPromise, ...(!order.quiet && { printNote: printMessage }) }),
    onFailure: (message) => printMessage(`${message}; it is opened again`),
  });
  const { service, token, bodyBytes: mostBytes, record, canaryShare: share } = order;
  const recording = record === null ? null : new Recording(record, metrics, printMessage);
  const canaries = share === 0 ? null : new Canaries(share, grader, metrics, printMessage);
  const http = new HttpService({
    grader,
    metrics,
    service,
    token,
    mostBytes,
    onFault: printMessage,
    onJudged(tasks, outcomes, dialect, step) {
      recording?.add(tasks, outcomes, dialect, step);
      canaries?.judgeDue(tasks, dialect);
    },
  });
  const interruption = listenForInterruption();
  try {
    let judging = Promise.resolve();
    const pageOpening = new Promise<void>((resolve) => {
      judging = grader.run(resolve);
    });
    await Promise.race([pageOpening, judging, interruption.interrupted]);
    await listen(http, order);
    const { address, port, family } = http.server.address() as AddressInfo;
    const host = family === 'IPv6' ? `[${address}]` : address;
    process.stdout.write(`serving rewards on http://${host}:${port}\n`);
    await Promise.race([judging, interruption.interrupted]).catch(() => undefined);
    if (!order.quiet) printMessage('ending: what is under way is answered first');
    const closePromise = http.end();
    canaries?.end();
    grader.end();
    await judging;
    const cutTimer = setTimeout(() => http.closeAll(), CUT_MILLISECONDS);
    await closePromise;
    clearTimeout(cutTimer);
    return 0;
  } catch (error) {
    void http.end();
    if (!(error instanceof PageFailure)) throw error;
    printMessage(error.message);
    return BROKEN_OFF;
  } finally {
    interruption.end();
    await recording?.end();
  }
}

function listen({ server }: HttpService, { host, port }: ServeOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'is taken: choose another with --port'
          : `cannot be served (${error.message})`;
      reject(new UsageError(`${host}, port ${port}: ${why}`));
    });
    server.listen(port, host, resolve);
  });
}
