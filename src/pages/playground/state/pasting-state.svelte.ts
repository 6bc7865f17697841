/** An answer that is being pasted, until it is used or its problem is left. */
export class PastingState {
  text = $state('');
  /** Name of the answer's author. */
  name = $state('');

  clear(): void {
    this.text = this.name = '';
  }
}
