/** Sentences about a file that is no whole export of the stored data. */
import { numberText } from '../../base/number-words.ts';

export const dataEmpty = (file: string): string => `${file} is empty: export everything again.`;
export const dataLineNotRead = (file: string, line: number, fault: string): string =>
  inLine(file, line, fault);
export const dataBehindEnd = (file: string, line: number): string =>
  inLine(file, line, 'stands behind the end: export everything again');
export const unknownRecord = (file: string, line: number): string =>
  inLine(file, line, 'is no record that this page knows: export everything again');
export const dataCutOff = (file: string, line: number): string =>
  inLine(file, line, 'is the last, and the file was cut off: export everything again');
export const oneRunOnly = (file: string): string =>
  `${file} is the file of one run: open it on the page Runs.`;
export const noExport = (file: string): string => `${file} was not made by "Export everything".`;
export const newerExport = (file: string): string =>
  `${file} is of a newer version of Allpass: reload this page to get that version, and import it again.`;
export const dataUnpacksToMore = (file: string, bytes: number): string =>
  `${file} unpacks to more than ${numberText(bytes)} bytes, more than any browser keeps.`;
/** The containers speak of downloads. */
export const dataNotUnpacked = (file: string, fault: string): string =>
  `${file} ${fault.replace('download it again', 'export everything again')}.`;

function inLine(file: string, line: number, fault: string): string {
  return `${file}, line ${numberText(line)} ${fault}.`;
}
