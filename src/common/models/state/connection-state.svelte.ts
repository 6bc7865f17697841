import {
  CHECKS,
  type CheckId,
  type CheckStep,
  type EndpointAddress,
  type EndpointPort,
} from '../../../models/openai/endpoint-port.ts';

/** The result of the whole check. */
export type CheckSummary =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' | 'passed' | 'stopped' }
  /** The connection works, with the warning of this step. */
  | { readonly kind: 'warning'; readonly step: CheckId }
  | { readonly kind: 'failed'; readonly step: CheckId };

/** The steps of the last connection check, in order. */
export class ConnectionState {
  readonly #port: EndpointPort;
  #stepResults = $state.raw<readonly CheckStep[]>([]);
  running = $state(false);
  #abort: AbortController | null = null;

  readonly steps = $derived(
    CHECKS.flatMap((id) => this.#stepResults.find((stepResult) => stepResult.id === id) ?? []),
  );
  readonly summary: CheckSummary = $derived.by(() => {
    if (this.running) return { kind: 'running' };
    const failedStep = this.steps.find(({ outcome }) => outcome === 'failed');
    if (failedStep !== undefined) return { kind: 'failed', step: failedStep.id };
    if (this.steps.length === 0) return { kind: 'none' };
    const warningStep = this.steps.find(({ outcome }) => outcome === 'warning');
    if (warningStep !== undefined) return { kind: 'warning', step: warningStep.id };
    return { kind: this.steps.some(({ id }) => id === 'concurrency') ? 'passed' : 'stopped' };
  });

  constructor(port: EndpointPort) {
    this.#port = port;
  }

  /** Runs the check from the first step. A running check is stopped. */
  async check(address: EndpointAddress, model: string): Promise<void> {
    this.clear();
    const abort = new AbortController();
    this.#abort = abort;
    this.running = true;
    for await (const step of this.#port.check(address, model, abort.signal)) {
      // The caller that aborted has already replaced or removed this check.
      if (abort.signal.aborted) return;
      this.#stepResults = [...this.#stepResults.filter(({ id }) => id !== step.id), step];
    }
    if (!abort.signal.aborted) this.running = false;
  }

  /** Stops the check and keeps its results. */
  stop(): void {
    this.#abort?.abort();
    this.running = false;
    this.#stepResults = this.#stepResults.filter(({ outcome }) => outcome !== 'running');
  }

  /** Discards the results, because they belong to other settings. */
  clear(): void {
    this.stop();
    this.#stepResults = [];
  }
}
