/** A size as people read it, in decimal units: '4.3 GB', '85 MB', '12 kB', '133 bytes'. */
export function inWords(bytes: number): string {
  if (bytes >= 9.995e8) return `${rounded(bytes / 1e9, 1)} GB`;
  if (bytes >= 9.995e5) return `${rounded(bytes / 1e6, bytes >= 9.95e6 ? 0 : 1)} MB`;
  if (bytes >= 1e4) return `${Math.round(bytes / 1e3)} kB`;
  return bytes === 1 ? '1 byte' : `${bytes.toLocaleString('en')} bytes`;
}

function rounded(value: number, digits: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
