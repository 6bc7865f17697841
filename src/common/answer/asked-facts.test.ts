import { describe, expect, it } from 'vitest';
import type { Asked } from '../../domain/answer.ts';
import { askedFacts } from './asked-facts.ts';

const ASKED: Asked = {
  at: '2026-11-21T09:00:00.000Z',
  prompt: { name: 'deepcoder', label: 'DeepCoder' },
  messages: [],
  sampling: { temperature: 0.6, topP: 0.95, maxTokens: null, seed: null },
  refused: [],
  modelId: 'm@host',
  model: null,
  fingerprint: null,
  contextTokens: null,
};

function words(change: Partial<Asked> = {}): Record<string, string> {
  return Object.fromEntries(askedFacts({ ...ASKED, ...change }).map(({ label, text }) => [label, text]));
}

describe('askedFacts', () => {
  it('says what is known, and that the rest is not', () => {
    expect(words()).toMatchObject({
      Prompt: 'DeepCoder',
      Model: 'm@host',
      'It calls itself': 'It did not say.',
      Fingerprint: 'It gave none.',
      Sampling: 'temperature 0.6, top-p 0.95, no seed, as many tokens as the model allows',
      'Context window': 'Not known.',
    });
    expect(words()['When']).toContain('2026');
    expect(words()).not.toHaveProperty('Left out');
  });

  it('says what the server refused', () => {
    const sampling = { temperature: 0, topP: 1, maxTokens: 4096, seed: 7 };
    expect(words({ sampling, refused: ['temperature', 'top-p'], contextTokens: 8192 })).toMatchObject({
      Sampling: 'temperature 0, top-p 1, seed 7, at most 4,096 tokens',
      'Left out': 'temperature, top-p: not taken by the server, which used its own.',
      'Context window': '8,192 tokens',
    });
  });
});
