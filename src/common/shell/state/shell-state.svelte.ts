/** What lies over whichever page is in front. */
export type ShellDialog = 'palette' | 'keyboard' | 'import';

export class ShellState {
  dialog = $state<ShellDialog | null>(null);
}
