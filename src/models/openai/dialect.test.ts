import { describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../domain/completion.ts';
import type { GenerationRequest } from '../chat-model.ts';
import { adaptDialect, COMMON_DIALECT, omittedParameters, requestBody, type Dialect } from './dialect.ts';

function request(sampling: Partial<SamplingParameters> = {}, content = 'x'.repeat(300)): GenerationRequest {
  return { messages: [{ role: 'user', content }], sampling: { ...DEEPCODER_SAMPLING, ...sampling } };
}

const LIMITING: Dialect = { ...COMMON_DIALECT, derivedLimit: true };

function adapt(text: string, sampling: Partial<SamplingParameters> = {}, status = 400): Dialect | null {
  const sentRequest = request(sampling);
  const body = requestBody('m', sentRequest, LIMITING, 4096);
  return adaptDialect(LIMITING, { status, text, code: '' }, body, sentRequest);
}

describe('requestBody', () => {
  it('sends the parameters by their names on the wire', () => {
    expect(requestBody('m', request({ maxTokens: 64, seed: 7 }), COMMON_DIALECT, null)).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'x'.repeat(300) }],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.6,
      top_p: 0.95,
      max_tokens: 64,
      seed: 7,
    });
  });

  it('asks for log-probabilities only where they are wanted', () => {
    const logprobsRequest = { ...request(), logprobs: true };
    expect(requestBody('m', logprobsRequest, COMMON_DIALECT, null)).toMatchObject({ logprobs: true });
    expect(
      requestBody('m', logprobsRequest, { ...COMMON_DIALECT, logprobs: false }, null),
    ).not.toHaveProperty('logprobs');
    expect(requestBody('m', request(), COMMON_DIALECT, null)).not.toHaveProperty('logprobs');
  });

  it('makes a token limit only where it must, the context is known and leaves room', () => {
    expect(requestBody('m', request(), LIMITING, null)).not.toHaveProperty('max_tokens');
    expect(requestBody('m', request(), LIMITING, 4096)['max_tokens']).toBe(4096 - 100 - 16);
    expect(requestBody('m', request({}, '数'.repeat(300)), LIMITING, 4096)['max_tokens']).toBe(4096 - 316);
    expect(requestBody('m', request(), LIMITING, 100)).not.toHaveProperty('max_tokens');
    expect(requestBody('m', request(), COMMON_DIALECT, 4096)).not.toHaveProperty('max_tokens');
  });
});

describe('adaptDialect', () => {
  it('gives up the field that a refusal names', () => {
    expect(adapt("Unrecognized field 'stream_options'")).toMatchObject({ usage: false });
    expect(adapt("'max_tokens' is not supported. Use 'max_completion_tokens' instead.")).toMatchObject({
      tokenField: 'max_completion_tokens',
      usage: true,
    });
    expect(adapt("'temperature' does not support 0.6", {}, 422)).toMatchObject({
      temperature: false,
      topP: true,
    });
    expect(adapt('temperature and top_p cannot both be given')).toMatchObject({
      temperature: true,
      topP: false,
    });
    expect(adapt('seed is not supported', { seed: 1 })).toMatchObject({ seed: false });
  });

  const SENT = { maxTokens: 32_768, seed: 1 };

  it.each([
    // DeepSeek, OpenAI, Groq, vLLM, Mistral, Gemini, Alibaba, Cohere, Bedrock, FastAPI, Zhipu
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    'max_tokens is too large: 32768. This model supports at most 16384 completion tokens, whereas you provided 32768.',
    "Invalid 'max_tokens': integer above maximum value. Expected a value <= 4096, but got 32768 instead.",
    '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    'max_tokens must be <= 4096',
    'max_tokens: 32768 > 8192, which is the maximum allowed number of output tokens',
    'body.max_tokens: Input should be less than or equal to 4096',
    'it has a maxOutputTokens value of 32768 but the supported range is from 1 (inclusive) to 8193 (exclusive)',
    'Range of max_tokens should be [1, 8192]',
    'max tokens must be less than or equal to 4096, the maximum output for this model - received 32768.',
    'The maximum tokens you requested exceeds the model limit of 4096.',
    'max_completion_tokens: 32768 is not supported, use max_completion_tokens up to 4096',
    'max_tokens参数非法',
    '`temperature` must be strictly positive',
    'temperature: range: 0..1',
    'body.temperature: Input should be greater than 0',
    "Invalid 'temperature': decimal below minimum value.",
    'temperature 0 is not supported',
    'temperature may only be set to 1 when thinking is enabled',
    'Invalid value for temperature: unexpected value 0.6',
    '`top_p` must be > 0.0 and < 0.9',
    'top_p: Input should be less than or equal to 0.9',
    'seed must be non-negative and less than 2147483648',
  ])('changes no value that is refused: %s', (text) => {
    const asked = request({ ...SENT });
    const body = requestBody('m', asked, COMMON_DIALECT, null);
    for (const status of [400, 422])
      expect(
        adaptDialect(COMMON_DIALECT, { status, text, code: 'invalid_request_error' }, body, asked),
      ).toBeNull();
  });

  it.each([
    [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { tokenField: 'max_completion_tokens' },
    ],
    ['Unrecognized request argument supplied: max_tokens', { tokenField: 'max_completion_tokens' }],
    [
      "'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      { temperature: false },
    ],
    ["Unsupported parameter: 'temperature' is not supported with this model.", { temperature: false }],
    ['body.seed: Extra inputs are not permitted', { seed: false }],
    ['Unrecognized request argument supplied: seed', { seed: false }],
    ['Unknown name "seed": Cannot find field.', { seed: false }],
    ["property 'seed' is unsupported", { seed: false }],
    [
      '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
      { topP: false },
    ],
    ['Your organization must be verified to stream this model.', { streams: false }],
    ['Streaming is not supported for this model', { streams: false }],
    ["Unknown field 'stream_options'", { usage: false, streams: true }],
  ])('gives up a name that is refused: %s', (text, change) => {
    const asked = request({ ...SENT });
    const body = requestBody('m', asked, COMMON_DIALECT, null);
    const adapted = adaptDialect(
      COMMON_DIALECT,
      { status: 400, text, code: 'invalid_request_error' },
      body,
      asked,
    );
    expect(adapted).toEqual({ ...COMMON_DIALECT, ...change });
  });

  it('leaves out a top-p of 1, which leaves all tokens in', () => {
    expect(adapt('`top_p` must be > 0.0 and < 1.0', { topP: 1 })).toMatchObject({ topP: false });
  });

  it('lowers a limit of our own to what the server takes', () => {
    const lowered = adapt('the valid range of max_tokens is [1, 2048]')!;
    expect(lowered).toMatchObject({ derivedLimit: true, mostTokens: 2048, tokenField: 'max_tokens' });
    expect(requestBody('m', request(), lowered, 4096)['max_tokens']).toBe(2048);
    expect(adapt('max_tokens is too large')).toMatchObject({ derivedLimit: false });
  });

  it('drops the usage option where nothing is named', () => {
    expect(adapt('Extra inputs are not permitted')).toMatchObject({ usage: false });
  });

  const surest = (text: string, status = 400, dialect = COMMON_DIALECT): Dialect | null => {
    const asked = { ...request(), logprobs: true };
    return adaptDialect(dialect, { status, text, code: '' }, requestBody('m', asked, dialect, null), asked);
  };

  it('does without log-probabilities', () => {
    expect(surest("'logprobs' is not supported with this model")).toMatchObject({ logprobs: false });
    expect(surest('You are not allowed to request logprobs from this model.', 403)).toMatchObject({
      logprobs: false,
      usage: true,
    });
    expect(surest('You may not.', 403)).toBeNull();
    expect(surest('logprobs is not supported with stream', 500)).toMatchObject({ logprobs: false });
  });

  it('drops one after the other where nothing is named', () => {
    const first = surest('Bad request')!;
    expect(first).toEqual({ ...COMMON_DIALECT, usage: false });
    const second = surest('Bad request', 400, first)!;
    expect(second).toEqual({ ...first, logprobs: false });
    expect(surest('Bad request', 400, second)).toBeNull();
  });

  it('gives up a token limit of our own, never the caller’s', () => {
    const overflow = "This model's maximum context length is 4096 tokens.";
    expect(adapt(overflow)).toMatchObject({ derivedLimit: false });
    expect(adapt(overflow, { maxTokens: 4096 })).toBeNull();
    expect(adapt('Add credit or lower max_tokens', {}, 402)).toMatchObject({ derivedLimit: false });
  });

  it('sees where another request would not help', () => {
    expect(adapt('The model `m` does not exist.')).toBeNull();
    expect(adapt('temperature', {}, 500)).toBeNull();
  });

  it('can name what is not sent', () => {
    expect(omittedParameters(COMMON_DIALECT, request({ seed: 1 }))).toEqual([]);
    const seedless = { ...COMMON_DIALECT, temperature: false, seed: false };
    expect(omittedParameters(seedless, request({ seed: 1 }))).toEqual(['temperature', 'seed']);
    // A missing seed is not reported as omitted.
    expect(omittedParameters(seedless, request())).toEqual(['temperature']);
  });
});
