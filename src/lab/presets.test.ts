import { expect, it } from 'vitest';
import { PRESETS } from './presets.ts';
import { LONGEST_PROGRAM } from './tasks/vocabulary.ts';

it('presets have names of their own, words, a source, and runs that can be made', () => {
  const names = PRESETS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, against, says, effect, source, settings } of PRESETS) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const text of [says, effect]) expect(text).toMatch(/^[A-Z].*\.$/);
    expect(source).not.toMatch(/\.$/);
    if (against !== null) expect(names).toContain(against);
    expect(settings.context[0]!.from).toBe(1);
    for (const { tokens } of settings.context) expect(tokens).toBeLessThanOrEqual(LONGEST_PROGRAM);
  }
});
