import { refText } from '../domain/problem-ref.ts';
import { describe, expect, it } from 'vitest';
import { UnloadDrafts } from './unload-drafts.ts';
import { WebStorage } from './web-storage.ts';

const SUM = { set: 'sums.jsonl', id: 'sum' };

function noStorage(): Storage {
  throw new Error('blocked');
}

describe('UnloadDrafts', () => {
  it('are kept for each problem until they are forgotten', () => {
    const words = new UnloadDrafts(new WebStorage(noStorage));
    words.leave(SUM, { code: 'print(1)', revision: 3 });
    expect(words.read({ ...SUM, set: 'other.jsonl' })).toBeNull();
    expect(words.read(SUM)).toEqual({ code: 'print(1)', revision: 3 });
    words.forget(SUM);
    expect(words.read(SUM)).toBeNull();
  });

  it.each(['', 'no JSON', 'null', '[]', '{"code":1,"revision":1}', '{"code":"1"}'])(
    'that cannot be read are none: %s',
    (text) => {
      const area = new WebStorage(noStorage);
      area.write(`allpass-last-word ${refText({ set: 'sums.jsonl', id: 'sum' })}`, text);
      expect(new UnloadDrafts(area).read(SUM)).toBeNull();
    },
  );
});
