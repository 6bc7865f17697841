import type { Snippet } from 'svelte';

/** The parts of a field around its control. */
export interface FieldFrame {
  readonly label: string;
  /** A sentence below the control. */
  readonly hint?: string | Snippet;
  /** Position of the label. `row`: label and control are two cells of the grid that the field is in. */
  readonly layout?: 'above' | 'beside' | 'row';
}
