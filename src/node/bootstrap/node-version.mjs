// This module must load in every version of Node with ES modules, so it uses old syntax only.
import { readFileSync } from 'node:fs';

/**
 * @param {string} version in the form of process.versions.node
 * @param {string} range as in package.json: `^20.19.0 || >=24.0.0`, three numbers each
 */
export function satisfies(version, range) {
  const have = numbers(version);
  return range.split('||').some((part) => {
    const want = numbers(part);
    const first = [0, 1, 2].find((i) => have[i] !== want[i]);
    if (first === undefined) return true;
    // A caret permits one major version; `>=` permits later ones.
    return (first > 0 || part.includes('>=')) && Number(have[first]) > Number(want[first]);
  });
}

/** Returns a message if this Node cannot run the project; otherwise undefined. */
export function nodeComplaint() {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const { node: range } = manifest.engines;
  if (satisfies(process.versions.node, range)) return undefined;
  return `Allpass needs Node ${range}; this is ${process.versions.node}. Get one at https://nodejs.org.`;
}

/** @param {string} text */
function numbers(text) {
  return (text.match(/\d+/g) || []).map(Number);
}
