/** Half sentences about files and archives that hold rows, behind the name of the file. */
import { jsonFaultText, type JsonFault } from '../../base/lossless-json.ts';

export const isEmpty = (): string => 'is empty';
export const isDocument = (): string =>
  'is not a data set: choose a file of problems, such as problems.jsonl';
export const holdsNoProblemFile = (): string =>
  'holds no file of problems (.json, .jsonl, .gz, .zst, .zip, .kpp, .parquet, folders of APPS, problem packages)';
export const isLarger = (mostBytes: number): string => `is larger than ${mostBytes >> 20} MiB`;

// Rows
/** @param character counted from 1 */
export const isNotJson = (fault: JsonFault, character: number): string =>
  `is not JSON: ${jsonFaultText(fault)} (character ${character})`;
export const isNotUtf8 = (): string => 'is not UTF-8 text: convert the file to UTF-8 and try again';
export const isTooLongRow = (mostBytes: number): string =>
  `is longer than ${mostBytes >> 20} MiB: no known data set has such a row; take it out of the file`;
export const endsWithinRow = (row: number): string =>
  `ends within row ${row}: it is cut off, so download or write it again`;

// Packed files
export const isBomb = (): string =>
  'unpacks to such a multiple of its size that it is more likely a bomb than a data set: unpack it by hand if you trust it';
export const isDamaged = (): string =>
  'is damaged or cut off, and cannot be unpacked to its end: download it again';

// parquet.ts
export const isNoParquet = (): string =>
  'is no whole parquet file: it is damaged or cut off, so download it again';
export const isParquetInArchive = (): string => 'is a parquet file in an archive: unpack it first';
export const hasUnknownCodec = (codec: string): string =>
  `is packed with ${codec}, which is not read here: write it with snappy or zstd`;
export const hasLargeRowGroup = (): string =>
  'has a row group too large to be held: write it with smaller row groups';

// contents.ts
const OTHER_CONTAINERS = {
  arrow: "is an Arrow file: write it with datasets' to_parquet, or to_json, and give that file",
  tar: 'is a tar archive: unpack it, and give the folder or the file in it',
  bzip2: 'is packed by bzip2: unpack it first (bunzip2)',
  xz: 'is packed by xz: unpack it first (unxz)',
  '7z': 'is a 7z archive: unpack it first',
  rar: 'is a RAR archive: unpack it first',
};
export const isOtherContainer = (what: keyof typeof OTHER_CONTAINERS): string => OTHER_CONTAINERS[what];

// zip.ts
export const isNoZip = (): string =>
  'is no whole zip file (its directory is missing or damaged): download it again';
export const isZipInArchive = (): string =>
  'is a zip file within another archive: unpack the outer one first';
export const listsTooManyFiles = (): string => 'lists too many files: unpack it and give the folder';
export const isEncrypted = (): string => 'is encrypted: unpack it with its password first';
/** @param method its number in the format */
export const hasUnknownMethod = (method: number): string =>
  `is packed by method ${method} of zip, which is not read here: unpack it first`;
export const hasWrongChecksum = (): string =>
  'is damaged (its checksum is wrong): download the archive again';
