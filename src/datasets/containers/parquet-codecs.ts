/** The codecs of parquet files other than snappy. This module is loaded only for files that need it. */
import type { Compressors } from 'hyparquet';
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors';

/** @param maxBytes maximum number of bytes of an unpacked page, regardless of the size in its header */
export function codecsFor(maxBytes: number): Compressors {
  const boundedCodec =
    (unpackBytes: (input: Uint8Array, length: number) => Uint8Array) =>
    (input: Uint8Array, length: number): Uint8Array => {
      if (!(length >= 0 && length <= maxBytes)) throw new RangeError('a page too large');
      return unpackBytes(input, length);
    };
  return {
    // The buffer has the size that the header states, because a page of a few bytes can unpack to gigabytes.
    ZSTD: boundedCodec((input, length) => decompressZstd(input, new Uint8Array(length))),
    GZIP: boundedCodec((input, length) => decompressGzip(input, length)),
    BROTLI: boundedCodec((input, length) => decompressBrotli(input, length)),
    LZ4: boundedCodec((input, length) => decompressLz4(input, length)),
    LZ4_RAW: boundedCodec((input, length) => decompressLz4Raw(input, length)),
  };
}
