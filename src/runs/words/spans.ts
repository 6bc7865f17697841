/** Numbers from one to another. */
import { numberText } from '../../base/number-words.ts';

/** “4”, or “1 to 10”. */
export function spanWords({ least, most }: { readonly least: number; readonly most: number }): string {
  const [from, to] = [numberText(least), numberText(most)];
  return least === most ? to : `${from} to ${to}`;
}
