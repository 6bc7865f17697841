/**
 * Makes checks of assert problems executable. Allpass only executes a check: no test runner collects its tests,
 * and `__name__` is not `__main__`. This module therefore adds calls of the tests that pytest or unittest would
 * collect. A check that no program can fail is rejected, because it would reward every answer.
 */
import {
  childrenOf,
  CheckReader,
  hasWord,
  isDeaf,
  isSkip,
  lastName,
  methodsOf,
  nameOf,
  parametersOf,
  statementsOf,
  type Node,
} from './check-reader.ts';
import { Misfit } from './fields.ts';
import { PYTEST, PYTEST_PARTS, RUN_TEST_CASES } from './test-runners.ts';

export interface RunnableCheck {
  readonly check: string;
  /** Whether calls of the check's tests were added. */
  readonly isCompleted: boolean;
}

/**
 * Maximum length of a check that is analysed, in characters. A longer check is a table of inputs followed by a
 * loop.
 */
const MAX_READ_CHARACTERS = 4 << 20;

/**
 * Returns a check that runs without a test runner.
 * @param functionName name of the problem's function, or null if it has none
 * @throws Misfit if no program can fail the check, or if its tests need an unsupported part of pytest
 */
export function runnableCheck(source: string, functionName: string | null): RunnableCheck {
  if (source.length > MAX_READ_CHARACTERS) return { check: source, isCompleted: false };
  const tests = new TestCalls(new CheckReader(source));
  const check = tests.withTestCalls(functionName);
  tests.refuseHarmless(functionName);
  return { check, isCompleted: check !== source };
}

/** Returns the function of the program that a check calls first, or null if it calls none by name. */
export function functionChecked(source: string): string | null {
  const checkReader = new CheckReader(source);
  new TestCalls(checkReader).withTestCalls(null, false);
  const { calls, freeNames } = checkReader.reach();
  return [...calls, ...freeNames].find((name) => checkReader.isOfProgram(name)) ?? null;
}

interface TestFunction {
  readonly name: string;
  readonly definition: Node;
  readonly decorators: readonly Node[];
}

/** Creates the calls that a test runner would make. They are appended to the check. */
class TestCalls {
  readonly #reader: CheckReader;
  /** Whether a called test receives the program's function as an argument. */
  #isGiven = false;

  constructor(reader: CheckReader) {
    this.#reader = reader;
  }

  /**
   * Returns the check with calls of its tests.
   * @param isStrict whether tests that cannot be called are rejected
   * @throws Misfit
   */
  withTestCalls(functionName: string | null, isStrict = true): string {
    const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
    const calls: string[] = [];
    const usedNames = this.#reader.reach().names;
    const testCaseNames: string[] = [];
    const statements = this.#reader.executedNodes.flatMap((statement) => {
      if (!isMainGuard(statement, this.#reader.source)) return [statement];
      const [, condition] = childrenOf(statement);
      edits.push({ from: condition!.from, to: condition!.to, text: 'True' });
      return [statement, ...statementsOf(statement.getChild('Body')!)];
    });
    for (const statement of statements) {
      if (RUNNER_CALL.test(this.#reader.text(statement)))
        edits.push({ from: statement.from, to: statement.to, text: 'pass' });
      const definition =
        statement.name === 'DecoratedStatement'
          ? (statement.getChild('FunctionDefinition') ?? statement.getChild('ClassDefinition'))
          : statement;
      if (definition === null) continue;
      const name = nameOf(definition, this.#reader.source);
      const decorators = statement.getChildren('Decorator');
      if (definition.name === 'ClassDefinition') {
        if (decorators.some((decorator) => isSkip(decorator, this.#reader.source))) continue;
        if (this.#isTestCase(definition)) testCaseNames.push(name);
        else if (/^Test/.test(name) && !usedNames.has(name)) {
          const methodCalls = this.#methodCalls(definition, name, isStrict);
          if (methodCalls.length === 0) continue;
          calls.push(...methodCalls);
        } else continue;
        this.#reader.executedNodes.push(...methodsOf(definition, this.#reader.source));
      } else if (definition.name === 'FunctionDefinition' && !usedNames.has(name)) {
        const test = { name, definition, decorators };
        if (this.#takesCandidate(test)) {
          if (functionName === null && isStrict)
            throw new Misfit(
              'check',
              `defines ${name} and does not call it, and the problem names no function: name it in "fn_name" (--map function=COLUMN), or add the call`,
            );
          calls.push(`${name}(${functionName})`);
          this.#isGiven ||= !isDeaf(definition, this.#reader.source);
        } else {
          const testCalls = /^test/.test(name) ? this.#callsOf(test, name, isStrict) : [];
          if (testCalls.length === 0) continue;
          calls.push(...testCalls);
        }
        this.#reader.executedNodes.push(definition.getChild('Body')!);
      }
    }
    if (testCaseNames.length > 0 && !usedNames.has(RUN_TEST_CASES.name)) {
      if (!/^from\s+__future__\b/m.test(this.#reader.source))
        edits.push({ from: 0, to: 0, text: RUN_TEST_CASES.fresh });
      calls.push(RUN_TEST_CASES.source, `${RUN_TEST_CASES.name}(${testCaseNames.join(', ')})`);
    }
    if (isStrict) edits.push(...this.#withoutPytest());
    let text = this.#reader.source;
    for (const { from, to, text: replacement } of edits.sort((one, other) => other.from - one.from))
      text = text.slice(0, from) + replacement + text.slice(to);
    return calls.length === 0 ? text : `${text.replace(/\n*$/, '\n')}${calls.join('\n')}\n`;
  }

  /**
   * Rejects a check that no program can fail, or that does not use the program.
   * @throws Misfit
   */
  refuseHarmless(functionName: string | null): void {
    const { strongestEnd, names, freeNames, calls } = this.#reader.reach();
    if (strongestEnd !== 'fails')
      throw new Misfit(
        'check',
        `${HARMLESS_FAULTS[strongestEnd]}, so that every program would pass: write assertions on what the program returns`,
      );
    if (this.#isGiven || [...names].some((name) => DYNAMIC_NAMES.has(name))) return;
    if (![...freeNames].some((name) => this.#reader.isOfProgram(name)))
      throw new Misfit(
        'check',
        'uses nothing of the program, so that it decides the same for all of them: call the function in its assertions',
      );
    if (functionName === null || hasWord(this.#reader.source, functionName)) return;
    const calledFunction = calls.find((name) => this.#reader.isOfProgram(name));
    const calledNote = calledFunction === undefined ? '' : `, and calls ${calledFunction}`;
    throw new Misfit(
      'check',
      `never uses ${functionName}, the function of this problem${calledNote}: one of the names is wrong`,
    );
  }

  #isTestCase(definition: Node, depth = 0): boolean {
    const bases = definition.getChild('ArgList');
    if (bases === null || depth > 10) return false;
    return childrenOf(bases).some((base) => {
      const name = lastName(this.#reader.text(base));
      if (/TestCase$/.test(name) && !this.#reader.definitions.has(name)) return true;
      return (this.#reader.definitions.get(name) ?? []).some(
        (baseDefinition) =>
          baseDefinition.name === 'ClassDefinition' && this.#isTestCase(baseDefinition, depth + 1),
      );
    });
  }

  /** Whether a function is HumanEval's `check(candidate)`. */
  #takesCandidate({ name, definition }: TestFunction): boolean {
    const { withoutDefault } = parametersOf(definition, this.#reader.source);
    return withoutDefault.length === 1 && (name === 'check' || withoutDefault[0] === 'candidate');
  }

  #methodCalls(definition: Node, name: string, isStrict: boolean): readonly string[] {
    const lines: string[] = [];
    const body = definition.getChild('Body')!;
    const methods = statementsOf(body).flatMap((statement) => {
      const method =
        statement.name === 'DecoratedStatement' ? statement.getChild('FunctionDefinition') : statement;
      return method?.name === 'FunctionDefinition'
        ? [
            {
              name: nameOf(method, this.#reader.source),
              definition: method,
              decorators: statement.getChildren('Decorator'),
            },
          ]
        : [];
    });
    const hookCalls = (hook: string): readonly string[] => {
      const method = methods.find((testMethod) => testMethod.name === hook);
      if (method === undefined) return [];
      const { withoutDefault } = parametersOf(method.definition, this.#reader.source);
      return [`_allpass_case.${hook}(${withoutDefault.length > 1 ? 'None' : ''})`];
    };
    for (const method of methods) {
      if (!/^test/.test(method.name)) continue;
      const calls = this.#callsOf(method, `_allpass_case.${method.name}`, isStrict, 1);
      if (calls.length === 0) continue;
      lines.push(
        `_allpass_case = ${name}()`,
        ...['setup_class', 'setup_method'].flatMap(hookCalls),
        ...calls,
      );
      lines.push(...['teardown_method', 'teardown_class'].flatMap(hookCalls));
    }
    return lines;
  }

  /**
   * Returns calls of a test.
   * @param boundCount number of parameters that are bound by the call, such as `self`
   * @throws Misfit
   */
  #callsOf(
    { name, definition, decorators }: TestFunction,
    callee: string,
    isStrict: boolean,
    boundCount = 0,
  ): readonly string[] {
    const unboundParameters = new Set(
      parametersOf(definition, this.#reader.source).withoutDefault.slice(boundCount),
    );
    const refuseTest = (reason: string): readonly string[] => {
      if (isStrict) throw new Misfit('check', reason);
      return [];
    };
    if (this.#reader.text(definition).startsWith('async'))
      return refuseTest(
        `has a test that is a coroutine (${name}), which nothing here awaits: call it by asyncio.run`,
      );
    const loops: string[] = [];
    const callArguments: string[] = [];
    let isFilled = false;
    for (const decorator of decorators) {
      const text = this.#reader.text(decorator).slice(1).trim();
      const [path = ''] = /^[\w.]+/.exec(text) ?? [];
      const markName = lastName(path);
      if (isSkip(decorator, this.#reader.source)) return [];
      if (markName === 'skipif' || markName === 'xfail' || markName === 'usefixtures')
        return refuseTest(
          `has a test (${name}) with pytest's mark ${markName} in a form that is not run here: write it as plain tests`,
        );
      if (markName === 'parametrize') {
        const [names, values, furtherArgument] = argumentsOf(decorator.getChild('ArgList'));
        const parameterNames = names === undefined ? null : namesIn(this.#reader.text(names));
        if (
          parameterNames === null ||
          values === undefined ||
          (furtherArgument !== undefined && this.#reader.text(furtherArgument) === 'indirect')
        )
          return refuseTest(
            `has a test (${name}) with pytest's mark ${markName} in a form that is not run here: write it as plain tests`,
          );
        const row = `_allpass_${loops.length}`;
        loops.push(`for ${row} in ${this.#reader.text(values)}:`);
        const [parameterName] = parameterNames;
        callArguments.push(
          parameterNames.length === 1
            ? `**{'${parameterName}': ${row}[0] if type(${row}).__name__ == 'ParameterSet' else ${row}}`
            : `**dict(zip(${JSON.stringify(parameterNames)}, ${row}, strict=True))`,
        );
        for (const parameter of parameterNames) unboundParameters.delete(parameter);
      } else if (/^(?:mock\.)?patch\b|\bpatch$|^given$|\.given$/.test(path)) isFilled = true;
    }
    const [unboundName] = unboundParameters;
    if (unboundName !== undefined && !isFilled)
      return refuseTest(
        `has a test (${name}) with a parameter (${unboundName}) that a fixture of pytest fills, which is not run here: make the value in the test`,
      );
    const lines = [...loops, `${callee}(${callArguments.join(', ')})`];
    return [lines.map((line, depth) => '    '.repeat(depth) + line).join('\n')];
  }

  /**
   * Returns edits that replace pytest, which is not available, with stand-ins for its most common parts.
   * @throws Misfit
   */
  #withoutPytest(): { readonly from: number; readonly to: number; readonly text: string }[] {
    const edits: { from: number; to: number; text: string }[] = [];
    for (const name of SET_UP_NAMES)
      if (this.#reader.definitions.has(name))
        throw new Misfit(
          'check',
          `has ${name}, which only a runner of tests calls: do its work in the tests`,
        );
    this.#reader.top.cursor().iterate(({ name, node }) => {
      if (name !== 'ImportStatement') return;
      const text = this.#reader.text(node);
      const [, importList] = /^from\s+pytest\s+import\s+\(?([^)]*)\)?/.exec(text) ?? [];
      const items = (importList ?? /^import\s+(.*)$/.exec(text)?.[1] ?? '')
        .split(',')
        .map((item) => item.trim());
      const asPytest =
        importList === undefined ? items.filter((item) => /^pytest\b(?!\.)/.test(item)) : items;
      if (asPytest.length === 0 || (importList === undefined && !/\bpytest\b/.test(text))) return;
      const replacements = asPytest
        .filter((item) => item !== '')
        .map((item) => {
          const [, name = '', alias = name] = /^(\w+)(?:\s+as\s+(\w+))?$/.exec(item) ?? [];
          if (importList === undefined) return alias === 'pytest' ? 'pass' : `${alias} = pytest`;
          if (!PYTEST_PARTS.has(name))
            throw new Misfit(
              'check',
              `uses pytest.${name || item}: only approx, fail, mark, param and raises are there`,
            );
          return `${alias} = pytest.${name}`;
        });
      const otherItems = importList === undefined ? items.filter((item) => !asPytest.includes(item)) : [];
      if (otherItems.length > 0) replacements.push(`import ${otherItems.join(', ')}`);
      edits.push({ from: node.from, to: node.to, text: replacements.join('; ') });
    });
    if (edits.length === 0) return [];
    for (const [, partName = ''] of this.#reader.source.matchAll(/(?<![\w.])pytest\.(\w+)/g))
      if (!PYTEST_PARTS.has(partName) && partName !== 'main')
        throw new Misfit(
          'check',
          `uses pytest.${partName}: only approx, fail, mark, param and raises are there`,
        );
    return [...edits, { from: 0, to: 0, text: PYTEST }];
  }
}

const HARMLESS_FAULTS = {
  nothing: 'asserts nothing in what is run',
  holds: 'asserts only what always holds, such as a tuple or a text',
  caught: 'catches its own assertions',
};
/** A call of a test runner, which would search a file for tests. */
const RUNNER_CALL = /^(?:(?:sys\.)?exit\(\s*|quit\(\s*|raise\s+SystemExit\(\s*)?(?:unittest|pytest)\.main\(/;
/** Names with which a check can access any name of the program. */
const DYNAMIC_NAMES = new Set([
  'globals',
  'locals',
  'eval',
  'exec',
  'vars',
  '__import__',
  'import_module',
  'modules',
  'open',
]);
const SET_UP_NAMES = new Set([
  'setup_function',
  'teardown_function',
  'setup_module',
  'teardown_module',
  'setUpModule',
]);

function isMainGuard(statement: Node, source: string): boolean {
  return (
    statement.name === 'IfStatement' &&
    /^if\s*\(?\s*(?:__name__\s*==\s*(['"])__main__\1|(['"])__main__\2\s*==\s*__name__)\s*\)?\s*:/.test(
      source.slice(statement.from, statement.to),
    )
  );
}

function argumentsOf(list: Node | null): readonly Node[] {
  return list === null ? [] : childrenOf(list).filter(({ name }) => !/^[(),]$/.test(name));
}

/** Parses the parameter names in `"a, b"`, `("a", "b")` or `["a", "b"]`. */
function namesIn(text: string): readonly string[] | null {
  const [, , joinedNames] = /^(['"])([^'"]*)\1$/.exec(text) ?? [];
  const names = joinedNames?.split(',') ?? [...text.matchAll(/(['"])(\w+)\1/g)].map(([, , name]) => name!);
  const trimmedNames = names.map((name) => name.trim()).filter((name) => name !== '');
  return trimmedNames.length > 0 && trimmedNames.every((name) => /^[A-Za-z_]\w*$/.test(name))
    ? trimmedNames
    : null;
}
