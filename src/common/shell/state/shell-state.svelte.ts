/** The dialog that lies over the page in front. */
export type ShellDialog = 'palette' | 'keyboard' | 'import';

export class ShellState {
  dialog = $state<ShellDialog | null>(null);
}
