/** Applies a profile's rule on newer Python features to one program. */
import { withFlag, type ProgramError, type TestResult } from '../../domain/verdict.ts';
import { removedFor, type RemovedFeature } from './removed-python.ts';
import { isModule, newerPython, sameAs, type ChangedThing, type NewerName } from './newer-python.ts';
import { importedModules } from '../packages/imported-modules.ts';
import type { PythonRule } from '../profiles/execution.ts';

/** Matches a type as Python 3.11 displays it. 3.14 displays `int | None` instead. */
const OLDER_TYPES = /\btyping\.(?:Optional|Union)\[/;
const NEWER_TYPES: ChangedThing = { what: 'how typing.Optional and Union are shown', version: '3.14' };

export class NewerUse {
  readonly #names: readonly NewerName[];
  readonly #usedFeatures: ChangedThing[];
  readonly #imports: ReadonlySet<string>;
  readonly #text: string;
  readonly #isOld: boolean;
  /**
   * Names that the program mentions and that are made unavailable. `sys.version_info` is set to an older version
   * instead.
   */
  readonly missingNames: readonly string[];
  /** Set if the program does not compile under the rule; null if it can run. */
  readonly refusal: { readonly type: 'syntax-error'; readonly error: ProgramError } | null;

  /** @param otherCode code that runs together with the program and is not part of it */
  constructor(source: string, rule: PythonRule, otherCode = '') {
    const { syntax, names } = newerPython(source);
    const isOld = rule === '3.11';
    this.#isOld = isOld;
    this.#text = `${source}\n${otherCode}`;
    this.#names = names;
    this.#imports = importedModules(source);
    this.#usedFeatures = [
      ...syntax,
      ...(isOld ? [] : names.filter(({ name }) => this.#isImported(name)).map(thingOf)),
    ];
    this.missingNames = isOld
      ? [
          'python-3.11',
          ...names.map(({ name }) => (isModule(name) ? `import:${name}` : name)),
          ...versionNames(source),
        ]
      : [];
    this.refusal =
      isOld && syntax.length > 0
        ? {
            type: 'syntax-error',
            error: {
              name: 'SyntaxError',
              message: `Python 3.11 does not know this: ${changedThings(syntax)}`,
              traceback: '',
            },
          }
        : null;
  }

  /**
   * Adds the flag if the program uses a newer feature or failed because of one. If it failed because of a feature
   * that 3.11 has, and is judged as under 3.11, its reward is unknown: a `judge-error`.
   * @param expected the test's expected output
   */
  judgedResult(result: TestResult, expected = ''): TestResult {
    const removedFeature = result.error === null ? null : removedFor(this.#text, result.error);
    const metFeatures = result.error === null ? [] : this.#metIn(result.error).map(thingOf);
    if (result.verdict === 'wrong-answer' && OLDER_TYPES.test(expected)) metFeatures.push(NEWER_TYPES);
    if (removedFeature?.version)
      metFeatures.push({ what: removedFeature.what, version: removedFeature.version, isGone: true });
    for (const feature of metFeatures) {
      if (!this.#usedFeatures.some(sameAs(feature))) this.#usedFeatures.push(feature);
    }
    const flaggedResult = this.#usedFeatures.length === 0 ? result : withFlag(result, 'newer-python');
    // Under the rule 'newest', a removed feature does not excuse a failure. A feature that no browser has always does.
    const isExcused = removedFeature !== null && (this.#isOld || removedFeature.version === null);
    if (!isExcused || result.verdict !== 'runtime-error') return flaggedResult;
    const error = { name: '', message: sentence(removedFeature), traceback: result.error!.traceback };
    return { ...flaggedResult, verdict: 'judge-error', error };
  }

  /** The newer features found so far, in the program or in its errors, as text; '' if there are none. */
  get words(): string {
    return changedThings(this.#usedFeatures);
  }

  /**
   * Whether the program imports the module of a function. False for a method, because its name does not identify
   * its class.
   */
  #isImported(name: string): boolean {
    const [module = '', ...attributes] = name.split('.');
    return attributes.length === 1 && this.#imports.has(module);
  }

  #metIn({ name, message }: ProgramError): readonly NewerName[] {
    if (!this.#isOld) return [];
    return this.#names.filter((feature) => {
      if (isModule(feature.name)) return message.includes(feature.name);
      const [path = '', keyword] = feature.name.split(/[()]/);
      if (keyword !== undefined) return isRefusal(message, keyword);
      const [last = '', owner = ''] = path.split('.').reverse();
      const isTold = message.includes(owner) || (name === 'NameError' && this.#isImported(feature.name));
      return (isTold && message.includes(`'${last}'`)) || message.includes(`${owner}.${last}`);
    });
  }
}

/** Whether this is the message for an argument that cannot be passed by name. */
function isRefusal(message: string, keyword: string): boolean {
  return message.includes(`'${keyword}'`) || message.endsWith(' takes no keyword arguments');
}

/**
 * Returns `sys.version_info` for a program that checks the version, so that it takes its branch for the older
 * Python.
 */
function versionNames(source: string): readonly string[] {
  return /version/.test(source) ? ['sys.version_info'] : [];
}

function thingOf({ name, version }: NewerName): ChangedThing {
  return { what: name, version };
}

function sentence({ what, version }: RemovedFeature): string {
  return version === null
    ? `the program needs ${what}, which no browser has: judge it with native Python`
    : `the program needs ${what}, gone since Python ${version}, and this judge runs 3.14: judge it with native Python 3.11`;
}

/** Returns the features as a list for a message; '' if there are none. */
export function changedThings(changedFeatures: readonly ChangedThing[]): string {
  return changedFeatures
    .map(({ what, version, isGone }) => `${what}${isGone ? ' is gone' : ''} (Python ${version})`)
    .join(', ');
}
