/** Pickles written by Python 3.11, in hexadecimal. */
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPickledText, unpackedText } from './packed-text.ts';

const bytes = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'));

describe('a pickled text', () => {
  it.each([
    [0, '5661e90a70300a2e'],
    [1, '580300000061c3a971002e'],
    [2, '8002580300000061c3a971002e'],
    [3, '8003580300000061c3a971002e'],
    [4, '80049507000000000000008c0361c3a9942e'],
    [5, '80059507000000000000008c0361c3a9942e'],
  ])('of protocol %i is read', (_, hex) => {
    expect(readPickledText(bytes(hex))).toBe('aé');
  });

  it('of any length is read', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('short', 'long', 'longest'),
        (text, size) => {
          const body = Buffer.from(text);
          fc.pre(size !== 'short' || body.length < 256);
          const length = Buffer.alloc(size === 'short' ? 1 : size === 'long' ? 4 : 8);
          length.writeUIntLE(body.length, 0, Math.min(6, length.length));
          const code = { short: 0x8c, long: 0x58, longest: 0x8d }[size];
          const pickle = Buffer.concat([Buffer.of(0x80, 4, code), length, body, Buffer.of(0x94, 0x2e)]);
          expect(readPickledText(new Uint8Array(pickle))).toBe(text);
        },
      ),
    );
  });

  it('of protocol 0 may have escapes', () => {
    const hex =
      '56615c7530303563625c7530303061635c75323032385c5530303031663630305c753030356375303034310a70300a2e';
    expect(readPickledText(bytes(hex))).toBe('a\\b\nc\u2028😀\\u0041');
    expect(readPickledText(bytes('560a70300a2e'))).toBe('');
    expect(readPickledText(bytes('5680929f0a70300a2e'))).toBe('\u0080\u0092\u009f');
  });

  it.each([
    [0, '286470300a56610a70310a56620a70320a7356630a70330a56640a70340a732e'],
    [1, '7d7100285801000000617101580100000062710258010000006371035801000000647104752e'],
    [2, '80027d7100285801000000617101580100000062710258010000006371035801000000647104752e'],
    [4, '80049515000000000000007d94288c0161948c0162948c0163948c016494752e'],
  ])('may stand in a dict of texts, in protocol %i', (_, hex) => {
    expect(readPickledText(bytes(hex))).toEqual(
      new Map([
        ['a', 'b'],
        ['c', 'd'],
      ]),
    );
  });
});

describe('whatever else is pickled', () => {
  it.each([
    [
      'a call of os.system',
      '8004951d000000000000008c05706f736978948c0673797374656d9493948c026c739485945294 2e',
    ],
    [
      'a call of os.system in protocol 0',
      '63706f7369780a73797374656d0a70300a2856690a70310a7470320a5270330a2e',
    ],
    ['a list in protocol 0', '286c70300a56610a70310a612e'],
    ['a number in protocol 0', '49310a2e'],
    ['a broken escape', '565c75303030670a70300a2e'],
    ['an escape that is no character', '565c5530303131303030300a70300a2e'],
    ['a line without an end', '5661622e'],
    ['a list', '80045d942e'],
    ['a tuple of texts', '80048c01618c01628694 2e'],
    ['bytes', '8004430161942e'],
    ['a number', '80044b012e'],
    ['None', '80044e2e'],
    ['two texts', '80048c01618c01622e'],
    ['nothing', '80042e'],
    ['a length beyond the end', '800458ffffffff612e'],
    ['a text that is not UTF-8', '80048c01ff2e'],
    ['bytes behind the end', '80048c01612e2e'],
    ['no end', '80048c0161'],
    ['a dict in a dict', '80047d8c01617d732e'],
    ['a key without a value', '80047d8c0161732e'],
    ['a protocol to come', '80068c01612e'],
  ])('is refused: %s', (_, hex) => {
    expect(readPickledText(bytes(hex.replaceAll(' ', '')))).toBeNull();
  });

  it('is refused, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (tail) => {
        const read = readPickledText(new Uint8Array([0x80, 4, ...tail]));
        expect(read === null || typeof read === 'string' || read instanceof Map).toBe(true);
      }),
    );
  });
});

describe('base64 of zlib of a pickle', () => {
  const packedText = (content: Uint8Array) => Buffer.from(deflateSync(content)).toString('base64');

  it('is unpacked', async () => {
    expect(await unpackedText(packedText(bytes('80048c0161942e')), 'tests')).toBe('a');
  });

  it.each([
    ['*', 'is neither JSON nor base64'],
    ['aGVsbG8=', 'cannot be unpacked'],
    [packedText(Buffer.alloc(1)), 'is a pickle of something other than text'],
  ])('is refused in a sentence: %s', async (text, message) => {
    await expect(unpackedText(text, 'tests')).rejects.toThrow(message);
  });
});
