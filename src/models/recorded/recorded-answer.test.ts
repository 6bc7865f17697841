import { describe, expect, it } from 'vitest';
import { parseRecordedAnswer } from './recorded-answer.ts';

describe('parseRecordedAnswer', () => {
  it('keeps the raw answer as it is', () => {
    const raw = '<think>\r\nwhy\n---\n</think>\n```python\nprint(1)\n```\n';
    const file = `{"kind":"right","finish_reason":"stop","model":"deepcoder-14b"}\r\n---\n${raw}`;
    expect(parseRecordedAnswer(file)).toEqual({
      ok: true,
      answer: { kind: 'right', finishReason: 'stop', model: 'deepcoder-14b', raw },
    });
  });

  it('accepts an answer without a finish reason, and an empty one', () => {
    expect(parseRecordedAnswer('{"kind":"cut-off","finish_reason":null,"model":"m"}\n---')).toEqual({
      ok: true,
      answer: { kind: 'cut-off', finishReason: null, model: 'm', raw: '' },
    });
  });

  it.each([
    ['', 1, /not JSON/],
    ['[]\n---\nx', 1, /not an object/],
    ['{"finish_reason":"stop","model":"m"}\n---\nx', 1, /"kind"/],
    ['{"kind":"slow","finish_reason":"stop"}\n---\nx', 1, /"model"/],
    ['{"kind":"slow","model":"m"}\n---\nx', 1, /"finish_reason"/],
    ['{"kind":"slow","finish_reason":"stop","model":"m"}\nx', 2, /---/],
  ])('names the line of %j', (file, line, message) => {
    const result = parseRecordedAnswer(file);
    expect(result).toMatchObject({ ok: false, line });
    expect(result.ok ? '' : result.fault).toMatch(message);
  });
});
