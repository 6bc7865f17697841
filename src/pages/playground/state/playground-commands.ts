/** Commands of the playground. */
import { flushSync } from 'svelte';
import { PROFILES } from '../../../judge/profiles/profiles.ts';
import { ALL_HISTORY, COMPARE_AS_LEFT } from './playground-view.ts';
import type { PlaygroundNeeds } from './playground-needs.ts';
import type { Command } from '../../../kit/commands/command.ts';
import { focusAnswer, focusProgram, keepFocus } from './work-focus.ts';
import * as words from '../words/commands.ts';

type OnPlayground = Command<Pick<PlaygroundNeeds, 'playground'>>;

export const SUBMIT: OnPlayground = {
  id: 'submit',
  name: words.submit,
  keys: 'Mod+Enter',
  run: ({ playground }) => keepFocus(() => void playground.program.submit(), focusProgram),
};

export const RUN_SAMPLES: OnPlayground = {
  id: 'samples',
  name: words.runSamples,
  run: ({ playground }) => keepFocus(() => void playground.program.runSamples(), focusProgram),
};

export const ASK: OnPlayground = {
  id: 'ask',
  name: words.ask,
  run({ playground }) {
    keepFocus(() => playground.showTab('answer'), focusAnswer);
    void playground.ask();
  },
};

export const STOP: OnPlayground = {
  id: 'stop',
  name: words.stop,
  keys: 'Escape',
  when: ({ playground }) => playground.busy,
  run: ({ playground }) => playground.stop(),
};

export const HISTORY: OnPlayground = {
  id: 'history',
  name: words.history,
  keys: 'Mod+J',
  when: ({ playground }) => playground.opened !== null,
  run: ({ playground }) => playground.dialogs.open(ALL_HISTORY),
};

/** There and back. */
export const PRESENT: Command<Pick<PlaygroundNeeds, 'view'>> = {
  id: 'present',
  name: words.present,
  keys: 'Mod+.',
  run: ({ view }) => view.go({ present: !view.current.present }),
};

/** The audience of a presentation sees neither panes nor fields. */
const besidePresentation = ({ view }: Pick<PlaygroundNeeds, 'view'>): boolean => !view.current.present;

/** Opens the field for the user's own input, or runs the program on its text. */
export const RUN_OWN_INPUT: Command<Pick<PlaygroundNeeds, 'playground' | 'view'>> = {
  id: 'own-input',
  name: words.runOwnInput,
  keys: "Mod+'",
  when: besidePresentation,
  run: ({ playground }) => void playground.program.runOwnInput(),
};

const SEARCH: Command<Pick<PlaygroundNeeds, 'playground' | 'view'>> = {
  id: 'search',
  name: words.search,
  keys: '/',
  when: besidePresentation,
  run({ playground }) {
    // The palette it may come from gives the focus back as it goes; the next key belongs to the search already.
    flushSync();
    const search: HTMLElement | null = document.querySelector('#problem-search');
    if (search !== null) search.focus();
    // On smaller windows the search is in a drawer.
    else playground.dialogs.open({ type: 'problems', searching: true });
  },
};

export const PASTE: OnPlayground = {
  id: 'paste',
  name: words.paste,
  run: ({ playground }) => playground.dialogs.open({ type: 'paste' }),
};

export const PLAYGROUND_COMMANDS: readonly Command<Pick<PlaygroundNeeds, 'playground' | 'view'>>[] = [
  ASK,
  PASTE,
  SUBMIT,
  RUN_SAMPLES,
  RUN_OWN_INPUT,
  {
    id: 'rest',
    name: words.runRest,
    when: ({ playground }) => playground.judging.left > 0,
    run: ({ playground }) => void playground.runRest(),
  },
  STOP,
  {
    id: 'answer',
    name: words.showAnswer,
    when: besidePresentation,
    run({ playground }) {
      playground.showTab('answer');
      focusAnswer();
    },
  },
  {
    id: 'program',
    name: words.showProgram,
    when: besidePresentation,
    run({ playground }) {
      playground.showTab('program');
      focusProgram();
    },
  },
  { id: 'xray', name: words.xray, run: ({ playground }) => playground.xray.open() },
  {
    id: 'compare',
    name: words.compare,
    run: ({ playground }) => playground.dialogs.open(COMPARE_AS_LEFT),
  },
  HISTORY,
  SEARCH,
  PRESENT,
  ...PROFILES.map(({ name, title }): Command<Pick<PlaygroundNeeds, 'view'>> => ({
    id: `rules-${name}`,
    name: words.useRules(title),
    run: ({ view }) => view.go({ rules: name }),
  })),
  {
    id: 'own-rules',
    name: words.customRules,
    run: ({ playground }) => playground.dialogs.open({ type: 'rules' }),
  },
  {
    id: 'models',
    name: words.models,
    run: ({ playground }) => playground.dialogs.open({ type: 'models', tab: 'here' }),
  },
  {
    id: 'connection',
    name: words.connection,
    run: ({ playground }) => playground.dialogs.open({ type: 'endpoint' }),
  },
  {
    id: 'sampling',
    name: words.sampling,
    run: ({ playground }) => playground.dialogs.open({ type: 'sampling' }),
  },
];
