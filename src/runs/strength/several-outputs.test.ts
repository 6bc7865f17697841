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
  [true, 'Numbers can appear in any order.'],
  [true, 'The order of the numbers may be arbitrary.'],
  [true, 'The order of the pairs is irrelevant.'],
  [true, "The order of the lines isn't important."],
  [true, 'Print the two indices (any order).'],
  [true, 'If both players can win, output whichever.'],
  [true, 'You may print any of the names you like.'],
  [true, 'Your answer is correct if it differs by no more than $10^{-6}$ from the exact one.'],
  [true, 'The result should be accurate to 6 decimal places.'],
  [true, 'Print a permutation of $1$ to $n$ such that no two neighbours differ by one.'],
  [true, 'Construct a binary matrix with exactly $k$ ones in each row.'],
  [false, 'Print the smaller one, or whichever comes first in the input.'],
  [false, 'You may repeat the operation any number of times you like and print the minimum cost.'],
  [false, 'Return an array answer such that answer[i] is the number of smaller items.'],
  [false, 'Return a string with all vowels removed.'],
  [false, 'Edges of the input can appear in any order.'],
  [false, 'The strings differ in exactly one position.'],
  [false, 'You can print each letter in any case.'],
  [false, 'Return the number rounded to two decimal places.'],
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
  const prompt = `Count them.\n${sentence} Print them.`;
  expect(allowsSeveralOutputs({ prompt, checker: null })).toBe(allows);
});

it('a tolerance that the comparer has, too, allows one output only', () => {
  const prompt = (error: string): string => `The absolute or relative error must be at most ${error}.`;
  const allows = (error: string): boolean =>
    allowsSeveralOutputs({ prompt: prompt(error), checker: 'float' });
  expect(['$10^{-6}$', '1e-9', '10<sup>-7</sup>', '0.000001'].filter(allows)).toEqual([]);
  expect(['$10^{-4}$', '1e-5', '0.001'].filter(allows)).toHaveLength(3);
  expect(allowsSeveralOutputs({ prompt: 'Print any of them.', checker: 'tokens' })).toBe(true);
});
