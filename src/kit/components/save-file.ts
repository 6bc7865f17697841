/**
 * Saves a file to the downloads of the user. CSV files get a byte order mark, without which Excel does not recognise
 * UTF-8.
 */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  const content = name.endsWith('.csv') ? new Blob(['\uFEFF', file], { type: file.type }) : file;
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
