import type { AddressState } from '../../kit/address/address-state.svelte.ts';
import type { LearnNeeds } from '../../pages/learn/state/learn-state.svelte.ts';
import type { ModelsNeeds } from '../../pages/models/state/models-needs.ts';
import type { PlaygroundNeeds } from '../../pages/playground/state/playground-needs.ts';
import type { ProblemsNeeds } from '../../pages/problems/state/problems-needs.ts';
import type { RunsNeeds } from '../../pages/runs/needs.ts';

/** The state that the pages need, made once by `start-page.ts`, and the address, which belongs to the shell. */
export type AppState = PlaygroundNeeds &
  ProblemsNeeds &
  RunsNeeds &
  LearnNeeds &
  ModelsNeeds & { readonly address: AddressState };
