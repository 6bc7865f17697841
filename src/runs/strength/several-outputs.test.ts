import { expect, it } from 'vitest';
import { allowsSeveralOutputs } from './several-outputs.ts';

/** Sentences of published statements, and whether they allow several right outputs. */
it.each([
  [true, 'If there are multiple solutions, you may print any of them.'],
  [true, 'If there are multiple valid ways to arrange the numbers, you can output any of them.'],
  [true, 'If there are multiple arrays that meet the conditions, print any.'],
  [true, 'If there are multiple answers, you may return any one of them.'],
  [true, 'In case there are multiple possible answers, you can output any.'],
  [true, 'Find any array of integers $a_0, a_1$ for which the following holds:'],
  [true, 'Otherwise print the index of any redundant TV set.'],
  [true, 'You may return the answer in any order.'],
  [true, 'Print each different number once, in any order.'],
  [true, 'Notice that the order of the output and the order of the triplets does not matter.'],
  [true, 'If more than one solution, any working equation is fine.'],
  [true, 'Your answer is correct if its absolute or relative error is at most $10^{-6}$.'],
  [true, 'Given $n$, find an array of positive nonzero integers that is beautiful subject to all $k$.'],
  [false, 'Takahashi can repeat slime synthesis any number of times (possibly zero) in any order.'],
  [false, 'If multiple such elements exist, delete any of them.'],
  [false, 'In the case of a tie, it does not matter which number is chosen.'],
  [false, 'If there are multiple answers, return the node with the smallest index.'],
  [false, 'If there are multiple answers, return the lexicographically smallest one.'],
  [false, 'If there are multiple answers then return the cell with highest index.'],
  [false, 'If multiple such characters exist, report the one that comes earliest in alphabetical order.'],
  [false, 'Find the minimum total number of operations, which may be applied to any of the two strings.'],
  [false, 'Return the result after performing the operation any number of times.'],
  [false, 'You can start from any cell, and in each step you can move to any of the neighbor cells.'],
  [false, 'You may assume that books can be stacked in any possible order.'],
])('%j: %s', (allows, sentence) => {
  expect(allowsSeveralOutputs(`Count them.\n${sentence} Print them.`)).toBe(allows);
});
