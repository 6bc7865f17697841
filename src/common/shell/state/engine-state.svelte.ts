export type EngineStatus =
  | { readonly type: 'idle' }
  | { readonly type: 'starting' }
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string };

/** The state of the Python behind the judge, as far as the page knows it. */
export class EngineState {
  status = $state.raw<EngineStatus>({ type: 'idle' });
}
