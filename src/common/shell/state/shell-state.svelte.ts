/** The dialog that is open over the page. */
export type ShellDialog = 'palette' | 'keyboard' | 'import';

export class ShellState {
  dialog = $state<ShellDialog | null>(null);
}
