/** Commands of the playground. */
import { flushSync } from 'svelte';
import { PROFILES } from '../../../judge/profiles/profiles.ts';
import { ALL_HISTORY, COMPARE_AS_LEFT } from './playground-view.ts';
import type { PlaygroundState } from './playground-state.svelte.ts';
import type { Command } from '../../../kit/commands/command.ts';
import { focusAnswer, focusProgram, keepFocus } from './work-focus.ts';
import type { ComparisonState } from './comparison-state.svelte.ts';

type OnPlayground = Command<{ readonly playground: PlaygroundState }>;

export const SUBMIT: OnPlayground = {
  id: 'submit',
  name: 'Submit',
  keys: 'Mod+Enter',
  run: ({ playground }) => keepFocus(() => void playground.program.submit(), focusProgram),
};

export const RUN_SAMPLES: OnPlayground = {
  id: 'samples',
  name: 'Run samples',
  run: ({ playground }) => keepFocus(() => void playground.program.runSamples(), focusProgram),
};

export const ASK: OnPlayground = {
  id: 'ask',
  name: 'Ask the model',
  run({ playground }) {
    keepFocus(() => playground.showTab('answer'), focusAnswer);
    void playground.ask();
  },
};

export const STOP: OnPlayground = {
  id: 'stop',
  name: 'Stop',
  keys: 'Escape',
  when: ({ playground }) => playground.busy,
  run: ({ playground }) => playground.stop(),
};

export const HISTORY: OnPlayground = {
  id: 'history',
  name: 'History of judged submissions',
  keys: 'Mod+J',
  when: ({ playground }) => playground.openedProblem !== null,
  run: ({ playground }) => playground.dialogs.open(ALL_HISTORY),
};

/** Opens and closes the presentation. */
export const PRESENT: OnPlayground = {
  id: 'present',
  name: 'Presentation mode',
  keys: 'Mod+.',
  run: ({ playground: { view } }) => view.go({ present: !view.current.present }),
};

/** Whether the presentation is closed. It hides panes and fields that commands need. */
const besidePresentation: NonNullable<OnPlayground['when']> = ({ playground }) =>
  !playground.view.current.present;

/** Opens the field for the user's own input, or runs the program on its text. */
export const RUN_OWN_INPUT: OnPlayground = {
  id: 'own-input',
  name: 'Run on own input',
  keys: "Mod+'",
  when: besidePresentation,
  run: ({ playground }) => void playground.program.runOwnInput(),
};

const SEARCH: OnPlayground = {
  id: 'search',
  name: 'Search the problems',
  keys: '/',
  when: besidePresentation,
  run({ playground }) {
    // If the command was run from the palette, the palette returns the focus when it closes. The next key must go to
    // the search field.
    flushSync();
    const search: HTMLElement | null = document.querySelector('#problem-search');
    if (search !== null) search.focus();
    // In smaller windows, the search field is in a drawer.
    else playground.dialogs.open({ type: 'problems', searching: true });
  },
};

export const PASTE: OnPlayground = {
  id: 'paste',
  name: 'Paste an answer…',
  run: ({ playground }) => playground.dialogs.open({ type: 'paste' }),
};

export const PLAYGROUND_COMMANDS: readonly OnPlayground[] = [
  ASK,
  PASTE,
  SUBMIT,
  RUN_SAMPLES,
  RUN_OWN_INPUT,
  {
    id: 'rest',
    name: 'Run the remaining tests',
    when: ({ playground }) => playground.judging.remainingCount > 0,
    run: ({ playground }) => void playground.runRest(),
  },
  STOP,
  {
    id: 'answer',
    name: 'Show the answer',
    when: besidePresentation,
    run({ playground }) {
      playground.showTab('answer');
      focusAnswer();
    },
  },
  {
    id: 'program',
    name: 'Show the program',
    when: besidePresentation,
    run({ playground }) {
      playground.showTab('program');
      focusProgram();
    },
  },
  { id: 'xray', name: 'X-ray', run: ({ playground }) => playground.dialogs.open({ type: 'xray' }) },
  {
    id: 'compare',
    name: 'Compare models side by side',
    run: ({ playground }) => playground.dialogs.open(COMPARE_AS_LEFT),
  },
  HISTORY,
  SEARCH,
  PRESENT,
  ...PROFILES.map(({ name, title }): OnPlayground => ({
    id: `rules-${name}`,
    name: `Rules: ${title}`,
    run: ({ playground }) => playground.view.go({ rules: name }),
  })),
  {
    id: 'own-rules',
    name: 'Rules: custom…',
    run: ({ playground }) => playground.dialogs.open({ type: 'rules' }),
  },
  {
    id: 'models',
    name: 'Models on this device',
    run: ({ playground }) => playground.dialogs.open({ type: 'models' }),
  },
  {
    id: 'connection',
    name: 'Connection',
    run: ({ playground }) => playground.dialogs.open({ type: 'endpoint' }),
  },
  {
    id: 'sampling',
    name: 'Sampling',
    run: ({ playground }) => playground.dialogs.open({ type: 'sampling' }),
  },
];

/** Commands of the comparison, which replace the others while its dialog is open. */
export const ASK_ALL: Command<ComparisonState> = {
  id: 'ask-all',
  name: 'Ask all columns',
  keys: 'Mod+Enter',
  run: (comparison) => void comparison.askAll(),
};

export const STOP_ALL: Command<ComparisonState> = {
  id: 'stop-all',
  name: 'Stop all columns',
  keys: 'Escape',
  when: ({ busy }) => busy,
  run: (comparison) => comparison.stop(),
};
