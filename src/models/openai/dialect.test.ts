import { describe, expect, it } from 'vitest';
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../domain/completion.ts';
import type { GenerationRequest } from '../chat-model.ts';
import { adaptDialect, COMMON_DIALECT, omittedParameters, requestBody, type Dialect } from './dialect.ts';

function request(sampling: Partial<SamplingParameters> = {}, content = 'x'.repeat(300)): GenerationRequest {
  return { messages: [{ role: 'user', content }], sampling: { ...DEEPCODER_SAMPLING, ...sampling } };
}

const LIMITING: Dialect = { ...COMMON_DIALECT, derivedLimit: true };

function adapt(text: string, sampling: Partial<SamplingParameters> = {}, status = 400): Dialect | null {
  const asked = request(sampling);
  const body = requestBody('m', asked, LIMITING, 4096);
  return adaptDialect(LIMITING, { status, text, code: '' }, body, asked);
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
    const wanted = { ...request(), logprobs: true };
    expect(requestBody('m', wanted, COMMON_DIALECT, null)).toMatchObject({ logprobs: true });
    expect(requestBody('m', wanted, { ...COMMON_DIALECT, logprobs: false }, null)).not.toHaveProperty(
      'logprobs',
    );
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
    expect(omittedParameters(COMMON_DIALECT)).toEqual([]);
    expect(omittedParameters({ ...COMMON_DIALECT, temperature: false, seed: false })).toEqual([
      'temperature',
      'seed',
    ]);
  });
});
