/**
 * Makes `public/gym/` from `src/datasets/gym/`: problems and exploits in the page's format, and the board, which the
 * judge in the built page fills. All files are committed. If names of exploits are passed as arguments, only these
 * exploits are judged, and those that the board lacks.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Board, Exploits } from '../../datasets/gym.ts';
import { FAMILIES, type Exploit } from '../../domain/exploit.ts';
import { inRoot } from '../bootstrap/root.mjs';
import { judgeExploits } from './gym-board.ts';
import { problemIn } from './problem-source.ts';

const SOURCE = inRoot('src/datasets/gym');
const TARGET = inRoot('public/gym');

const sources = readdirSync(join(SOURCE, 'problems')).map((slug) =>
  problemIn(join(SOURCE, 'problems', slug)),
);
const problems = sources.map(({ problem }) => problem);
const allExploits = readdirSync(join(SOURCE, 'exploits')).map(readExploit);
const names = process.argv.slice(2);
const unknownName = names.find((name) => !allExploits.some(({ id }) => id === name));
if (unknownName !== undefined) throw new Error(`${unknownName}: no such exploit in ${SOURCE}`);
const recordedBoard =
  names.length === 0 ? {} : (JSON.parse(readFileSync(join(TARGET, 'board.json'), 'utf8')) as Board);
const rulingsByExploit = await judgeExploits(
  problems,
  allExploits.filter(({ id }) => names.includes(id) || !(id in recordedBoard)),
);
const board: Board = Object.fromEntries(
  allExploits.map(({ id }) => [id, rulingsByExploit[id] ?? recordedBoard[id]!]),
);
const fooledGraderCount = ({ id }: Exploit): number => board[id]!.filter(({ reward }) => reward === 1).length;
// In each family, the exploits that fool the most graders come first.
const exploits = allExploits.sort(
  (one, other) =>
    FAMILIES.indexOf(one.family) - FAMILIES.indexOf(other.family) ||
    fooledGraderCount(other) - fooledGraderCount(one),
);
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
writeFileSync(join(TARGET, 'problems.jsonl'), `${sources.map(({ row }) => row).join('\n')}\n`);
writeJson('exploits.json', { problems, exploits } satisfies Exploits);
writeJson('board.json', board);
const paidCount = exploits.filter((exploit) => fooledGraderCount(exploit) > 0).length;
console.log(
  `${problems.length} problems, ${exploits.length} exploits, ${paidCount} of them paid by somebody`,
);

/** Reads a file that contains a line of JSON, a line `---`, and the answer. */
function readExploit(name: string): Exploit {
  const text = readFileSync(join(SOURCE, 'exploits', name), 'utf8');
  const end = text.indexOf('\n---\n');
  const head = JSON.parse(text.slice(0, end)) as Omit<Exploit, 'id' | 'raw' | 'source' | 'originals'> &
    Partial<Exploit>;
  return {
    id: name.replace(/\.md$/, ''),
    ...head,
    source: head.source ?? null,
    originals: head.originals ?? [],
    raw: text.slice(end + 5),
  };
}

function writeJson(name: string, value: object): void {
  writeFileSync(join(TARGET, name), `${JSON.stringify(value, null, 1)}\n`);
}
