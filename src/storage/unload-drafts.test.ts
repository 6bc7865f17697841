import { refText } from '../domain/problem.ts';
import { describe, expect, it } from 'vitest';
import { blockedStorage } from '../../tests/builders/web-storage.ts';
import { UnloadDrafts } from './unload-drafts.ts';

const SUM = { set: 'sums.jsonl', id: 'sum' };

describe('UnloadDrafts', () => {
  it('are kept for each problem until they are forgotten', () => {
    const words = new UnloadDrafts(blockedStorage());
    words.leave(SUM, { code: 'print(1)', revision: 3 });
    expect(words.read({ ...SUM, set: 'other.jsonl' })).toBeNull();
    expect(words.read(SUM)).toEqual({ code: 'print(1)', revision: 3 });
    words.forget(SUM);
    expect(words.read(SUM)).toBeNull();
  });

  it.each(['', 'no JSON', 'null', '[]', '{"code":1,"revision":1}', '{"code":"1"}'])(
    'that cannot be read are none: %s',
    (text) => {
      const area = blockedStorage();
      area.write(`allpass-last-word ${refText({ set: 'sums.jsonl', id: 'sum' })}`, text);
      expect(new UnloadDrafts(area).read(SUM)).toBeNull();
    },
  );
});
