import type { ModelMeasure } from '../../../domain/settings.ts';
import { measureModel } from '../../../models/asking/measure.ts';
import type { ChatModel, ModelFailure } from '../../../models/chat-model.ts';

type Measures = Readonly<Record<string, ModelMeasure>>;

export interface Measuring {
  /** The name of the model in pickers, `cpu:ID` or `gpu:ID`. */
  readonly pick: string;
  /** The step in progress; null after a failure. */
  readonly step: string | null;
  readonly failure: ModelFailure | null;
}

/** Measurements of models on this machine, one at a time. The last result of each model is stored. */
export class MeasuresState {
  readonly #readMeasures: () => Measures;
  readonly #writeMeasures: (measures: Measures) => void;
  /** The measurement in progress, or the failure of the last one. */
  #measuring = $state.raw<Measuring | null>(null);
  #controller: AbortController | null = null;

  constructor(readMeasures: () => Measures, write: (measures: Measures) => void) {
    this.#readMeasures = readMeasures;
    this.#writeMeasures = write;
  }

  /** The running or failed measurement of a model; null if there is none. */
  runningOf(pick: string): Measuring | null {
    return this.#measuring?.pick === pick ? this.#measuring : null;
  }

  /** The last result of a model on this device; null before its first measurement. */
  lastOf(pick: string): ModelMeasure | null {
    return this.#readMeasures()[keyOf(pick)] ?? null;
  }

  /** Sends one fixed prompt to the model and stores the result. A second call stops the first. */
  async measure(pick: string, openModel: () => Promise<ChatModel>): Promise<void> {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    const show = (step: string): void => {
      if (!controller.signal.aborted) this.#measuring = { pick, step, failure: null };
    };
    show('Loading the model');
    const end = await measureModel(await openModel(), ({ step }) => show(step), controller.signal);
    if (controller.signal.aborted || end === 'stopped') return;
    this.#measuring = end.ok ? null : { pick, step: null, failure: end.failure };
    if (end.ok) this.#writeMeasures({ ...this.#readMeasures(), [keyOf(pick)]: end.measure });
  }

  stop(): void {
    this.#controller?.abort();
    this.#measuring = null;
  }
}

/** Returns the key of the stored result. Earlier versions used only the id for GGUF models. */
function keyOf(pick: string): string {
  return pick.replace(/^cpu:/, '');
}
