/**
 * Reads how the outputs of a problem package are compared. The settings of the default validator are converted to
 * a comparer, or to a checker in Python.
 */
import { Misfit } from '../reading/fields.ts';
import {
  words,
  yamlFields,
  type PackageFacts,
  type PackageFiles,
  MORE_THAN_INPUT_FAULT,
} from './package-facts.ts';

/** Files with the settings of a group of tests. A nested group inherits the settings of its parent. */
const GROUP_SETTINGS = ['test_group.yaml', 'testdata.yaml'] as const;

/**
 * Returns the rules for comparing outputs.
 * @param readText reads a file of the package
 * @throws Misfit if no comparer or checker can implement the comparison
 */
export async function packageChecker(
  files: PackageFiles,
  facts: PackageFacts,
  readText: (path: string) => Promise<string>,
): Promise<OutputRules> {
  const ownFolder = [...files.keys()].some((path) => /^output_validators?\/.+/.test(path));
  if (facts.isCustom || (ownFolder && facts.flags === ''))
    throw new Misfit(
      'output_validator',
      'has a validator of its own for outputs, which is not run here: several outputs may be right',
    );
  const fileFlags = await flagsByFile(files, readText);
  const flagSets = new Set<string>(facts.flags === '' ? [] : [facts.flags]);
  for (const path of files.keys())
    if (/^data\/.*\.in$/.test(path)) flagSets.add(effectiveFlags(path, fileFlags) ?? facts.flags);
  if (flagSets.size > 1)
    throw new Misfit('data', 'compares outputs of some tests in another way than those of others');
  return rulesOf([...flagSets][0] ?? '');
}

/** Returns the name of a comparer, or the Python source of a checker. */
export function checkerFor(rules: OutputRules, outputs: readonly string[]): string {
  const hasLetters = outputs.some((output) => /\p{L}/u.test(output));
  if (rules.absoluteTolerance !== null || rules.relative !== null) return toleranceChecker(rules);
  if (rules.isSpaceKept) return 'exact';
  // No comparer ignores case and also compares numbers as strings.
  return rules.isCaseKept || !hasLetters ? 'tokens' : toleranceChecker(rules);
}

/**
 * Reads the validator flags of each settings file that has any.
 * @throws Misfit if the settings give a program anything other than its input
 */
async function flagsByFile(
  files: PackageFiles,
  text: (path: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const flags = new Map<string, string>();
  for (const path of files.keys()) {
    if (!/^data\/.*\.yaml$/.test(path)) continue;
    const settings = await yamlFields(await text(path), path);
    for (const name of ['args', 'files'])
      if (!isEmpty(settings[name])) throw new Misfit(`${path}: ${name}`, MORE_THAN_INPUT_FAULT);
    const ownFlags = settings['output_validator_flags'] ?? settings['output_validator_args'];
    if (ownFlags !== undefined && ownFlags !== null) flags.set(path, words(ownFlags).join(' '));
  }
  return flags;
}

/** Returns the flags of a test, or else those of the innermost group that has flags; null if there are none. */
function effectiveFlags(input: string, flagsByPath: ReadonlyMap<string, string>): string | null {
  const testFlags = flagsByPath.get(input.replace(/\.in$/, '.yaml'));
  if (testFlags !== undefined) return testFlags;
  for (let end = input.lastIndexOf('/'); end > 0; end = input.lastIndexOf('/', end - 1))
    for (const name of GROUP_SETTINGS) {
      const flags = flagsByPath.get(`${input.slice(0, end)}/${name}`);
      if (flags !== undefined) return flags;
    }
  return null;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The settings of the default validator. */
export interface OutputRules {
  isCaseKept: boolean;
  isSpaceKept: boolean;
  absoluteTolerance: number | null;
  relative: number | null;
}

/** @throws Misfit */
function rulesOf(flags: string): OutputRules {
  const rules: OutputRules = {
    isCaseKept: false,
    isSpaceKept: false,
    absoluteTolerance: null,
    relative: null,
  };
  const flagWords = words(flags);
  for (let at = 0; at < flagWords.length; at++) {
    const flag = flagWords[at]!;
    if (flag === 'case_sensitive') rules.isCaseKept = true;
    else if (flag === 'space_change_sensitive') rules.isSpaceKept = true;
    else if (TOLERANCES.has(flag)) {
      const tolerance = Number(flagWords[++at]);
      if (!(tolerance >= 0)) throw new Misfit('validator flags', `${flag} is without its number`);
      if (flag !== 'float_relative_tolerance') rules.absoluteTolerance = tolerance;
      if (flag !== 'float_absolute_tolerance') rules.relative = tolerance;
    } else throw new Misfit('validator flags', `"${flag}" is none of the default validator's`);
  }
  const isTolerant = rules.absoluteTolerance !== null || rules.relative !== null;
  if (rules.isSpaceKept && (isTolerant || !rules.isCaseKept))
    throw new Misfit('validator flags', 'compares white space exactly, and numbers or letters not');
  return rules;
}

const TOLERANCES: ReadonlySet<string> = new Set([
  'float_tolerance',
  'float_absolute_tolerance',
  'float_relative_tolerance',
]);

/**
 * Creates a checker in Python. It compares a word as a number if the expected word is a number, and else as a
 * string.
 */
function toleranceChecker({ isCaseKept, absoluteTolerance, relative }: OutputRules): string {
  const number = (value: number | null): string => (value === null ? '-1.0' : String(value));
  return `import math, re, sys
output, answer = (open(path, encoding="utf-8").read().split() for path in sys.argv[2:4])
NUMBER = re.compile(r"[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?", re.ASCII)
def same(one, other):
    if ${absoluteTolerance === null && relative === null ? 'False' : 'True'} and NUMBER.fullmatch(other):
        if not NUMBER.fullmatch(one):
            return False
        one, other = float(one), float(other)
        distance = abs(one - other)
        return one == other or distance <= ${number(absoluteTolerance)} or distance <= ${number(relative)} * abs(other)
    return one == other${isCaseKept ? '' : ' or one.lower() == other.lower()'}
sys.exit(0 if len(output) == len(answer) and all(map(same, output, answer)) else 1)
`;
}
