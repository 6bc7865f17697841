import { expect, it } from 'vitest';
import { runOf } from '../../../tests/builders/run.ts';
import { timeFactorWords } from '../figures/figure-text.ts';
import { runFacts } from './run-facts.ts';

const TERMS = { engine: 'E', exported: 'X', problemsSha256: null };

it('states the server without what may be a key', () => {
  const address = 'https://user:secret@host.example:8000/v1?key=secret';
  const source = { type: 'model', choice: 'endpoint:tiny', label: 'Endpoint: tiny', address } as const;
  const facts = new Map(runFacts(runOf({ source }), [], TERMS));
  expect(facts.get('endpoint')).toBe('OpenAI-compatible server at https://host.example:8000/v1');
  expect(JSON.stringify([...facts])).not.toContain('secret');
});

it('says where a hash or a factor is missing', () => {
  const facts = new Map(runFacts(runOf(), [], TERMS));
  expect(facts.get('problems SHA-256')).toMatch(/^unknown/);
  expect(facts.get('time factor')).toBe('nothing ran');
});

it('gives the range of time factors', () => {
  expect(timeFactorWords([1.6, 1.6])).toBe('× 1.60');
  expect(timeFactorWords([1.6, 1, 2.1])).toBe('× 1.00 to × 2.10');
});
