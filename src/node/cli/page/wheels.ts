/** Describes the wheels in the folder of `--packages`, in the format of the page's list of packages. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { canonicalName, type PackageEntry, type PackageLock } from '../../../judge/packages/package-index.ts';
import { UsageError } from '../text/messages.ts';

/**
 * A file name as defined in PEP 427: name, version, optional build number, and the tags of Python, ABI and platform.
 */
const WHEEL_NAME = /^([\w.]+)-([\w.!+]+)(?:-\d\w*)?-([\w.]+)-([\w.]+)-([\w.]+)\.whl$/;
/** Platform tags of the Pyodide distribution. The page has a list of these files, with their hashes. */
const PYODIDE = /emscripten|pyodide|wasm32/;

/**
 * Reads the pure-Python wheels of a folder. Ignores files of the Pyodide distribution, because the page has its own
 * list of them.
 * @throws UsageError for a wheel that cannot run in a browser, and for a file that is not a wheel
 */
export function readWheels(folder: string): PackageLock {
  const names = readdirSync(folder).filter((name) => name.endsWith('.whl'));
  const parsedNames = names.map((file) => ({ file, parts: WHEEL_NAME.exec(file) }));
  const wheelNames = new Set(
    parsedNames.flatMap(({ parts }) => (parts === null ? [] : canonicalName(parts[1]!))),
  );
  const entries: Record<string, PackageEntry> = {};
  for (const { file, parts } of parsedNames) {
    const refusal = (reason: string) => new UsageError(`--packages: ${file} ${reason}`);
    if (parts === null) throw refusal('does not have the name of a wheel');
    const [, name = '', version = '', python = '', , platform = ''] = parts;
    if (PYODIDE.test(platform)) continue;
    if (platform !== 'any' || !/py3/.test(python))
      throw refusal(
        `is built for ${platform === 'any' ? python : platform.split('.')[0]}, which the sandbox cannot load: use a wheel of Python only (its name ends in py3-none-any.whl) or the file of the Pyodide distribution`,
      );
    const bytes = readFileSync(join(folder, file));
    try {
      const { imports, depends } = contentsOf(bytes, wheelNames);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const fixedFields = { install_dir: 'site', package_type: 'package' };
      const canonical = canonicalName(name);
      entries[canonical] = {
        name: canonical,
        version,
        file_name: file,
        sha256,
        depends,
        imports,
        ...fixedFields,
      };
    } catch {
      throw refusal('cannot be read as a wheel: download it again');
    }
  }
  return entries;
}

/** @param wheelNames canonical names of the wheels in the folder */
function contentsOf(
  bytes: Uint8Array,
  wheelNames: ReadonlySet<string>,
): { imports: string[]; depends: string[] } {
  const imports = new Set<string>();
  const members = unzipSync(bytes, {
    filter({ name }) {
      const [, module] = /^([A-Za-z_]\w*)(?:\.py$|\/.*\.py$)/.exec(name) ?? [];
      if (module !== undefined) imports.add(module);
      return /^[^/]+\.dist-info\/METADATA$/.test(name);
    },
  });
  const [metadata] = Object.values(members);
  if (metadata === undefined) throw new Error('no METADATA');
  const [header = ''] = strFromU8(metadata).split(/\r?\n\r?\n/, 1);
  const depends = [...header.matchAll(/^Requires-Dist:\s*([\w.-]+)([^;\n]*)(?:;(.*))?$/gim)].flatMap(
    ([, name = '', , marker]) => {
      // `pip download` has evaluated the markers: if a marker holds, the wheel is in the folder.
      const isNeeded = marker === undefined || wheelNames.has(canonicalName(name));
      return isNeeded && !/\bextra\b/.test(marker ?? '') ? [canonicalName(name)] : [];
    },
  );
  return { imports: [...imports].sort(), depends };
}
