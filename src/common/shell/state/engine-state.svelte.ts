export type EngineStatus =
  | { readonly type: 'idle' }
  | { readonly type: 'starting' }
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string };

/** The state of the Python engine of the judge, as known to the page. */
export class EngineState {
  status = $state.raw<EngineStatus>({ type: 'idle' });
}
