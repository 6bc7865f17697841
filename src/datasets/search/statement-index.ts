/** Full-text search in the problems of one set: titles, ids, tags and statements. */
import MiniSearch, { type Options } from 'minisearch';
import type { Problem } from '../../domain/problem.ts';

/** Number of characters of a statement that are indexed. The text after them usually contains examples and notes. */
const MOST_CHARACTERS = 6000;
const SHORTEST_PREFIX = 2;
const LONGEST_TERM = 40;

interface Indexed {
  readonly id: number;
  readonly title: string;
  readonly name: string;
  readonly tags: string;
  readonly statement: string;
}

const OPTIONS: Options<Indexed> = {
  fields: ['title', 'name', 'tags', 'statement'],
  // Matches words of any script, without the markup of formulas and code.
  tokenize: (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [],
  // Numbers of one or two digits occur in every statement, so they are not indexed.
  processTerm: (term) =>
    term.length > LONGEST_TERM || /^\d{1,2}$/.test(term) ? null : term.normalize('NFKC').toLowerCase(),
  searchOptions: {
    boost: { title: 4, name: 3, tags: 3 },
    combineWith: 'AND',
    // The last word may be incomplete while the user types.
    prefix: (term, at, terms) => at === terms.length - 1 && term.length >= SHORTEST_PREFIX,
  },
};

/** The results of a search, the best match first. */
export interface StatementHits {
  /** Numbers of the problems, as passed to `add`. */
  readonly places: Uint32Array;
  readonly scores: Float32Array;
}

export class StatementIndex {
  readonly #search: MiniSearch<Indexed>;

  constructor(search: MiniSearch<Indexed> = new MiniSearch(OPTIONS)) {
    this.#search = search;
  }

  /**
   * @param json the result of `toJson`
   * @throws if it cannot be read
   */
  static fromJson(json: string): StatementIndex {
    return new StatementIndex(MiniSearch.loadJSON(json, OPTIONS));
  }

  /** @param problemIndex the number of the problem, unique in the index */
  add(
    problemIndex: number,
    { id, title, tags, prompt }: Pick<Problem, 'id' | 'title' | 'tags' | 'prompt'>,
  ): void {
    const statement = prompt.slice(0, MOST_CHARACTERS);
    this.#search.add({ id: problemIndex, title, name: id, tags: tags.join(' '), statement });
  }

  /** Finds problems that have every word. The last word may be a prefix. */
  find(words: string): StatementHits {
    const matches = this.#search.search(words);
    return {
      places: Uint32Array.from(matches, ({ id }) => id as number),
      scores: Float32Array.from(matches, ({ score }) => score),
    };
  }

  toJson(): string {
    return JSON.stringify(this.#search);
  }
}
