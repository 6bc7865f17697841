import { lazily } from '../../base/lazily.ts';

/** A state whose code is loaded on first use. */
export class LazyState<State> {
  /** Creates the state once. After a failure, for example without network, the next call tries again. */
  readonly load: () => Promise<State>;
  /** Null until the state is first needed. */
  current = $state.raw<State | null>(null);

  constructor(make: () => Promise<State>) {
    this.load = lazily(async () => (this.current = await make()));
  }
}
