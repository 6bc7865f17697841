import { numberText } from '../../base/number-words.ts';
/** The rewards of a model on each problem, and filter expressions over them, as in rLLM's task filters. */

/** The rewards of a problem's samples. Samples without a reward are left out. */
export type Rewards = readonly number[];

/**
 * Whether a problem matches the filter; null if the result depends on a pass@K with K larger than the number of
 * samples.
 */
export type RateFilter = (rewards: Rewards) => boolean | null;

type Operand = (rewards: Rewards) => number;

const NAMED_OPERANDS: Readonly<Record<string, Operand>> = {
  avg: (rewards) => rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length,
  best: (rewards) => Math.max(...rewards),
  worst: (rewards) => Math.min(...rewards),
  n: (rewards) => rewards.length,
  solved: (rewards) => Number(rewards.some((reward) => reward >= 1)),
};

const COMPARISONS: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
};

/**
 * Parses an expression such as `0 < avg < 1`, `solved`, `pass@4 >= 0.5`, `best == 1 and avg < 0.5`.
 * @returns the filter, or the fault and its position in the expression
 */
export function rateFilter(
  text: string,
): { readonly filter: RateFilter } | { readonly fault: string; readonly at: number } {
  try {
    return { filter: new Parser(text).wholeFilter() };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { fault: error.message, at: error.at };
  }
}

class Wrong extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

interface Token {
  readonly text: string;
  readonly at: number;
}

const TOKEN = /\s*(pass@\d+|[a-z]+|\d+(?:\.\d+)?|<=|>=|==|!=|[<>()])/y;
/** Maximum length of a filter in characters. The user writes it on one line. */
const MAX_CHARACTERS = 1000;

class Parser {
  readonly #tokens: Token[] = [];
  readonly #end: number;
  #next = 0;

  constructor(text: string) {
    this.#end = text.length;
    if (text.length > MAX_CHARACTERS)
      throw new Wrong(`the filter is longer than ${numberText(MAX_CHARACTERS)} characters`, MAX_CHARACTERS);
    for (let at = 0; text.slice(at).trim() !== '';) {
      TOKEN.lastIndex = at;
      const match = TOKEN.exec(text);
      if (match === null) throw new Wrong('is no name, number or comparison', at);
      at = TOKEN.lastIndex;
      this.#tokens.push({ text: match[1]!, at: at - match[1]!.length });
    }
  }

  wholeFilter(): RateFilter {
    const filter = this.#disjunction();
    const nextToken = this.#tokens[this.#next];
    if (nextToken !== undefined) throw new Wrong(`"${nextToken.text}" is one too many`, nextToken.at);
    return filter;
  }

  #disjunction(): RateFilter {
    let disjunction = this.#conjunction();
    while (this.#accept('or')) {
      const [one, other] = [disjunction, this.#conjunction()];
      disjunction = (rewards) => logicalOr(one(rewards), other(rewards));
    }
    return disjunction;
  }

  #conjunction(): RateFilter {
    let conjunction = this.#condition();
    while (this.#accept('and')) {
      const [one, other] = [conjunction, this.#condition()];
      conjunction = (rewards) => logicalNot(logicalOr(logicalNot(one(rewards)), logicalNot(other(rewards))));
    }
    return conjunction;
  }

  #condition(): RateFilter {
    if (this.#accept('not')) {
      const innerFilter = this.#condition();
      return (rewards) => logicalNot(innerFilter(rewards));
    }
    if (this.#accept('(')) {
      const innerFilter = this.#disjunction();
      if (!this.#accept(')')) throw new Wrong('a closing bracket is missing', this.#at);
      return innerFilter;
    }
    return this.#chain();
  }

  /**
   * Parses `a < b < c`, which has the same meaning as in Python. A name without a comparison means that its value
   * is more than 0.
   */
  #chain(): RateFilter {
    const firstOperand = this.#operand();
    const links: {
      readonly comparison: (one: number, other: number) => boolean;
      readonly operand: Operand;
    }[] = [];
    for (let token = this.#tokens[this.#next]; token !== undefined; token = this.#tokens[this.#next]) {
      if (!Object.hasOwn(COMPARISONS, token.text)) break;
      this.#next += 1;
      links.push({ comparison: COMPARISONS[token.text]!, operand: this.#operand() });
    }
    if (links.length === 0) return (rewards) => comparisonResult(firstOperand(rewards), 0, COMPARISONS['>']!);
    return (rewards) => {
      let previousValue = firstOperand(rewards);
      let hasFailed: boolean | null = false;
      for (const { comparison, operand } of links) {
        const nextValue = operand(rewards);
        hasFailed = logicalOr(hasFailed, logicalNot(comparisonResult(previousValue, nextValue, comparison)));
        previousValue = nextValue;
      }
      return logicalNot(hasFailed);
    };
  }

  #operand(): Operand {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw new Wrong('a name or a number is missing', this.#end);
    this.#next += 1;
    const { text, at } = token;
    if (/^\d/.test(text)) return () => Number(text);
    if (text.startsWith('pass@')) return passAt(Number(text.slice(5)), at);
    if (Object.hasOwn(NAMED_OPERANDS, text)) return NAMED_OPERANDS[text]!;
    throw new Wrong(`"${text}" is none of ${Object.keys(NAMED_OPERANDS).join(', ')}, pass@K`, at);
  }

  #accept(text: string): boolean {
    if (this.#tokens[this.#next]?.text !== text) return false;
    this.#next += 1;
    return true;
  }

  get #at(): number {
    return this.#tokens[this.#next]?.at ?? this.#end;
  }
}

/**
 * Combines two values, of which null is unknown. The result is true if one value is true, even if the other is
 * unknown.
 */
function logicalOr(one: boolean | null, other: boolean | null): boolean | null {
  if (one === true || other === true) return true;
  return one === null || other === null ? null : false;
}

function logicalNot(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function comparisonResult(
  one: number,
  other: number,
  comparison: (one: number, other: number) => boolean,
): boolean | null {
  return Number.isNaN(one) || Number.isNaN(other) ? null : comparison(one, other);
}

/** The unbiased estimate of Chen et al. 2021: 1 - C(n - c, k) / C(n, k). */
function passAt(k: number, at: number): Operand {
  if (k < 1) throw new Wrong('K of pass@K must be 1 or more', at);
  return (rewards) => {
    const n = rewards.length;
    const failures = rewards.filter((reward) => reward < 1).length;
    // The value is unknown, so the result of a comparison with it is unknown as well.
    if (k > n) return Number.NaN;
    let noneSolved = 1;
    for (let drawn = 0; drawn < k; drawn++) noneSolved *= Math.max(0, failures - drawn) / (n - drawn);
    return 1 - noneSolved;
  };
}
