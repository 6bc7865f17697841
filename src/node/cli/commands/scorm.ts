/** `allpass scorm`: writes a SCORM 1.2 package of problems for a learning management system. Runs no program. */
import { strToU8, zipSync } from 'fflate';
import { writeFileSync } from 'node:fs';
import { counted } from '../../../base/number-words.ts';
import { withoutSolutions } from '../../../datasets/kept-row.ts';
import { readLines } from '../../../datasets/lines.ts';
import { readProblem } from '../../../datasets/problem-file.ts';
import type { ProblemSummary } from '../../../domain/problem.ts';
import { escapeXml } from '../../../runs/exports/junit.ts';
import { FileLines, placeOf, readText, refuse } from '../input/input-files.ts';
import { PROFILE, profileOption, requiredOption, value } from '../options/options.ts';
import { checkOutput } from '../output/output-file.ts';
import { printLine, UsageError } from '../text/messages.ts';
import { inRoot } from '../../bootstrap/root.mjs';
import { stringifyLossless, type LosslessObject } from '../../../base/lossless-json.ts';
import { command } from './command.ts';

interface PackedProblem {
  readonly title: string;
  /** The markup of its element. */
  readonly markup: string;
}

export const SCORM = command({
  name: 'scorm',
  about:
    'pack problems for a learning management system (SCORM 1.2): it gets the score, students need no account',
  help: {
    usage: 'scorm [PROBLEMS.jsonl…] [--bundled ID,…] --site URL -o OUT.zip [OPTION…]',
    about: [
      'Packs problems into one page that a learning management system (Moodle, Canvas, ILIAS…) shows as a SCORM 1.2',
      'package. Each problem has its statement, an editor and the judge, from your Allpass at --site. The score is the',
      'mean reward in percent; the status is passed when each reward is 1. The best rewards are kept in the suspend data.',
    ].join('\n'),
    notes: [
      'Hidden tests are in the package and on the device of each student, and a verdict in a browser is no proof.',
    ],
    exitCodes: ['0', '2'],
    examples: [
      'scorm week3.jsonl --site https://allpass.example/ --title "Week 3" -o week3.zip',
      'scorm --bundled lowest-barrel,print-night --site https://allpass.example/ -o two.zip',
    ],
  },
  options: {
    site: value('URL', 'address of the folder of your Allpass (docs/hosting.md)'),
    bundled: value('ID,…', 'ids of problems that ship with Allpass'),
    title: value('TEXT', 'title of the package (default: that of its first problem)'),
    profile: PROFILE,
    output: value('FILE', 'the package', { short: 'o' }),
  },
  takesFiles: true,
  async run(options, files) {
    const site = siteOf(requiredOption('--site', options.site));
    const output = requiredOption('--output', options.output);
    const profile = profileOption(options.profile).name;
    const problems = [
      ...(options.bundled?.split(',') ?? []).map((id) => bundledProblem(id.trim(), profile)),
      ...files.flatMap((path) => problemsOf(path, profile)),
    ];
    const [first] = problems;
    if (first === undefined) throw new UsageError('scorm needs a file of problems, or --bundled');
    // A package may be written again.
    checkOutput(output, { start: 'PK' });
    const place = placeOf(output);
    const title = options.title ?? first.title;
    const parts = { 'imsmanifest.xml': manifest(title), 'index.html': page(title, site, problems) };
    const zip = zipSync(
      Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
      // The same problems give the same file in every time zone, because a zip has local times.
      { mtime: new Date(1980, 0, 1) },
    );
    writeFileSync(place, zip);
    printLine(`${output}: ${counted(problems.length, 'problem')}, judged by ${site}`);
    return 0;
  },
});

function siteOf(text: string): string {
  const address = text.endsWith('/') ? text : `${text}/`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`--site ${text}: must be the http or https address of a folder`);
  return new URL(address).href;
}

/** @throws UsageError if no problem has the id */
function bundledProblem(id: string, profile: string): PackedProblem {
  const name = id.replace(/^allpass\//, '');
  const index = readText(inRoot('dist', 'problems', 'index.json'));
  const summaries = JSON.parse(index) as readonly ProblemSummary[];
  const summary = summaries.find((candidate) => candidate.id === `allpass/${name}`);
  if (summary === undefined) throw new UsageError(`--bundled ${id}: Allpass ships no such problem`);
  return { title: summary.title, markup: element(`problem="${name}" profile="${escapeXml(profile)}"`, '') };
}

function problemsOf(path: string, profile: string): readonly PackedProblem[] {
  const { records, faults } = readLines(new FileLines(path), (row) => {
    const { title } = readProblem(row);
    // Within a script, `<` could begin its end tag.
    const json = stringifyLossless(withoutSolutions(row as LosslessObject)).replaceAll('<', '\\u003c');
    const script = `<script type="application/json">${json}</script>`;
    return { title, markup: element(`profile="${escapeXml(profile)}"`, script) };
  });
  refuse(path, faults);
  return records;
}

function element(attributes: string, content: string): string {
  return `<allpass-problem ${attributes}>${content}</allpass-problem>`;
}

function page(title: string, site: string, problems: readonly PackedProblem[]): string {
  const sections = problems.map(
    (problem) => `    <h2>${escapeXml(problem.title)}</h2>\n    ${problem.markup}`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeXml(title)}</title>
    <script src="${escapeXml(site)}embed/allpass-problem.js" defer></script>
    <script src="${escapeXml(site)}embed/scorm.js" defer></script>
  </head>
  <body>
    <h1>${escapeXml(title)}</h1>
    <p role="status" id="allpass-score"></p>
${sections.join('\n')}
  </body>
</html>
`;
}

function manifest(title: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="allpass" version="1.0"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escapeXml(title)}</title>
      <item identifier="item" identifierref="page">
        <title>${escapeXml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html" />
    </resource>
  </resources>
</manifest>
`;
}
