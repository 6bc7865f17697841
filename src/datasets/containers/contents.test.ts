/** Reads rows from every container, with pieces of any size, and from truncated, damaged and bomb files. */
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { stringifyLossless } from '../../base/lossless-json.ts';
import { sourceFile } from '../../../tests/builders/source-file.ts';
import { contentsOf } from './contents.ts';
import { gunzipPieces } from './gunzipped.ts';
import { FILE_BOUNDS } from './inflate.ts';
import { unpackedMembers } from './members.ts';
import { textLines } from './json-lines.ts';
import { jsonValues } from './json-values.ts';
import { TOO_LONG, wholeFile, type SourceFile } from './source-file.ts';

// The time-out only stops tests that hang. These tests unpack megabytes, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
afterAll(() => vi.resetConfig());

/** Returns every row as JSON, or its number and its fault. */
async function rowsOf(file: SourceFile): Promise<string[]> {
  const contents = await contentsOf(file);
  if (contents.kind === 'folder') throw new Error('a folder');
  const rows: string[] = [];
  for await (const row of contents.rows) {
    rows.push('fault' in row ? `${row.line} ${row.fault}` : stringifyLossless(row.value));
  }
  return rows;
}

const LINES = '{"id":1.0}\n\n{"id":12345678901234567890}\r\n{"__proto__":{"x":1}}';
const ROWS = ['{"id":1.0}', '{"id":12345678901234567890}', '{"__proto__":{"x":1}}'];

describe('tables of text', () => {
  const row = '{"id":"p","prompt":"a, \\"b\\"\\nc","tests":[{"input":"1","output":1.0}],"public_tests":1}';
  const header = 'id,prompt,tests,public_tests,title';
  const cells = 'p,"a, ""b""\nc","[{""input"":""1"",""output"":1.0}]",1,';
  it.each([
    ['a.csv', `${header}\n${cells}\n`],
    ['without a name that shows it', `\uFEFF${header}\r\n${cells.replace('\n', '\n')}\r\n\r\n`],
    ['a.tsv', `${header}\n${cells}`.replaceAll(/,(?! |")|,(?="\[|"a)/g, '\t')],
  ])('%s', async (name, text) => {
    expect(await rowsOf(sourceFile(name, text, 7))).toEqual([row]);
  });

  it('keeps ids and texts as they are spelled', async () => {
    const text = 'problem_id;code;passed;id\n007;"[1, 2]";1;1.0\n8;{};true;';
    expect(await rowsOf(sourceFile('a.csv', text))).toEqual([
      '{"problem_id":"007","code":"[1, 2]","passed":1,"id":"1.0"}',
      '{"problem_id":"8","code":"{}","passed":true}',
    ]);
  });

  it('reports a row with too few or too many cells, and a quote that does not end', async () => {
    const rows = await rowsOf(sourceFile('a.csv', 'id,code\np\nq,1,2\nr,"x\n'));
    expect(rows).toEqual([
      expect.stringMatching(/^1 is not CSV: Too few fields/),
      expect.stringMatching(/^2 is not CSV: Too many fields/),
      expect.stringMatching(/^3 is not CSV: Quoted field unterminated/),
    ]);
    const file = sourceFile('a.csv', 'id,code,code\np,1,2');
    await expect(rowsOf(file)).rejects.toThrow('has two columns with the name');
  });
});

describe('rows', () => {
  it.each([
    ['JSON Lines', sourceFile('a.jsonl', LINES)],
    ['lines under no name that says so', sourceFile('a', LINES)],
    ['with a byte order mark', sourceFile('a.jsonl', `\uFEFF${LINES}`)],
    ['a list', sourceFile('a.json', `[${ROWS.join(' ,\n ')}]\n`)],
    ['a list under another name', sourceFile('a.txt', `[${ROWS.join(',')}]`)],
    ['objects one after the other in .json', sourceFile('a.json', ROWS.join('\n'))],
    ['gzip', sourceFile('a.jsonl.gz', gzipSync(LINES))],
    ['gzip of a list, under no name', sourceFile('a', gzipSync(`[${ROWS.join(',')}]`))],
  ])('come out of %s, numbers as they were written', async (_, file) => {
    expect(await rowsOf(file)).toEqual(ROWS);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('come out of a list that is written over many lines, its brackets in strings too', async () => {
    const rows = [{ a: ']},"{[' }, { b: ['\\"', { c: [] }] }];
    expect(await rowsOf(sourceFile('a.json', JSON.stringify(rows, null, 2)))).toEqual(
      rows.map((row) => JSON.stringify(row)),
    );
  });

  it('are the same whatever pieces the bytes come in', async () => {
    const row = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, piece) => {
          const texts = rows.map((each) => JSON.stringify(each));
          const lossless = texts.map((text) => JSON.parse(text) as unknown);
          for (const file of [
            sourceFile('a.jsonl', texts.join('\n'), piece),
            sourceFile('a.json', `[${texts.join(',')}]`, piece),
          ]) {
            const read = (await rowsOf(file)).map((text) => JSON.parse(text) as unknown);
            expect(read).toEqual(lossless);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('that are broken cost no other', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":1}\n{"a":\n'),
      Buffer.of(0x7b, 0xff, 0xfe, 0x7d, 0x0a),
      Buffer.from(`${'['.repeat(100_000)}\n{"a":2}`),
    ]);
    expect(await rowsOf(sourceFile('a.jsonl', bytes))).toEqual([
      '{"a":1}',
      expect.stringMatching(/^2 is not JSON/) as string,
      expect.stringMatching(/^3 is not UTF-8 text/) as string,
      expect.stringMatching(/^4 is not JSON: nested too deeply/) as string,
      '{"a":2}',
    ]);
  });

  it('that are too long are passed over, and not held', async () => {
    const longRow = `{"a":"${'x'.repeat(300)}"}`;
    const file = sourceFile('a', `{"a":1}\n${longRow}\n{"a":2}`, 7);
    const lines: unknown[] = [];
    for await (const line of textLines(file.bytes(), 100)) lines.push(line);
    expect(lines).toEqual([
      { line: 1, value: '{"a":1}' },
      { line: 2, fault: TOO_LONG },
      { line: 3, value: '{"a":2}' },
    ]);
    const values: unknown[] = [];
    for await (const value of jsonValues(sourceFile('a', `[{"a":1},${longRow},{"a":2}]`, 7).bytes(), 100)) {
      values.push(value);
    }
    expect(values).toEqual(lines);
  });
});

describe('a file that is no whole one', () => {
  it.each([
    ['a list that ends within a row', sourceFile('a.json', '[{"a":1},{"a":'), 'ends within row 2'],
    ['a list that is not closed', sourceFile('a.json', '[{"a":1}'), 'ends within row 2'],
    ['gzip that is cut off', sourceFile('a.gz', gzipSync(LINES).subarray(0, -12)), 'is damaged or cut off'],
    [
      'gzip with a wrong checksum',
      sourceFile('a.gz', withFlippedByte(gzipSync(LINES), -6)),
      'is damaged or cut off',
    ],
    ['a gzip bomb', sourceFile('a.gz', gzipSync(Buffer.alloc(12 << 20, 'x'))), 'is more likely a bomb'],
    [
      'a zip without its end',
      sourceFile('a.zip', zipSync({ a: new Uint8Array(9) }).slice(0, -30)),
      'is no whole zip',
    ],
    [
      'zip in gzip',
      sourceFile('a.gz', gzipSync(zipSync({ a: new Uint8Array(9) }))),
      'unpack the outer one first',
    ],
    ['parquet in gzip', sourceFile('a.gz', gzipSync('PAR1PAR1')), 'is a parquet file in an archive'],
    ['parquet that is cut off', sourceFile('a.parquet', parquet().slice(0, -20)), 'is no whole parquet file'],
    [
      'parquet with a broken page',
      sourceFile('a.parquet', withFlippedByte(parquet(), 6)),
      'is no whole parquet file',
    ],
  ])('is refused in a sentence: %s', async (_, file, message) => {
    await expect(rowsOf(file)).rejects.toThrow(message);
  });
});

describe('zip', () => {
  const files = { 'data/a.jsonl': new TextEncoder().encode(LINES), 'b.txt': new TextEncoder().encode('b') };

  async function entriesOf(bytes: Uint8Array): Promise<readonly SourceFile[]> {
    const contents = await contentsOf(sourceFile('z.zip', bytes));
    if (contents.kind !== 'folder') throw new Error('no folder');
    return contents.files;
  }

  it.each([0, 9] as const)('is a folder, packed at level %i', async (level) => {
    const entries = await entriesOf(zipSync(files, { level }));
    expect(entries.map(({ name }) => name)).toEqual(['z.zip/data/a.jsonl', 'z.zip/b.txt']);
    expect(await rowsOf(entries[0]!)).toEqual(ROWS);
  });

  it('with a wrong checksum is refused', async () => {
    const bytes = zipSync({ 'a.jsonl': new TextEncoder().encode(LINES) }, { level: 0 });
    const [entry] = await entriesOf(withFlippedByte(bytes, bytes.length - 100));
    await expect(rowsOf(entry!)).rejects.toThrow('is damaged');
  });

  it('is found behind other data, and before a comment that looks like an end', async () => {
    const bytes = zipSync({ 'a.jsonl': new TextEncoder().encode(LINES) });
    const comment = Buffer.from(`PK\x05\x06${'.'.repeat(40)}`);
    const zipWithComment = Buffer.concat([bytes, comment]);
    zipWithComment.writeUInt16LE(comment.length, bytes.length - 2);
    const zipAfterScript = Buffer.concat([bytes.subarray(0, 4), Buffer.from('#!/bin/sh\n'), bytes]);
    for (const archive of [zipWithComment, zipAfterScript]) {
      const [entry] = await entriesOf(new Uint8Array(archive));
      expect(await rowsOf(entry!)).toEqual(ROWS);
    }
  });

  it('that lacks bytes before its directory is refused', async () => {
    const bytes = zipSync({ 'a.jsonl': new TextEncoder().encode(LINES) });
    const damagedZip = new Uint8Array(Buffer.concat([bytes.subarray(0, 50), bytes.subarray(55)]));
    const read = async () => Promise.all((await entriesOf(damagedZip)).map(rowsOf));
    await expect(read()).rejects.toThrow('is damaged or cut off');
  });

  it('passes an error of its host', async () => {
    const file = sourceFile('z.zip', zipSync(files));
    const part = async (start: number, end: number) => {
      if (start > 0) throw new Error('the disk has gone');
      return file.readPart!(start, end);
    };
    await expect(contentsOf({ ...file, readPart: part })).rejects.toThrow('the disk has gone');
  });

  it('that lies about what it unpacks to is refused', async () => {
    const packed = deflateRawSync(Buffer.alloc(12 << 20, 'x'));
    const bytes = zipSync({ 'a.jsonl': new Uint8Array(packed) }, { level: 0 });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const directory = view.getUint32(bytes.length - 6, true);
    view.setUint16(directory + 10, 8, true);
    view.setUint32(directory + 24, 0x7fffffff, true);
    const [entry] = await entriesOf(bytes);
    await expect(wholeFile(entry!, 1 << 30)).rejects.toThrow('is more likely a bomb');
  });
});

it('parquet gives rows with lists, big integers and absent values', async () => {
  expect(await rowsOf(sourceFile('a', parquet()))).toEqual([
    '{"text":"a","big":9007199254740993,"list":["x","y"],"json":{"a":[1]},"flag":true}',
    '{"text":"é\\n","big":null,"list":[],"json":"b","flag":false}',
  ]);
});

/** Written by hyparquet-writer with zstd 1.5 at level 19: the letter a 200 times, then 50 lines of é. */
const ZSTD =
  'UEFSMRUGFdAFFUpcFQQVABUEFQAVBBUAAAADAyi1L/0EaLUAAGDIAAAAYZYAAADDqQoCABAdZYgU0AJ+GZ4kFQQZLEgEcm9vdBUCABUMJQIYBHRleHQlAAAWBBkcGRwmCBwVDBkVABkYBHRleHQVDBYEFvwFFnYmCDw2ACgPw6kKw6kKw6kKw6kKw6kLGBBhYWFhYWFhYWFhYWFhYWFhEhIAGRwVBhUAFQIAAAAW/AUWBDZ2ACgJaHlwYXJxdWV0GRwcAAAAhwAAAFBBUjE=';

describe('parquet that is packed in another way than snappy', () => {
  const texts = ['a'.repeat(200), 'é\n'.repeat(50)];
  const packed = (codec: 'GZIP' | 'BROTLI', pack: (input: Uint8Array) => Uint8Array) =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [{ name: 'text', data: texts, type: 'STRING' }],
        codec,
        compressors: { [codec]: (input: Uint8Array) => new Uint8Array(pack(input)) },
      }),
    );
  const zstd = new Uint8Array(Buffer.from(ZSTD, 'base64'));

  it.each([
    ['zstd', zstd],
    ['gzip', packed('GZIP', gzipSync)],
    ['brotli', packed('BROTLI', brotliCompressSync)],
  ])('is read: %s', async (_, bytes) => {
    expect(await rowsOf(sourceFile('a.parquet', bytes))).toEqual(
      texts.map((text) => JSON.stringify({ text })),
    );
  });

  it('and damaged is refused', async () => {
    await expect(rowsOf(sourceFile('a', withFlippedByte(zstd, 38)))).rejects.toThrow(
      'is no whole parquet file',
    );
  });
});

describe('gzip of several members', () => {
  const members = (...texts: readonly string[]) => Buffer.concat(texts.map((text) => gzipSync(text)));
  const unpacked = async (bytes: Uint8Array, piece: number) => {
    const pieces: Uint8Array[] = [];
    const file = sourceFile('a', bytes, piece);
    for await (const unpackedPiece of unpackedMembers(file.bytes(), FILE_BOUNDS)) pieces.push(unpackedPiece);
    return Buffer.concat(pieces).toString();
  };
  const TEXTS = ['one\n', '', 'x'.repeat(100_000), 'last'];

  it.each([1, 7, 64, 1 << 16])('is unpacked to its end, in pieces of %i', async (piece) => {
    expect(await unpacked(members(...TEXTS), piece)).toBe(TEXTS.join(''));
  });

  it.each([
    ['a wrong checksum in the first', withFlippedByte(members(...TEXTS), gzipSync(TEXTS[0]!).length - 7)],
    ['a wrong checksum in the last', withFlippedByte(members(...TEXTS), -7)],
    ['a wrong length', withFlippedByte(members(...TEXTS), -2)],
    ['its end cut off', members(...TEXTS).subarray(0, -3)],
    ['something else behind it', Buffer.concat([members('a'), Buffer.from('not gzip at all')])],
  ])('is refused with %s', async (_, bytes) => {
    await expect(unpacked(bytes, 64)).rejects.toThrow('is damaged or cut off');
  });

  it('is refused where it is a bomb', async () => {
    const bytes = members('a', 'x'.repeat(12 << 20));
    await expect(unpacked(bytes, 1 << 16)).rejects.toThrow('is more likely a bomb');
  });

  it('goes on where the host unpacks the first alone, with nothing twice', async () => {
    const Host = DecompressionStream;
    const firstLength = gzipSync('one\n').length;
    // Browsers report an error if data follows the first member.
    vi.stubGlobal('DecompressionStream', function strict() {
      let remaining = firstLength;
      const fault = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          if (remaining > 0) controller.enqueue(piece.subarray(0, remaining));
          remaining -= piece.length;
          if (remaining < 0) controller.error(new TypeError('Junk found after end of compressed data.'));
        },
      });
      return { writable: fault.writable, readable: fault.readable.pipeThrough(new Host('gzip') as never) };
    });
    const file = sourceFile('a', members('one\n', 'two\n', 'three'), 9);
    const pieces: Uint8Array[] = [];
    for await (const piece of gunzipPieces(() => file.bytes(), FILE_BOUNDS)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('one\ntwo\nthree');
  });
});

function parquet(): Uint8Array {
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
  return new Uint8Array(
    parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 5 },
        { name: 'text', repetition_type: 'REQUIRED', ...text },
        { name: 'big', repetition_type: 'OPTIONAL', type: 'INT64' },
        { name: 'list', repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: 'OPTIONAL', ...text },
        { name: 'json', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'JSON' },
        { name: 'flag', repetition_type: 'REQUIRED', type: 'BOOLEAN' },
      ],
      columnData: [
        { name: 'text', data: ['a', 'é\n'] },
        { name: 'big', data: [9007199254740993n, null] },
        { name: 'list', data: [['x', 'y'], []] },
        { name: 'json', data: [{ a: [1] }, 'b'] },
        { name: 'flag', data: [true, false] },
      ],
    }),
  );
}

function withFlippedByte(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  const index = at < 0 ? copy.length + at : at;
  copy[index] = copy[index]! ^ 0xff;
  return copy;
}

describe('zstd, and the containers that are not read', () => {
  /** Written by zstd 1.5 from `{"a":1}\n{"a":2}\n`. */
  const ZST = Buffer.from('KLUv/QRYgQAAeyJhIjoxfQp7ImEiOjJ9Cu7trPI=', 'base64');

  it('is unpacked, frame after frame', async () => {
    const rows = ['{"a":1}', '{"a":2}'];
    expect(await rowsOf(sourceFile('a.jsonl.zst', ZST))).toEqual(rows);
    expect(await rowsOf(sourceFile('a', Buffer.concat([ZST, ZST]), 5))).toEqual([...rows, ...rows]);
    await expect(rowsOf(sourceFile('a.zst', ZST.subarray(0, -6)))).rejects.toThrow('is damaged');
  });

  it.each([
    [
      'tar in gzip',
      gzipSync(Buffer.concat([Buffer.alloc(257), Buffer.from('ustar\0'), Buffer.alloc(300)])),
      'is a tar archive',
    ],
    ['Arrow', Buffer.from('ARROW1\0\0 and more'), 'is an Arrow file'],
    ['bzip2', Buffer.from('BZh91AY&SY'), 'is packed by bzip2'],
  ])('are refused by their names: %s', async (_, bytes, expectedMessage) => {
    await expect(rowsOf(sourceFile('a.jsonl', bytes))).rejects.toThrow(expectedMessage);
  });

  it('are no lines where a row goes on over several', async () => {
    expect(await rowsOf(sourceFile('a.jsonl', '{\n  "a": 1\n}\n{\n  "a": 2\n}\n'))).toEqual([
      '{"a":1}',
      '{"a":2}',
    ]);
  });

  it('of macOS are left out of a zip, and any code page is read', async () => {
    const text = new TextEncoder().encode('{"a":1}');
    const bytes = zipSync({
      'x/u.json': text,
      '__MACOSX/x/._u.json': text,
      'x/._u.json': text,
      'x/.DS_Store': text,
    });
    for (const at of [Buffer.from(bytes).indexOf('u.json'), Buffer.from(bytes).lastIndexOf('x/u.json') + 2])
      bytes[at] = 0x81;
    const contents = await contentsOf(sourceFile('z.zip', bytes));
    if (contents.kind !== 'folder') throw new Error('no folder');
    expect(contents.files).toHaveLength(1);
    expect(await rowsOf(contents.files[0]!)).toEqual(['{"a":1}']);
  });
});
