/** Commands of the problems page. */
import { tick } from 'svelte';
import type { ProblemsNeeds } from './problems-needs.ts';
import { EVERYTHING, filterCount } from './browse-view.ts';
import type { Command } from '../../../kit/commands/command.ts';

type OnProblems = Command<
  Pick<ProblemsNeeds, 'problemsView' | 'problems' | 'view'> & {
    readonly browse: Pick<ProblemsNeeds['browse'], 'current'>;
  }
>;

export const SEARCH_ID = 'browse-search';

export const SEARCH: OnProblems = {
  id: 'search',
  name: 'Search problems',
  keys: '/',
  run({ problemsView }) {
    const { problem, prepare, strength, write } = problemsView.current;
    if (problem !== null || prepare !== null || strength !== null || write)
      problemsView.go({ problem: null, in: null, prepare: null, strength: null, write: false });
    void tick().then(() => document.getElementById(SEARCH_ID)?.focus());
  },
};

function step(direction: -1 | 1): Pick<OnProblems, 'when' | 'run'> {
  return {
    when: ({ browse }) => browse.current !== null && browse.current.neighbour(direction) !== null,
    run({ browse }) {
      const ref = browse.current?.neighbour(direction) ?? null;
      if (ref !== null) browse.current?.show(ref);
    },
  };
}

export const PREVIOUS: OnProblems = { id: 'previous', name: 'Previous problem', keys: '[', ...step(-1) };
export const NEXT: OnProblems = { id: 'next', name: 'Next problem', keys: ']', ...step(1) };

export const OPEN_IN_PLAYGROUND: OnProblems = {
  id: 'open-in-playground',
  name: 'Open in the playground',
  keys: 'Mod+Enter',
  when: ({ browse }) => browse.current !== null && browse.current.open !== null,
  run({ browse, problems, view }) {
    const ref = browse.current?.open ?? null;
    if (ref !== null) view.go({ ...problems.addressOf(ref), test: null });
  },
};

export const CLEAR: Command<{ readonly problemsView: ProblemsNeeds['problemsView'] }> = {
  id: 'clear',
  name: 'Clear the search and all filters',
  when: ({ problemsView: { current } }) => filterCount(current) > 0 || current.search !== '',
  run: ({ problemsView }) => problemsView.adjust(EVERYTHING),
};

const WRITE: Command<{ readonly problemsView: ProblemsNeeds['problemsView'] }> = {
  id: 'write',
  name: 'Write a problem',
  run: ({ problemsView }) =>
    problemsView.go({ problem: null, in: null, prepare: null, strength: null, write: true }),
};

export const BROWSE_COMMANDS: readonly OnProblems[] = [
  SEARCH,
  OPEN_IN_PLAYGROUND,
  PREVIOUS,
  NEXT,
  CLEAR,
  WRITE,
];
