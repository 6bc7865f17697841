import { describe, expect, it } from 'vitest';
import { isContextOverflow, isUnknownModel, parseServerError } from './server-error.ts';

describe('parseServerError', () => {
  it.each([
    [{ error: { message: 'No.', code: 'bad', type: 'Invalid', param: 'seed' } }, 'No.', 'bad invalid seed'],
    [{ error: 'Model is overloaded', error_type: 'overloaded' }, 'Model is overloaded', ''],
    [
      { object: 'error', message: 'The model `x` does not exist.', code: 404 },
      'The model `x` does not exist.',
      '404',
    ],
    [{ detail: 'Not Found' }, 'Not Found', ''],
    [{ detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs' }] }, 'body.seed: Extra inputs', ''],
    ['plain\n  text', 'plain text', ''],
    ['<html><title>502 Bad Gateway</title><body>x', '502 Bad Gateway', ''],
    ['<html>', '', ''],
    ['', '', ''],
    ['null', '', ''],
  ])('reads %j', (body, text, code) => {
    const raw = typeof body === 'string' ? body : JSON.stringify(body);
    expect(parseServerError(400, raw, '')).toEqual({ status: 400, text, code });
  });

  it('removes the key, cuts what is long, and takes a status from inside a stream', () => {
    const key = 'sk-Secret-4711';
    const body = { error: { message: `key ${key} ${'x'.repeat(500)}`, code: 429, param: key } };
    const error = parseServerError(0, body, key);
    expect(error.text).toMatch(/^key \[key\] x+…$/);
    expect(error.text.length).toBe(300);
    expect([error.status, error.code]).toEqual([429, '429 [key]']);
    // As in answers, a key that is too short to be a secret is not removed.
    expect(parseServerError(400, 'EMPTY is no user', 'EMPTY').text).toBe('EMPTY is no user');
  });
});

describe('the words of a refusal', () => {
  const error = (text: string, code = ''): ReturnType<typeof parseServerError> => ({
    status: 400,
    text,
    code,
  });

  it.each([
    ["This model's maximum context length is 8192 tokens. However, you requested 9000 tokens", true, false],
    ["'max_tokens' or 'max_completion_tokens' is too large: 99999.", false, false],
    [
      "'max_tokens' or 'max_completion_tokens' is too large: 99999. This model's maximum context length is 4096 tokens and your request has 50 input tokens (99999 > 4096 - 50).",
      true,
      false,
    ],
    ['`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 1000 `inputs` tokens', true, false],
    ['the request exceeds the available context size. try increasing it', true, false],
    ["Unsupported parameter: 'max_tokens' is not supported with this model.", false, false],
    ["Unsupported value: 'temperature' does not support 0.6 with this model.", false, false],
    ['The model `deepcoder` does not exist.', false, true],
    ['model "deepcoder" not found, try pulling it first', false, true],
    ['deepcoder is not a valid model ID', false, true],
    ['For this model, unknown parameter: stream_options', false, false],
  ])('tells %j', (text, overflow, unknown) => {
    expect(isContextOverflow(error(text))).toBe(overflow);
    expect(isUnknownModel(error(text))).toBe(unknown);
  });

  it('goes by the code too', () => {
    expect(isContextOverflow(error('', 'context_length_exceeded'))).toBe(true);
    expect(isContextOverflow(error('', 'exceed_context_size_error'))).toBe(true);
    expect(isUnknownModel(error('', 'model_not_found'))).toBe(true);
    expect(isUnknownModel({ status: 503, text: 'model not loaded', code: '' })).toBe(false);
  });
});
