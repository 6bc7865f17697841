import { describe, expect, it } from 'vitest';
import { readAddress, readFiles, type CpuModelReading } from './cpu-model.ts';

const faultOf = (reading: CpuModelReading) => (reading.ok ? '' : reading.fault);

function file(name: string, bytes: number): File {
  return new File([new Uint8Array(bytes)], name);
}

describe('an address', () => {
  it('names the model by its first part, whichever is given', () => {
    const url = 'https://h/DeepSeek-R1-00001-of-00002.gguf';
    expect(readAddress(' https://h/DeepSeek-R1-00002-of-00002.gguf ')).toMatchObject({
      ok: true,
      model: {
        id: url,
        label: 'DeepSeek-R1-00001-of-00002',
        source: { kind: 'url', url },
        reasons: true,
        isOwn: true,
      },
    });
    expect(readAddress('https://h/m.gguf?download=true')).toMatchObject({ ok: true, model: { label: 'm' } });
  });

  it.each([
    ['h/m.gguf', /not the http or https address/],
    ['ftp://h/m.gguf', /not the http or https address/],
    ['https://h/m.safetensors', /does not end in \.gguf/],
  ])('is refused: %s', (text, message) => {
    expect(faultOf(readAddress(text))).toMatch(message);
  });
});

describe('files from the disk', () => {
  it('are one model with the size of all', () => {
    const files = [file('m-00001-of-00002.gguf', 3), file('m-00002-of-00002.GGUF', 4)] as const;
    expect(readFiles([...files])).toMatchObject({
      ok: true,
      model: { id: 'm-00001-of-00002.gguf', weightBytes: 7, source: { kind: 'files' }, isOwn: true },
    });
  });

  it('are refused where one is something else', () => {
    const reading = readFiles([file('m.gguf', 1), file('README.md', 1)]);
    expect(faultOf(reading)).toBe('README.md is no .gguf file.');
  });
});
