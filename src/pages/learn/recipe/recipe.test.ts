import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { timetables } from '../../../lab/pipeline.ts';
import { LIBRARIES } from '../../../lab/grpo/libraries.ts';
import { hiddenBy } from '../state/settings.ts';
import { misfitsIn, readOrder, writeOrder } from '../state/lab-order.ts';
import { PLACES } from '../places.ts';
import { INGREDIENTS } from './ingredients.ts';
import {
  BY_WINDOW,
  PIPELINE_SETTINGS,
  pipelineRules,
  type PipelineSetting,
  SCORES,
  WORKLOADS,
} from './figures.ts';

describe('each ingredient', () => {
  it.each(INGREDIENTS)('$name has a valid formula, a source, and a link that shows it', (each) => {
    if (each.formula !== null) expect(() => katex.renderToString(each.formula!)).not.toThrow();
    expect(each.description).toMatch(/[\w)%]\.$/);
    expect(each.sources.length).toBeGreaterThan(0);
    expect(each.shownPlaces.length).toBeGreaterThan(0);
    for (const { place, settings } of each.shownPlaces) {
      expect(PLACES.map(({ name }) => name)).toContain(place);
      expect(hiddenBy(settings).size).toBe(0);
      const rules = new URLSearchParams(settings).get('rules');
      if (rules !== null) expect(LIBRARIES.map(({ name }) => name)).toContain(rules);
      if (place !== 'lab') continue;
      expect(misfitsIn(settings)).toEqual([]);
      // No setting is ignored.
      expect(writeOrder(readOrder(settings))).toBe(settings);
    }
  });

  it('is listed once', () => {
    const names = INGREDIENTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the timetables', () => {
  it.each(WORKLOADS)('of $name reproduce the published figure', ({ stages, published }) => {
    const usual = (name: PipelineSetting) =>
      name in stages ? stages[name as keyof typeof stages] : PIPELINE_SETTINGS[name].defaultValue;
    expect(timetables(pipelineRules(usual))['one-off'].speedUp).toBeCloseTo(published, 1);
    for (const name of ['sampling', 'reward', 'training'] as const) {
      const [least, most] = PIPELINE_SETTINGS[name].bounds;
      expect(stages[name]).toBeGreaterThanOrEqual(least);
      expect(stages[name]).toBeLessThanOrEqual(most);
    }
  });
});

it('the scores at 64K are those of the table', () => {
  expect(BY_WINDOW.map(({ scores }) => scores[2])).toEqual(
    SCORES.slice(0, 2).map(({ liveCodeBench }) => liveCodeBench),
  );
});
