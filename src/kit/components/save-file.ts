/**
 * Hands a file to the user, who finds it among the downloads. A table gets a byte order mark: without it Excel takes UTF-8 for the
 * encoding of its system.
 */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  const content = name.endsWith('.csv') ? new Blob(['\uFEFF', file], { type: file.type }) : file;
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
