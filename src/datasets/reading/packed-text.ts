/** base64 of zlib of a pickle: how LiveCodeBench and SandboxFusion keep hidden tests. */
import { inflatedWhole } from '../containers/inflate.ts';
import { Unreadable, type Bytes } from '../containers/source-file.ts';
import { Misfit } from '../fields.ts';
import { readPickledText } from './pickled-text.ts';

/**
 * Limit for one field, unpacked: the largest known have a quarter of it, and a JavaScript text no more than twice.
 */
const LARGEST = 256 << 20;

/** @throws Misfit under the name of the field */
export async function unpackedText(
  packed: string,
  field: string,
): Promise<string | ReadonlyMap<string, string>> {
  const bytes = base64Bytes(packed);
  if (bytes === null) throw new Misfit(field, 'is neither JSON nor base64');
  const pickled = await inflatedWhole(bytes, 'deflate', LARGEST).catch((error: unknown) => {
    if (!(error instanceof Unreadable)) throw error;
    throw new Misfit(field, `cannot be unpacked: it is damaged, or holds more than ${LARGEST >> 20} MiB`);
  });
  const text = readPickledText(pickled);
  if (text !== null) return text;
  throw new Misfit(field, 'is a pickle of something other than text, which could run code: it is not opened');
}

function base64Bytes(text: string): Bytes | null {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return null;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
