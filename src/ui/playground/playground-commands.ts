/** Commands of the playground. */
import { flushSync } from 'svelte';
import { PROFILES } from '../../judge/profiles/profiles.ts';
import { COMPARE_AS_LEFT } from '../../state/playground/playground-view.ts';
import type { AppState } from '../../state/shell/app-state.ts';
import type { Command } from '../shell/command.ts';

type OnPlayground = Command<Pick<AppState, 'playground'>>;

export const SUBMIT: OnPlayground = {
  id: 'submit',
  name: 'Submit',
  keys: 'Mod+Enter',
  run: ({ playground }) => void playground.submit(),
};

export const STOP: OnPlayground = {
  id: 'stop',
  name: 'Stop',
  keys: 'Escape',
  when: ({ playground }) => playground.busy,
  run: ({ playground }) => playground.stop(),
};

const SEARCH: OnPlayground = {
  id: 'search',
  name: 'Search the problems',
  keys: '/',
  run({ playground }) {
    // The palette it may come from gives the focus back as it goes; the next key belongs to the search already.
    flushSync();
    const search: HTMLElement | null = document.querySelector('#problem-search');
    if (search !== null) search.focus();
    // It stands in a drawer on smaller windows.
    else playground.dialogs.open({ type: 'problems', searching: true });
  },
};

export const PLAYGROUND_COMMANDS: readonly Command<Pick<AppState, 'playground' | 'view'>>[] = [
  { id: 'ask', name: 'Ask the model', run: ({ playground }) => void playground.ask() },
  SUBMIT,
  { id: 'samples', name: 'Run samples', run: ({ playground }) => void playground.runSamples() },
  STOP,
  { id: 'answer', name: 'Show the answer', run: ({ playground }) => playground.showTab('answer') },
  { id: 'program', name: 'Show the program', run: ({ playground }) => playground.showTab('program') },
  { id: 'xray', name: 'X-ray', run: ({ playground }) => playground.xray.open() },
  {
    id: 'compare',
    name: 'Compare models side by side',
    run: ({ playground }) => playground.dialogs.open(COMPARE_AS_LEFT),
  },
  SEARCH,
  ...PROFILES.map(({ name, title }): Command<Pick<AppState, 'view'>> => ({
    id: `rules-${name}`,
    name: `Rules: ${title}`,
    run: ({ view }) => view.go({ rules: name }),
  })),
  {
    id: 'own-rules',
    name: 'Rules: custom…',
    run: ({ playground }) => playground.dialogs.open({ type: 'rules' }),
  },
  {
    id: 'endpoint',
    name: 'Endpoint settings',
    run: ({ playground }) => playground.dialogs.open({ type: 'endpoint' }),
  },
];
