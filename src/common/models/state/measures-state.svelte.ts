import type { ModelMeasure } from '../../../domain/settings.ts';
import { measureModel } from '../../../models/asking/measure.ts';
import type { ChatModel, ModelFailure } from '../../../models/chat-model.ts';

type Measures = Readonly<Record<string, ModelMeasure>>;

export interface Measuring {
  /** The model by its name in pickers, `cpu:ID` or `gpu:ID`. */
  readonly pick: string;
  /** The step in progress; null after a failure. */
  readonly step: string | null;
  readonly failure: ModelFailure | null;
}

/** The measurements of models on this machine, one at a time; the last figures of each model are kept. */
export class MeasuresState {
  readonly #kept: () => Measures;
  readonly #keep: (measures: Measures) => void;
  /** The measurement in progress, or the failure of the last one. */
  #measuring = $state.raw<Measuring | null>(null);
  #stop: AbortController | null = null;

  constructor(kept: () => Measures, keep: (measures: Measures) => void) {
    this.#kept = kept;
    this.#keep = keep;
  }

  /** The measurement of a model that runs or failed; null for none. */
  runningOf(pick: string): Measuring | null {
    return this.#measuring?.pick === pick ? this.#measuring : null;
  }

  /** The last figures on this device; null before the first. */
  lastOf(pick: string): ModelMeasure | null {
    return this.#kept()[keyOf(pick)] ?? null;
  }

  /** Asks the model one fixed prompt, and keeps the figures. A second call stops the first. */
  async measure(pick: string, open: () => Promise<ChatModel>): Promise<void> {
    this.stop();
    const stop = new AbortController();
    this.#stop = stop;
    const show = (step: string): void => {
      if (!stop.signal.aborted) this.#measuring = { pick, step, failure: null };
    };
    show('Loading the model');
    const end = await measureModel(await open(), ({ step }) => show(step), stop.signal);
    if (stop.signal.aborted || end === 'stopped') return;
    this.#measuring = end.ok ? null : { pick, step: null, failure: end.failure };
    if (end.ok) this.#keep({ ...this.#kept(), [keyOf(pick)]: end.measure });
  }

  stop(): void {
    this.#stop?.abort();
    this.#measuring = null;
  }
}

/** Earlier visits kept the figures of GGUF models by their id alone. */
function keyOf(pick: string): string {
  return pick.replace(/^cpu:/, '');
}
