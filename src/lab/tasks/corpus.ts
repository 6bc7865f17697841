/** The corpus of the base policy: random programs, valid and of many kinds. */
import type { Random } from '../../base/random.ts';
import { END, LONGEST_PROGRAM, tokensOf } from './vocabulary.ts';

const DIGITS = ['0', '1', '2', '3', '4', '5', '7', '9'];
/** Some come more often than others. */
const OPERATORS = ['+', '-', '*', '+', '-', '*', '%', '//'];
const DEEPEST = 2;

/** A valid program as tokens, `END` included. */
export function randomProgram(random: Random): readonly number[] {
  for (;;) {
    const assigns = random.next() < 0.18;
    const start = assigns ? `c = ${expression(random, 1, false)} \n ` : '';
    const tokens = [...tokensOf(`${start}return ${expression(random, DEEPEST, assigns)}`), END];
    if (tokens.length <= LONGEST_PROGRAM) return tokens;
  }
}

/** @param hasC whether c has a value */
function expression(random: Random, depth: number, hasC: boolean): string {
  const kind = random.next();
  const inner = (): string => expression(random, depth - 1, hasC);
  const least = (): string => atom(random, hasC);
  if (depth <= 0 || kind < 0.28) return least();
  if (kind < 0.68) return `${inner()} ${random.pick(OPERATORS)} ${inner()}`;
  if (kind < 0.78) return `( ${inner()} )`;
  if (kind < 0.84) return `max( ${least()} , ${least()} )`;
  if (kind < 0.9) return `min( ${least()} , ${least()} )`;
  if (kind < 0.95) return `abs( ${inner()} )`;
  if (kind < 0.975) return `- ${least()}`;
  return `${least()} if ${least()} ${random.pick(['==', '<'])} ${least()} else ${least()}`;
}

function atom(random: Random, hasC: boolean): string {
  const kind = random.next();
  if (kind < 0.36) return 'a';
  if (kind < 0.72) return 'b';
  return hasC && kind < 0.86 ? 'c' : random.pick(DIGITS);
}
