/** Analyses the Python source of a check: the names that it calls, and whether a program can fail it. */
import { parser } from '@lezer/python';

export type Node = ReturnType<typeof parser.parse>['topNode'];

export interface Reach {
  /**
   * The strongest assertion in the executed code: none, one whose exception is caught, one that always holds, or
   * one that can fail.
   */
  readonly strongestEnd: 'nothing' | 'caught' | 'holds' | 'fails';
  /** Names that are read, including attributes. */
  readonly names: ReadonlySet<string>;
  /** Names that are read, without attributes. */
  readonly freeNames: ReadonlySet<string>;
  /** Called names, in the order of the source. */
  readonly calls: readonly string[];
}

export class CheckReader {
  readonly source: string;
  readonly top: Node;
  /** Functions and classes by name, at any level of nesting. */
  readonly definitions = new Map<string, Node[]>();
  /** Names that the check itself binds. */
  readonly #boundNames = new Set<string>();
  /** Names that the check imports from the program. */
  readonly #importedNames = new Set<string>();
  /** The executed code: the statements of the check, and the tests that it calls. */
  readonly executedNodes: Node[] = [];

  constructor(source: string) {
    this.source = source;
    this.top = parser.parse(source).topNode;
    this.top.cursor().iterate((nodeRef) => {
      if (BINDING_NODES.has(nodeRef.name)) this.#bind(nodeRef.node);
    });
    for (const statement of statementsOf(this.top)) this.executedNodes.push(statement);
  }

  isOfProgram(name: string): boolean {
    if (this.#importedNames.has(name)) return true;
    return !this.#boundNames.has(name) && !BUILTINS.has(name) && !/(?:Error|Exception|Warning)$/.test(name);
  }

  /** Follows the executed code and returns the strongest assertion in it, as far as the source shows. */
  reach(): Reach {
    const names = new Set<string>();
    const freeNames = new Set<string>();
    const calls: string[] = [];
    let rank = 0;
    const addEnd = (end: Reach['strongestEnd'], isCaught: boolean): void => {
      rank = Math.max(rank, ENDS_BY_RANK.indexOf(end === 'fails' && isCaught ? 'caught' : end));
    };
    // A stack instead of recursion, because a table of inputs may be nested deeply.
    const stack: (readonly [node: Node, isCaught: boolean])[] = [];
    let pendingNodes: typeof stack = [];
    const bodies = new Set<string>();
    const visitLater = (node: Node, isCaught: boolean): void => void pendingNodes.push([node, isCaught]);
    const laterOnce = (body: Node | null, isCaught: boolean): void => {
      if (body === null || bodies.has(`${body.from} ${isCaught}`)) return;
      bodies.add(`${body.from} ${isCaught}`);
      visitLater(body, isCaught);
    };
    const visitName = (node: Node, isCaught: boolean): void => {
      const name = this.text(node);
      names.add(name);
      if (node.name === 'VariableName') freeNames.add(name);
      const call = node.parent?.name === 'MemberExpression' ? node.parent.parent : node.parent;
      const isDropped =
        call?.name === 'CallExpression' &&
        DROPPING_NODES.has(call.parent?.name ?? '') &&
        call.firstChild!.to >= node.to;
      for (const definition of this.definitions.get(name) ?? []) {
        if (definition.name === 'ClassDefinition')
          methodsOf(definition, this.source, true).forEach((body) => laterOnce(body, isCaught));
        // A generator or a coroutine whose result is unused does not run.
        else if (!(isDropped && isLazy(definition))) laterOnce(definition.getChild('Body'), isCaught);
      }
    };
    const visit = (node: Node, isCaught: boolean): void => {
      const children = childrenOf(node);
      switch (node.name) {
        case 'FunctionDefinition':
        case 'ImportStatement':
          return;
        case 'ClassDefinition':
          for (const child of children) if (child.name !== 'VariableName') visitLater(child, isCaught);
          return;
        case 'Script':
        case 'Body':
          for (const child of children) {
            visitLater(child, isCaught);
            if (LEAVING_NODES.has(child.name)) return;
          }
          return;
        case 'TryStatement': {
          const isBodyCaught = isCaught || this.#catches(children);
          children.forEach((child, at) =>
            visitLater(child, children[at - 1]?.name === 'try' ? isBodyCaught : isCaught),
          );
          return;
        }
        case 'WithStatement': {
          const isSuppressed = /\bsuppress\([^)]*(?:Exception|AssertionError)/.test(
            this.source.slice(node.from, node.getChild('Body')?.from),
          );
          for (const child of children)
            visitLater(child, isCaught || (isSuppressed && child.name === 'Body'));
          return;
        }
        case 'IfStatement':
        case 'WhileStatement':
          for (const [at, child] of children.entries()) {
            const condition = children[at - 1];
            if (child.name === 'Body' && condition !== undefined && isNever(this.text(condition))) continue;
            visitLater(child, isCaught);
          }
          return;
        case 'AssertStatement': {
          const [, condition] = children;
          addEnd(condition !== undefined && this.#alwaysHolds(condition) ? 'holds' : 'fails', isCaught);
          break;
        }
        case 'RaiseStatement':
          addEnd('fails', isCaught);
          break;
        case 'CallExpression': {
          const [callee, argumentList] = children;
          const name = callee === undefined ? '' : lastName(this.text(callee));
          if (callee?.name === 'VariableName') calls.push(name);
          if (FAILING_NAME.test(name) && !this.definitions.has(name)) addEnd('fails', isCaught);
          // A check(candidate) that does not use its parameter does not test the candidate, so its argument is
          // ignored.
          const ignoresArgument =
            callee?.name === 'VariableName' &&
            (this.definitions.get(name) ?? []).some((definition) => isDeaf(definition, this.source));
          for (const child of children)
            if (!(ignoresArgument && child === argumentList)) visitLater(child, isCaught);
          return;
        }
        case 'VariableName':
        case 'PropertyName':
          if (!(node.parent?.name === 'ArgList' && node.nextSibling?.name === 'AssignOp'))
            visitName(node, isCaught);
          return;
        default:
      }
      for (const child of children) visitLater(child, isCaught);
    };
    for (const node of this.executedNodes) visitLater(node, false);
    do {
      // Reversed, so that calls are visited in the order of the source.
      stack.push(...pendingNodes.reverse());
      pendingNodes = [];
      const entry = stack.pop();
      if (entry !== undefined) visit(...entry);
    } while (stack.length > 0 || pendingNodes.length > 0);
    return { strongestEnd: ENDS_BY_RANK[rank]!, names, freeNames, calls };
  }

  #bind(node: Node): void {
    const bindTo = (endName: string, firstNode: Node | null): void => {
      for (let child = firstNode; child !== null && child.name !== endName; child = child.nextSibling) {
        if (child.name === 'VariableName') this.#boundNames.add(this.text(child));
        if (child.name === 'TupleExpression' || child.name === 'ArrayExpression')
          bindTo('', child.firstChild);
      }
    };
    switch (node.name) {
      case 'FunctionDefinition':
      case 'ClassDefinition': {
        const name = nameOf(node, this.source);
        this.#boundNames.add(name);
        this.definitions.set(name, [...(this.definitions.get(name) ?? []), node]);
        return;
      }
      case 'ImportStatement': {
        const isOfProgram = /^(?:from\s+(?:solution|__main__)\s+import|import\s+solution)\b/.test(
          this.text(node),
        );
        for (const child of node.getChildren('VariableName'))
          (isOfProgram ? this.#importedNames : this.#boundNames).add(this.text(child));
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
        if (node.nextSibling?.name === 'VariableName') this.#boundNames.add(this.text(node.nextSibling));
        return;
      case 'for':
        bindTo('in', node.nextSibling);
        return;
      default:
    }
  }

  text({ from, to }: Pick<Node, 'from' | 'to'>): string {
    return this.source.slice(from, to);
  }

  /** Whether a handler catches the exception of an assertion and does not raise it again. */
  #catches(children: readonly Node[]): boolean {
    return children.some((child, at) => {
      if (child.name !== 'except') return false;
      const body = children.slice(at).find(({ name }) => name === 'Body');
      if (body === undefined) return false;
      const exceptionTypes = this.source.slice(child.to, body.from).trim();
      if (exceptionTypes !== '' && !/\b(?:BaseException|Exception|AssertionError)\b/.test(exceptionTypes))
        return false;
      return !/\b(?:raise|assert\w*|fail|exit|_exit)\b/.test(this.text(body));
    });
  }

  #alwaysHolds(condition: Node): boolean {
    const text = this.text(condition);
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
}

const BINDING_NODES = new Set(
  'FunctionDefinition ClassDefinition ImportStatement ParamList AssignStatement NamedExpression as for'.split(
    ' ',
  ),
);
const ENDS_BY_RANK = ['nothing', 'holds', 'caught', 'fails'] as const;

const LEAVING_NODES = new Set(['ReturnStatement', 'RaiseStatement', 'ContinueStatement', 'BreakStatement']);
const DROPPING_NODES = new Set(['ExpressionStatement', 'AssignStatement']);
/** Names of functions that end a check by raising an exception. */
const FAILING_NAME = /^(?:assert\w*|fail\w*|exit|_exit|quit|abort|raises|verify\w*|expect\w*|check_\w+)$/;
const BUILTINS = new Set(
  (
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex dict ' +
    'dir divmod enumerate exit filter float format frozenset getattr hasattr hash hex id input int isinstance ' +
    'issubclass iter len list map max memoryview min next object oct ord pow print property quit range repr reversed ' +
    'round set setattr slice sorted staticmethod str sum super tuple type zip self cls __name__ __file__ __doc__ ' +
    'SystemExit KeyboardInterrupt StopIteration NotImplemented Ellipsis'
  ).split(' '),
);

export function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== 'Comment') children.push(child);
  return children;
}

export function statementsOf(body: Node): readonly Node[] {
  return childrenOf(body).filter(({ name }) => /(?:Statement|Definition)$/.test(name));
}

export function nameOf(definition: Node, source: string): string {
  const name = definition.getChild('VariableName');
  return name === null ? '' : source.slice(name.from, name.to);
}

/**
 * Returns the bodies of a class's methods.
 * @param onlySpecial whether to return only special methods (`__name__`), which Python calls implicitly
 */
export function methodsOf(definition: Node, source: string, onlySpecial = false): readonly Node[] {
  const body = definition.getChild('Body');
  return (body === null ? [] : statementsOf(body)).flatMap((statement) => {
    const method =
      statement.name === 'DecoratedStatement' ? statement.getChild('FunctionDefinition') : statement;
    if (method?.name !== 'FunctionDefinition' || (onlySpecial && !/^__/.test(nameOf(method, source))))
      return [];
    if (statement.getChildren('Decorator').some((decorator) => isSkip(decorator, source))) return [];
    return [method.getChild('Body')!];
  });
}

/** Detects the decorators `unittest.skip` and `pytest.mark.skip`. */
export function isSkip({ from, to }: Node, source: string): boolean {
  return /^@\s*[\w.]*\bskip\b/.test(source.slice(from, to));
}

export function lastName(text: string): string {
  return /(\w+)\s*$/.exec(text)?.[1] ?? '';
}

function isNever(condition: string): boolean {
  return /^(?:False|None|0|TYPE_CHECKING|typing\.TYPE_CHECKING)$/.test(condition.trim());
}

/** Whether a function is a coroutine or a generator. */
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

/** Whether a function has parameters and uses none of them. */
export function isDeaf(definition: Node, source: string): boolean {
  const { names } = parametersOf(definition, source);
  const body = definition.getChild('Body');
  if (definition.name !== 'FunctionDefinition' || names.length === 0 || body === null) return false;
  const text = source.slice(body.from, body.to);
  return !names.some((name) => hasWord(text, name));
}

export function hasWord(text: string, word: string): boolean {
  if (!/^[\p{L}\p{N}_]+$/u.test(word)) return text.includes(word);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'u').test(text);
}

/** @returns the parameters; `withoutDefault` are those without a default */
export function parametersOf(
  definition: Node,
  source: string,
): { readonly names: readonly string[]; readonly withoutDefault: readonly string[] } {
  const list = definition.getChild('ParamList');
  const names: string[] = [];
  const withoutDefault: string[] = [];
  for (const child of list?.getChildren('VariableName') ?? []) {
    const name = source.slice(child.from, child.to);
    names.push(name);
    const defaultMark =
      child.nextSibling?.name === 'TypeDef' ? child.nextSibling.nextSibling : child.nextSibling;
    const previousName = child.prevSibling?.name ?? '';
    // A name after `=` is part of a default value, not a parameter.
    if (previousName === 'AssignOp') names.pop();
    else if (defaultMark?.name !== 'AssignOp' && !/^\*\*?$/.test(previousName)) withoutDefault.push(name);
  }
  return { names, withoutDefault };
}
