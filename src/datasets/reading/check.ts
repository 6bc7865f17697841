/**
 * Checks of assert problems, read as Python. Here a check is executed and nothing more: no runner looks for tests in it,
 * and `__name__` is not `__main__`. So tests that pytest or unittest would find are called, and a check that can fail for
 * no program is refused: it would pay for every answer.
 */
import { parser } from '@lezer/python';
import { Misfit } from './fields.ts';
import { PYTEST, PYTEST_PARTS, RUN_TEST_CASES } from './test-runners.ts';

type Node = ReturnType<typeof parser.parse>['topNode'];

export interface RunnableCheck {
  readonly check: string;
  /** Whether calls of its tests were added. */
  readonly isCompleted: boolean;
}

/** Characters: a longer check is a table of inputs with a loop behind it. */
const LONGEST_READ = 4 << 20;

/**
 * @param functionName of the problem; null where it has none
 * @throws Misfit where no program could fail it, or its tests need more of pytest than there is here
 */
export function runnableCheck(source: string, functionName: string | null): RunnableCheck {
  if (source.length > LONGEST_READ) return { check: source, isCompleted: false };
  const read = new CheckReader(source);
  const check = read.completed(functionName);
  read.refuseHarmless(functionName);
  return { check, isCompleted: check !== source };
}

/** The function of the program that a check calls first; null where it calls none by its name. */
export function functionChecked(source: string): string | null {
  const read = new CheckReader(source);
  read.completed(null, false);
  const { calls, free } = read.reach();
  return [...calls, ...free].find((name) => read.isOfProgram(name)) ?? null;
}

interface Reach {
  /** How it ends where the program is wrong: by nothing, by what is caught again, by what always holds, or as it should. */
  readonly end: 'nothing' | 'caught' | 'holds' | 'fails';
  /** Names that are read, attributes among them. */
  readonly names: ReadonlySet<string>;
  /** The same without attributes. */
  readonly free: ReadonlySet<string>;
  /** Names that are called, in the order of the text. */
  readonly calls: readonly string[];
}

interface TestFunction {
  readonly name: string;
  readonly definition: Node;
  readonly decorators: readonly Node[];
}

class CheckReader {
  readonly #source: string;
  readonly #top: Node;
  /** Functions and classes by their names, wherever they stand. */
  readonly #definitions = new Map<string, Node[]>();
  /** Names that the check itself binds. */
  readonly #bound = new Set<string>();
  /** Names that it imports from the program. */
  readonly #imported = new Set<string>();
  /** The executed part: the statements of the check, and the tests that are called. */
  readonly #executed: Node[] = [];
  /** Whether a test that is called gets the program's function as its argument. */
  #isGiven = false;

  constructor(source: string) {
    this.#source = source;
    this.#top = parser.parse(source).topNode;
    this.#top.cursor().iterate((ref) => {
      if (BINDING.has(ref.name)) this.#bind(ref.node);
    });
    for (const statement of statementsOf(this.#top)) this.#executed.push(statement);
  }

  /**
   * The check with calls of its tests.
   * @param strict whether what cannot be called is refused
   * @throws Misfit
   */
  completed(functionName: string | null, strict = true): string {
    const edits: { readonly from: number; readonly to: number; readonly text: string }[] = [];
    const calls: string[] = [];
    const named = this.reach().names;
    const cases: string[] = [];
    const statements = this.#executed.flatMap((statement) => {
      if (!isMainGuard(statement, this.#source)) return [statement];
      const [, condition] = childrenOf(statement);
      edits.push({ from: condition!.from, to: condition!.to, text: 'True' });
      return [statement, ...statementsOf(statement.getChild('Body')!)];
    });
    for (const statement of statements) {
      if (RUNNER.test(this.#text(statement)))
        edits.push({ from: statement.from, to: statement.to, text: 'pass' });
      const definition =
        statement.name === 'DecoratedStatement'
          ? (statement.getChild('FunctionDefinition') ?? statement.getChild('ClassDefinition'))
          : statement;
      if (definition === null) continue;
      const name = nameOf(definition, this.#source);
      const decorators = statement.getChildren('Decorator');
      if (definition.name === 'ClassDefinition') {
        if (decorators.some((decorator) => isSkip(decorator, this.#source))) continue;
        if (this.#isTestCase(definition)) cases.push(name);
        else if (/^Test/.test(name) && !named.has(name)) {
          const made = this.#methodCalls(definition, name, strict);
          if (made.length === 0) continue;
          calls.push(...made);
        } else continue;
        this.#executed.push(...methodsOf(definition, this.#source));
      } else if (definition.name === 'FunctionDefinition' && !named.has(name)) {
        const test = { name, definition, decorators };
        if (this.#takesCandidate(test)) {
          if (functionName === null && strict)
            throw new Misfit(
              'check',
              `defines ${name} and does not call it, and the problem names no function: name it in "fn_name" (--map function=COLUMN), or add the call`,
            );
          calls.push(`${name}(${functionName})`);
          this.#isGiven ||= !isDeaf(definition, this.#source);
        } else {
          const made = /^test/.test(name) ? this.#callsOf(test, name, strict) : [];
          if (made.length === 0) continue;
          calls.push(...made);
        }
        this.#executed.push(definition.getChild('Body')!);
      }
    }
    if (cases.length > 0 && !named.has(RUN_TEST_CASES.name)) {
      if (!/^from\s+__future__\b/m.test(this.#source))
        edits.push({ from: 0, to: 0, text: RUN_TEST_CASES.fresh });
      calls.push(RUN_TEST_CASES.source, `${RUN_TEST_CASES.name}(${cases.join(', ')})`);
    }
    if (strict) edits.push(...this.#withoutPytest());
    let text = this.#source;
    for (const { from, to, text: replacement } of edits.sort((one, other) => other.from - one.from))
      text = text.slice(0, from) + replacement + text.slice(to);
    return calls.length === 0 ? text : `${text.replace(/\n*$/, '\n')}${calls.join('\n')}\n`;
  }

  /** @throws Misfit */
  refuseHarmless(functionName: string | null): void {
    const { end, names, free, calls } = this.reach();
    if (end !== 'fails')
      throw new Misfit(
        'check',
        `${HARMLESS[end]}, so that every program would pass: write assertions on what the program returns`,
      );
    if (this.#isGiven || [...names].some((name) => DYNAMIC.has(name))) return;
    if (![...free].some((name) => this.isOfProgram(name)))
      throw new Misfit(
        'check',
        'uses nothing of the program, so that it decides the same for all of them: call the function in its assertions',
      );
    if (functionName === null || hasWord(this.#source, functionName)) return;
    const other = calls.find((name) => this.isOfProgram(name));
    const called = other === undefined ? '' : `, and calls ${other}`;
    throw new Misfit(
      'check',
      `never uses ${functionName}, the function of this problem${called}: one of the names is wrong`,
    );
  }

  isOfProgram(name: string): boolean {
    if (this.#imported.has(name)) return true;
    return !this.#bound.has(name) && !BUILTINS.has(name) && !/(?:Error|Exception|Warning)$/.test(name);
  }

  /** The end to which running the check comes, as far as its text tells. */
  reach(): Reach {
    const names = new Set<string>();
    const free = new Set<string>();
    const calls: string[] = [];
    let rank = 0;
    const meet = (end: Reach['end'], isCaught: boolean): void => {
      rank = Math.max(rank, ENDS.indexOf(end === 'fails' && isCaught ? 'caught' : end));
    };
    // Without recursion: a table of inputs may be nested deeply.
    const stack: (readonly [node: Node, isCaught: boolean])[] = [];
    let found: typeof stack = [];
    const bodies = new Set<string>();
    const later = (node: Node, isCaught: boolean): void => void found.push([node, isCaught]);
    const laterOnce = (body: Node | null, isCaught: boolean): void => {
      if (body === null || bodies.has(`${body.from} ${isCaught}`)) return;
      bodies.add(`${body.from} ${isCaught}`);
      later(body, isCaught);
    };
    const refer = (node: Node, isCaught: boolean): void => {
      const name = this.#text(node);
      names.add(name);
      if (node.name === 'VariableName') free.add(name);
      const call = node.parent?.name === 'MemberExpression' ? node.parent.parent : node.parent;
      const isDropped =
        call?.name === 'CallExpression' &&
        DROPPING.has(call.parent?.name ?? '') &&
        call.firstChild!.to >= node.to;
      for (const definition of this.#definitions.get(name) ?? []) {
        if (definition.name === 'ClassDefinition')
          methodsOf(definition, this.#source, true).forEach((body) => laterOnce(body, isCaught));
        // A generator or a coroutine that is not used runs nothing.
        else if (!(isDropped && isLazy(definition))) laterOnce(definition.getChild('Body'), isCaught);
      }
    };
    const into = (node: Node, isCaught: boolean): void => {
      const children = childrenOf(node);
      switch (node.name) {
        case 'FunctionDefinition':
        case 'ImportStatement':
          return;
        case 'ClassDefinition':
          for (const child of children) if (child.name !== 'VariableName') later(child, isCaught);
          return;
        case 'Script':
        case 'Body':
          for (const child of children) {
            later(child, isCaught);
            if (LEAVING.has(child.name)) return;
          }
          return;
        case 'TryStatement': {
          const caught = isCaught || this.#catches(children);
          children.forEach((child, at) => later(child, children[at - 1]?.name === 'try' ? caught : isCaught));
          return;
        }
        case 'WithStatement': {
          const isSuppressed = /\bsuppress\([^)]*(?:Exception|AssertionError)/.test(
            this.#source.slice(node.from, node.getChild('Body')?.from),
          );
          for (const child of children) later(child, isCaught || (isSuppressed && child.name === 'Body'));
          return;
        }
        case 'IfStatement':
        case 'WhileStatement':
          for (const [at, child] of children.entries()) {
            const condition = children[at - 1];
            if (child.name === 'Body' && condition !== undefined && isNever(this.#text(condition))) continue;
            later(child, isCaught);
          }
          return;
        case 'AssertStatement': {
          const [, condition] = children;
          meet(condition !== undefined && this.#alwaysHolds(condition) ? 'holds' : 'fails', isCaught);
          break;
        }
        case 'RaiseStatement':
          meet('fails', isCaught);
          break;
        case 'CallExpression': {
          const [callee, given] = children;
          const name = callee === undefined ? '' : lastName(this.#text(callee));
          if (callee?.name === 'VariableName') calls.push(name);
          if (FAILING.test(name) && !this.#definitions.has(name)) meet('fails', isCaught);
          // A check(candidate) that never names its argument does not look at it.
          const unused =
            callee?.name === 'VariableName' &&
            (this.#definitions.get(name) ?? []).some((definition) => isDeaf(definition, this.#source));
          for (const child of children) if (!(unused && child === given)) later(child, isCaught);
          return;
        }
        case 'VariableName':
        case 'PropertyName':
          if (!(node.parent?.name === 'ArgList' && node.nextSibling?.name === 'AssignOp'))
            refer(node, isCaught);
          return;
        default:
      }
      for (const child of children) later(child, isCaught);
    };
    for (const node of this.#executed) later(node, false);
    do {
      // In the order of the text, so that the first call comes first.
      stack.push(...found.reverse());
      found = [];
      const next = stack.pop();
      if (next !== undefined) into(...next);
    } while (stack.length > 0 || found.length > 0);
    return { end: ENDS[rank]!, names, free, calls };
  }

  #bind(node: Node): void {
    const bindTo = (end: string, from: Node | null): void => {
      for (let child = from; child !== null && child.name !== end; child = child.nextSibling) {
        if (child.name === 'VariableName') this.#bound.add(this.#text(child));
        if (child.name === 'TupleExpression' || child.name === 'ArrayExpression')
          bindTo('', child.firstChild);
      }
    };
    switch (node.name) {
      case 'FunctionDefinition':
      case 'ClassDefinition': {
        const name = nameOf(node, this.#source);
        this.#bound.add(name);
        this.#definitions.set(name, [...(this.#definitions.get(name) ?? []), node]);
        return;
      }
      case 'ImportStatement': {
        const isOfProgram = /^(?:from\s+(?:solution|__main__)\s+import|import\s+solution)\b/.test(
          this.#text(node),
        );
        for (const child of node.getChildren('VariableName'))
          (isOfProgram ? this.#imported : this.#bound).add(this.#text(child));
        return;
      }
      case 'ParamList':
        bindTo('', node.firstChild);
        return;
      case 'AssignStatement':
      case 'NamedExpression':
        bindTo('AssignOp', node.firstChild);
        return;
      case 'as':
        if (node.nextSibling?.name === 'VariableName') this.#bound.add(this.#text(node.nextSibling));
        return;
      case 'for':
        bindTo('in', node.nextSibling);
        return;
      default:
    }
  }

  #text({ from, to }: Pick<Node, 'from' | 'to'>): string {
    return this.#source.slice(from, to);
  }

  /** Whether a handler takes what an assertion raises, and does not fail itself. */
  #catches(children: readonly Node[]): boolean {
    return children.some((child, at) => {
      if (child.name !== 'except') return false;
      const body = children.slice(at).find(({ name }) => name === 'Body');
      if (body === undefined) return false;
      const caught = this.#source.slice(child.to, body.from).trim();
      if (caught !== '' && !/\b(?:BaseException|Exception|AssertionError)\b/.test(caught)) return false;
      return !/\b(?:raise|assert\w*|fail|exit|_exit)\b/.test(this.#text(body));
    });
  }

  #alwaysHolds(condition: Node): boolean {
    const text = this.#text(condition);
    switch (condition.name) {
      case 'Boolean':
        return text === 'True';
      case 'Number':
        return !/^[0._]*$/.test(text);
      case 'String':
      case 'ContinuedString':
        return !/^\w*(?:""|'')$/.test(text);
      case 'TupleExpression':
      case 'ArrayExpression':
        return childrenOf(condition).length > 2;
      case 'LambdaExpression':
        return true;
      case 'ParenthesizedExpression':
        return childrenOf(condition).some((child) => this.#alwaysHolds(child));
      case 'BinaryExpression': {
        const [left, operator, right] = childrenOf(condition);
        if (operator?.name !== 'or') return false;
        return [left, right].some((side) => side !== undefined && this.#alwaysHolds(side));
      }
      default:
        return false;
    }
  }

  #isTestCase(definition: Node, deep = 0): boolean {
    const bases = definition.getChild('ArgList');
    if (bases === null || deep > 10) return false;
    return childrenOf(bases).some((base) => {
      const name = lastName(this.#text(base));
      if (/TestCase$/.test(name) && !this.#definitions.has(name)) return true;
      return (this.#definitions.get(name) ?? []).some(
        (known) => known.name === 'ClassDefinition' && this.#isTestCase(known, deep + 1),
      );
    });
  }

  /** HumanEval's check. */
  #takesCandidate({ name, definition }: TestFunction): boolean {
    const { needed } = parametersOf(definition, this.#source);
    return needed.length === 1 && (name === 'check' || needed[0] === 'candidate');
  }

  #methodCalls(definition: Node, name: string, strict: boolean): readonly string[] {
    const lines: string[] = [];
    const body = definition.getChild('Body')!;
    const made = statementsOf(body).flatMap((statement) => {
      const method =
        statement.name === 'DecoratedStatement' ? statement.getChild('FunctionDefinition') : statement;
      return method?.name === 'FunctionDefinition'
        ? [
            {
              name: nameOf(method, this.#source),
              definition: method,
              decorators: statement.getChildren('Decorator'),
            },
          ]
        : [];
    });
    const around = (hook: string): readonly string[] => {
      const method = made.find((each) => each.name === hook);
      if (method === undefined) return [];
      const { needed } = parametersOf(method.definition, this.#source);
      return [`_allpass_case.${hook}(${needed.length > 1 ? 'None' : ''})`];
    };
    for (const method of made) {
      if (!/^test/.test(method.name)) continue;
      const calls = this.#callsOf(method, `_allpass_case.${method.name}`, strict, 1);
      if (calls.length === 0) continue;
      lines.push(`_allpass_case = ${name}()`, ...['setup_class', 'setup_method'].flatMap(around), ...calls);
      lines.push(...['teardown_method', 'teardown_class'].flatMap(around));
    }
    return lines;
  }

  /**
   * @param bound parameters that the call itself fills
   * @throws Misfit
   */
  #callsOf(
    { name, definition, decorators }: TestFunction,
    callee: string,
    strict: boolean,
    bound = 0,
  ): readonly string[] {
    const left = new Set(parametersOf(definition, this.#source).needed.slice(bound));
    const refuse = (why: string): readonly string[] => {
      if (strict) throw new Misfit('check', why);
      return [];
    };
    if (this.#text(definition).startsWith('async'))
      return refuse(
        `has a test that is a coroutine (${name}), which nothing here awaits: call it by asyncio.run`,
      );
    const loops: string[] = [];
    const given: string[] = [];
    let isFilled = false;
    for (const decorator of decorators) {
      const text = this.#text(decorator).slice(1).trim();
      const [path = ''] = /^[\w.]+/.exec(text) ?? [];
      const mark = lastName(path);
      if (isSkip(decorator, this.#source)) return [];
      if (mark === 'skipif' || mark === 'xfail' || mark === 'usefixtures')
        return refuse(
          `has a test (${name}) with pytest's mark ${mark} in a form that is not run here: write it as plain tests`,
        );
      if (mark === 'parametrize') {
        const [names, values, more] = argumentsOf(decorator.getChild('ArgList'));
        const listed = names === undefined ? null : namesIn(this.#text(names));
        if (
          listed === null ||
          values === undefined ||
          (more !== undefined && this.#text(more) === 'indirect')
        )
          return refuse(
            `has a test (${name}) with pytest's mark ${mark} in a form that is not run here: write it as plain tests`,
          );
        const row = `_allpass_${loops.length}`;
        loops.push(`for ${row} in ${this.#text(values)}:`);
        const [only] = listed;
        given.push(
          listed.length === 1
            ? `**{'${only}': ${row}[0] if type(${row}).__name__ == 'ParameterSet' else ${row}}`
            : `**dict(zip(${JSON.stringify(listed)}, ${row}, strict=True))`,
        );
        for (const each of listed) left.delete(each);
      } else if (/^(?:mock\.)?patch\b|\bpatch$|^given$|\.given$/.test(path)) isFilled = true;
    }
    const [lacking] = left;
    if (lacking !== undefined && !isFilled)
      return refuse(
        `has a test (${name}) with a parameter (${lacking}) that a fixture of pytest fills, which is not run here: make the value in the test`,
      );
    const lines = [...loops, `${callee}(${given.join(', ')})`];
    return [lines.map((line, depth) => '    '.repeat(depth) + line).join('\n')];
  }

  /** pytest is no part of the library: the parts that tests name most often stand in for it. @throws Misfit */
  #withoutPytest(): { readonly from: number; readonly to: number; readonly text: string }[] {
    const edits: { from: number; to: number; text: string }[] = [];
    for (const name of SET_UPS)
      if (this.#definitions.has(name))
        throw new Misfit(
          'check',
          `has ${name}, which only a runner of tests calls: do its work in the tests`,
        );
    this.#top.cursor().iterate(({ name, node }) => {
      if (name !== 'ImportStatement') return;
      const text = this.#text(node);
      const [, listed] = /^from\s+pytest\s+import\s+\(?([^)]*)\)?/.exec(text) ?? [];
      const items = (listed ?? /^import\s+(.*)$/.exec(text)?.[1] ?? '').split(',').map((item) => item.trim());
      const asPytest = listed === undefined ? items.filter((item) => /^pytest\b(?!\.)/.test(item)) : items;
      if (asPytest.length === 0 || (listed === undefined && !/\bpytest\b/.test(text))) return;
      const made = asPytest
        .filter((item) => item !== '')
        .map((item) => {
          const [, name = '', alias = name] = /^(\w+)(?:\s+as\s+(\w+))?$/.exec(item) ?? [];
          if (listed === undefined) return alias === 'pytest' ? 'pass' : `${alias} = pytest`;
          if (!PYTEST_PARTS.has(name))
            throw new Misfit(
              'check',
              `uses pytest.${name || item}: only approx, fail, mark, param and raises are there`,
            );
          return `${alias} = pytest.${name}`;
        });
      const others = listed === undefined ? items.filter((item) => !asPytest.includes(item)) : [];
      if (others.length > 0) made.push(`import ${others.join(', ')}`);
      edits.push({ from: node.from, to: node.to, text: made.join('; ') });
    });
    if (edits.length === 0) return [];
    for (const [, part = ''] of this.#source.matchAll(/(?<![\w.])pytest\.(\w+)/g))
      if (!PYTEST_PARTS.has(part) && part !== 'main')
        throw new Misfit('check', `uses pytest.${part}: only approx, fail, mark, param and raises are there`);
    return [...edits, { from: 0, to: 0, text: PYTEST }];
  }
}

const BINDING = new Set(
  'FunctionDefinition ClassDefinition ImportStatement ParamList AssignStatement NamedExpression as for'.split(
    ' ',
  ),
);
const ENDS = ['nothing', 'holds', 'caught', 'fails'] as const;

const HARMLESS = {
  nothing: 'asserts nothing in what is run',
  holds: 'asserts only what always holds, such as a tuple or a text',
  caught: 'catches its own assertions',
};
const LEAVING = new Set(['ReturnStatement', 'RaiseStatement', 'ContinueStatement', 'BreakStatement']);
const DROPPING = new Set(['ExpressionStatement', 'AssignStatement']);
/** Calls that end a check by raising. */
const FAILING = /^(?:assert\w*|fail\w*|exit|_exit|quit|abort|raises|verify\w*|expect\w*|check_\w+)$/;
/** A runner of tests that is called: it would look for them in a file. */
const RUNNER = /^(?:(?:sys\.)?exit\(\s*|quit\(\s*|raise\s+SystemExit\(\s*)?(?:unittest|pytest)\.main\(/;
/** By these a check may reach anything. */
const DYNAMIC = new Set([
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
const SET_UPS = new Set([
  'setup_function',
  'teardown_function',
  'setup_module',
  'teardown_module',
  'setUpModule',
]);
const BUILTINS = new Set(
  (
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex dict ' +
    'dir divmod enumerate exit filter float format frozenset getattr hasattr hash hex id input int isinstance ' +
    'issubclass iter len list map max memoryview min next object oct ord pow print property quit range repr reversed ' +
    'round set setattr slice sorted staticmethod str sum super tuple type zip self cls __name__ __file__ __doc__ ' +
    'SystemExit KeyboardInterrupt StopIteration NotImplemented Ellipsis'
  ).split(' '),
);

function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== 'Comment') children.push(child);
  return children;
}

function statementsOf(body: Node): readonly Node[] {
  return childrenOf(body).filter(({ name }) => /(?:Statement|Definition)$/.test(name));
}

function nameOf(definition: Node, source: string): string {
  const name = definition.getChild('VariableName');
  return name === null ? '' : source.slice(name.from, name.to);
}

/** The bodies of the methods of a class. @param implied only of those that Python calls by itself */
function methodsOf(definition: Node, source: string, implied = false): readonly Node[] {
  const body = definition.getChild('Body');
  return (body === null ? [] : statementsOf(body)).flatMap((statement) => {
    const method =
      statement.name === 'DecoratedStatement' ? statement.getChild('FunctionDefinition') : statement;
    if (method?.name !== 'FunctionDefinition' || (implied && !/^__/.test(nameOf(method, source)))) return [];
    if (statement.getChildren('Decorator').some((decorator) => isSkip(decorator, source))) return [];
    return [method.getChild('Body')!];
  });
}

/** `unittest.skip` or pytest's mark. */
function isSkip({ from, to }: Node, source: string): boolean {
  return /^@\s*[\w.]*\bskip\b/.test(source.slice(from, to));
}

function lastName(text: string): string {
  return /(\w+)\s*$/.exec(text)?.[1] ?? '';
}

function isMainGuard(statement: Node, source: string): boolean {
  return (
    statement.name === 'IfStatement' &&
    /^if\s*\(?\s*(?:__name__\s*==\s*(['"])__main__\1|(['"])__main__\2\s*==\s*__name__)\s*\)?\s*:/.test(
      source.slice(statement.from, statement.to),
    )
  );
}

function isNever(condition: string): boolean {
  return /^(?:False|None|0|TYPE_CHECKING|typing\.TYPE_CHECKING)$/.test(condition.trim());
}

/** A coroutine or a generator. */
function isLazy(definition: Node): boolean {
  if (definition.firstChild?.name === 'async') return true;
  let isGenerator = false;
  definition
    .getChild('Body')
    ?.cursor()
    .iterate(({ name }) => {
      if (name === 'yield') isGenerator = true;
      return name !== 'FunctionDefinition' && name !== 'LambdaExpression';
    });
  return isGenerator;
}

/** Whether a function has parameters, and names none of them. */
function isDeaf(definition: Node, source: string): boolean {
  const { all } = parametersOf(definition, source);
  const body = definition.getChild('Body');
  if (definition.name !== 'FunctionDefinition' || all.length === 0 || body === null) return false;
  const text = source.slice(body.from, body.to);
  return !all.some((name) => hasWord(text, name));
}

function hasWord(text: string, word: string): boolean {
  if (!/^[\p{L}\p{N}_]+$/u.test(word)) return text.includes(word);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'u').test(text);
}

/** @returns `needed` are those that a call has to fill */
function parametersOf(
  definition: Node,
  source: string,
): { readonly all: readonly string[]; readonly needed: readonly string[] } {
  const list = definition.getChild('ParamList');
  const all: string[] = [];
  const needed: string[] = [];
  for (const child of list?.getChildren('VariableName') ?? []) {
    const name = source.slice(child.from, child.to);
    all.push(name);
    const behind = child.nextSibling?.name === 'TypeDef' ? child.nextSibling.nextSibling : child.nextSibling;
    const before = child.prevSibling?.name ?? '';
    // The value of a default is a name, too.
    if (before === 'AssignOp') all.pop();
    else if (behind?.name !== 'AssignOp' && !/^\*\*?$/.test(before)) needed.push(name);
  }
  return { all, needed };
}

function argumentsOf(list: Node | null): readonly Node[] {
  return list === null ? [] : childrenOf(list).filter(({ name }) => !/^[(),]$/.test(name));
}

/** `"a, b"`, `("a", "b")` or `["a", "b"]`. */
function namesIn(text: string): readonly string[] | null {
  const [, , joined] = /^(['"])([^'"]*)\1$/.exec(text) ?? [];
  const names = joined?.split(',') ?? [...text.matchAll(/(['"])(\w+)\1/g)].map(([, , name]) => name!);
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== '');
  return trimmed.length > 0 && trimmed.every((name) => /^[A-Za-z_]\w*$/.test(name)) ? trimmed : null;
}
