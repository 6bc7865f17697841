import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { readWheels } from './wheels.ts';

function writeWheel(
  folder: string,
  file: string,
  requires: readonly string[],
  modules: readonly string[],
): void {
  const metadata = [
    'Metadata-Version: 2.1',
    ...requires.map((each) => `Requires-Dist: ${each}`),
    '',
    'Words',
  ];
  const [name = '', version = ''] = file.split('-');
  const files = [...modules, `${name}-${version}.dist-info/METADATA`].map((path) => [
    path,
    strToU8(path.endsWith('METADATA') ? metadata.join('\r\n') : ''),
  ]);
  writeFileSync(join(folder, file), zipSync(Object.fromEntries(files) as Record<string, Uint8Array>));
}

it('reads modules and requirements of wheels, and leaves the files of Pyodide to the page', () =>
  inTemporaryFolder((folder) => {
    const requires = [
      'Some_Thing>=1',
      'plain (>=2)',
      'tool[fast]~=1.0; extra == "dev"',
      "here; python_version >= '3.9'",
      "colour; sys_platform == 'win32'",
    ];
    const modules = ['my_pack/__init__.py', 'my_pack/part/deep.py', 'single.py', 'my_pack-1.0.data/x.py'];
    writeWheel(folder, 'My.Pack-1.0-py2.py3-none-any.whl', requires, modules);
    writeWheel(folder, 'here-2-1-py3-none-any.whl', [], ['here.py']);
    writeFileSync(join(folder, 'numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl'), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    const wheels = readWheels(folder);
    expect(Object.keys(wheels).sort()).toEqual(['here', 'my-pack']);
    expect(wheels['my-pack']).toMatchObject({
      name: 'my-pack',
      version: '1.0',
      imports: ['my_pack', 'single'],
      depends: ['some-thing', 'plain', 'here'],
    });
    expect(wheels['my-pack']?.sha256).toMatch(/^[0-9a-f]{64}$/);
  }));

it('refuses wheels that no browser loads, in one sentence', () => {
  const refusal = (file: string, content = ''): string =>
    inTemporaryFolder((folder) => {
      writeFileSync(join(folder, file), content);
      try {
        readWheels(folder);
        return 'read';
      } catch (error) {
        return (error as Error).message;
      }
    });
  expect(refusal('ujson-6.1.0-cp311-cp311-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl')).toBe(
    '--packages: ujson-6.1.0-cp311-cp311-manylinux_2_24_x86_64.manylinux_2_28_x86_64.whl is built for manylinux_2_24_x86_64, which the sandbox cannot load: use a wheel of Python only (its name ends in py3-none-any.whl) or the file of the Pyodide distribution',
  );
  expect(refusal('old-1-py2-none-any.whl')).toContain('is built for py2, which');
  expect(refusal('six.whl')).toBe('--packages: six.whl does not have the name of a wheel');
  expect(refusal('six-1-py3-none-any.whl', '<html>')).toBe(
    '--packages: six-1-py3-none-any.whl cannot be read as a wheel: download it again',
  );
});
