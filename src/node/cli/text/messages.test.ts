import { expect, it } from 'vitest';
import { didYouMean } from './messages.ts';

it('is said in brackets, or not at all', () => {
  expect(didYouMean('profil', ['profile', 'output'], '--')).toBe(' (did you mean --profile?)');
  expect(didYouMean('nonsense', ['profile', 'output'])).toBe('');
  expect(didYouMean('p\u001b[1', ['p\u001b[1m'])).toBe(String.raw` (did you mean p\u001b[1m?)`);
});
