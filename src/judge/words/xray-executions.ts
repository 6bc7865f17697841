/**
 * Explains why a way of executing programs changes the verdict, by failure signature. A signature that does not
 * identify the rule has no explanation. Each rule was read in the grader's source (`profiles/rule.ts`).
 */
import type { Execution } from '../profiles/execution.ts';
import type { FailureSignature } from '../xray/failure-signature.ts';

export type GraderExecution = Exclude<Execution, 'standard'>;

/**
 * `worse`: how the grader fails a test that the standard rules pass. `better`: how the standard rules fail a test
 * that the grader passes.
 */
export type Direction = 'worse' | 'better';

/** @param name the missing name; '' if the failure names none */
type Words = (name: string) => string;
type Told = Readonly<Partial<Record<FailureSignature, Words>>>;

/** The sentences shared by rLLM, LiveCodeBench and the graders derived from LiveCodeBench. */
function wrappingTexts(grader: string): Readonly<Record<Direction, Told>> {
  return {
    worse: {
      'no-function': () =>
        `Where the program’s text says “class Solution”, ${grader} takes the function from that class alone.`,
      'no-solution': () =>
        `Where the program’s text says “class Solution”, ${grader} looks for that class at the top of the module, and found none.`,
      'name-declared-global': (name) =>
        `${grader} makes the script the body of a function, so ${name || 'the name'} belongs to that function and is no global name.`,
      'name-of-preamble': (name) =>
        `${grader} puts imports of its own in the place of the problem’s preamble, and ${name || 'the name'} is not among them.`,
      'local-name': () =>
        `${grader} makes the script the body of a function: a name that the script assigns is local there, and was read before it had a value.`,
      'called-none': () =>
        `${grader} puts None in the place of quit, help and functions of os, shutil and subprocess.`,
      'barred-import': () => `${grader} lets no program import ipdb, joblib, resource, psutil or tkinter.`,
      'syntax-of-future': () =>
        `${grader} puts imports before the program, and Python takes a __future__ import at the very beginning only.`,
      'syntax-of-star': () =>
        `${grader} makes the script the body of a function, where import * may not stand.`,
    },
    better: {
      'no-function': () =>
        `${grader} puts imports before the program, and takes one of their functions for one that the program lacks.`,
      name: (name) => `${grader} puts imports before the program, and ${name || 'the name'} is among them.`,
      'name-of-preamble': (name) =>
        `${grader} puts imports before the program, and ${name || 'the name'} is among them.`,
      'syntax-outside-function': () =>
        `${grader} makes the script the body of a function, where this may stand.`,
    },
  };
}

const RLLM_TEXTS = wrappingTexts('rLLM');
const LCB_TEXTS = wrappingTexts('LiveCodeBench');
const PRIME_TEXTS = wrappingTexts('prime_code');
const NEMO_TEXTS = wrappingTexts('NeMo-Gym');
const OPEN_INSTRUCT_TEXTS = wrappingTexts('open-instruct');

export const EXECUTION_WORDS: Readonly<Record<GraderExecution, Readonly<Record<Direction, Told>>>> = {
  rllm: {
    worse: {
      ...RLLM_TEXTS.worse,
      'no-attribute-of-text': (name) =>
        `rLLM gives the program a StringIO for sys.stdin and for sys.stdout, which has no ${name}.`,
      recursion: () => 'rLLM leaves the limit on recursion at 1,000 where the program sets none.',
    },
    better: { ...RLLM_TEXTS.better },
  },
  lcb: {
    worse: {
      ...LCB_TEXTS.worse,
      'no-attribute-of-text': (name) =>
        `LiveCodeBench’s stand-ins for sys.stdin and sys.stdout are made of a StringIO, which has no ${name}.`,
      'stand-in': () => 'LiveCodeBench’s stand-in for sys.stdin can do less than a file.',
    },
    better: {
      ...LCB_TEXTS.better,
      recursion: () => 'LiveCodeBench sets the limit on recursion to 50,000.',
      digits: () => 'LiveCodeBench lets the text of an integer have 50,000 digits.',
    },
  },
  'reward-kit': {
    worse: {
      'no-attribute-of-text': (name) =>
        `reward-kit gives the program a StringIO for sys.stdin and for sys.stdout, which has no ${name}.`,
      'no-function': () =>
        'reward-kit looks for the function at the top of the program: it finds no method of class Solution.',
      'name-of-preamble': (name) =>
        `reward-kit runs the program without the problem’s preamble, and ${name || 'the name'} is not imported.`,
      'called-none': () => 'reward-kit puts None in the place of exit, quit and functions of os.',
      recursion: () => 'reward-kit leaves the limit on recursion at 1,000 where the program sets none.',
      exit: () =>
        'reward-kit counts a program only when it comes to its own end: an exit loses what was printed.',
      'syntax-of-future': () =>
        'reward-kit puts imports before the program, and Python takes a __future__ import at the very beginning only.',
      'silent-exit': () =>
        'reward-kit counts what was printed only at the program’s own end: an exit, of which this program’s text speaks, loses it.',
      'printed-before-value': () =>
        'reward-kit reads the value from what is printed: what the program prints itself spoils it.',
    },
    better: {
      name: (name) =>
        `reward-kit has imported some modules before the program, and ${name || 'the name'} is there.`,
    },
  },
  'prime-code': {
    worse: {
      ...PRIME_TEXTS.worse,
      'no-attribute-of-text': (name) =>
        `prime_code gives the program a StringIO for sys.stdin and for sys.stdout, which has no ${name}.`,
      syntax: () =>
        'prime_code indents all lines but imports to make a function of the script, those of imports in brackets too.',
      'called-none': () =>
        'prime_code puts None in the place of exit, quit, help and functions of os and shutil.',
      'barred-import': () =>
        'prime_code lets no program import subprocess, ctypes, ipdb, joblib, resource, psutil or tkinter.',
    },
    better: {
      ...PRIME_TEXTS.better,
      recursion: () => 'prime_code sets the limit on recursion to 600,000.',
    },
  },
  'sandbox-fusion': {
    worse: {
      exit: () => 'A script that leaves with a status other than 0 fails, whatever it printed.',
      'name-of-preamble': (name) =>
        `sandbox_fusion runs a script without the problem’s preamble, and ${name || 'the name'} is not imported.`,
    },
    better: {
      name: (name) => `sandbox_fusion puts imports before a call, and ${name || 'the name'} is among them.`,
    },
  },
  'nemo-gym': {
    worse: {
      ...NEMO_TEXTS.worse,
      'stand-in': () => 'NeMo-Gym’s stand-in for sys.stdin can do less than a file.',
    },
    better: {
      ...NEMO_TEXTS.better,
      recursion: () => 'NeMo-Gym sets the limit on recursion to 50,000.',
      digits: () => 'NeMo-Gym lets the text of an integer have 1,048,576 digits.',
    },
  },
  'open-instruct': {
    worse: {
      ...OPEN_INSTRUCT_TEXTS.worse,
      refused: () =>
        'open-instruct runs no program that imports os, shutil, threads, processes, torch or sklearn, or only speaks of them.',
      'no-attribute-of-text': (name) =>
        `open-instruct’s stand-ins for sys.stdin and sys.stdout are made of a StringIO, which has no ${name}.`,
      'stand-in': () => 'open-instruct’s stand-in for sys.stdin can do less than a file.',
    },
    better: {
      ...OPEN_INSTRUCT_TEXTS.better,
      recursion: () => 'open-instruct sets the limit on recursion to 50,000 for a script.',
    },
  },
  'intellect-3': {
    worse: {
      exit: () => 'A script that leaves with a status other than 0 fails, whatever it printed.',
      'name-of-preamble': (name) =>
        `INTELLECT-3 puts imports of its own in the place of the problem’s preamble, and ${name || 'the name'} is not among them.`,
      'syntax-of-future': () =>
        'INTELLECT-3 puts imports before the program, and Python takes a __future__ import at the very beginning only.',
      'printed-before-value': () =>
        'INTELLECT-3 reads the value from what is printed: what the program prints itself spoils it.',
    },
    better: {
      name: (name) => `INTELLECT-3 puts imports before the program, and ${name || 'the name'} is among them.`,
    },
  },
  'lm-eval': {
    worse: {
      'name-of-preamble': (name) =>
        `lm-eval runs the program without the problem’s preamble, and ${name || 'the name'} is not imported.`,
      'called-none': () =>
        'lm-eval puts None in the place of exit, quit, help and functions of os, shutil and subprocess.',
      silent: () => 'lm-eval asks no problems with standard input: what a program prints is dropped.',
      exit: () => 'An exit ends the process before an assertion has passed.',
    },
    better: {},
  },
  'exit-status': {
    worse: {
      exit: () => 'A script that leaves with a status other than 0 fails, whatever it printed.',
    },
    better: {},
  },
};

/** The sentences for a failure that does not identify the rule: how the programs are run. */
export const EXECUTION_WAYS: Readonly<Record<GraderExecution, string>> = {
  rllm: 'rLLM makes the script the body of a function, or calls the function in one module, with StringIO streams and state that stays from test to test: the failure does not say which of this it was.',
  lcb: 'LiveCodeBench makes the script the body of a function, or calls the function in one module, with stand-ins for the streams and state that stays from test to test: the failure does not say which of this it was.',
  'reward-kit':
    'reward-kit executes the text of the program, with StringIO streams and without the problem’s preamble, and counts what was printed at its own end: the failure does not say which of this it was.',
  'prime-code':
    'verl’s prime_code indents all lines but imports to make a function of the script, or calls the function in one module, with StringIO streams and imports before it: the failure does not say which of this it was.',
  'sandbox-fusion':
    'verl’s sandbox_fusion runs a script without the problem’s preamble and looks at its exit status, and prints the result of a call pasted behind the program: the failure does not say which of this it was.',
  'nemo-gym':
    'NeMo-Gym makes the script the body of a function, or calls the function in one module, with stand-ins for the streams and state that stays from test to test: the failure does not say which of this it was.',
  'open-instruct':
    'open-instruct makes the script the body of a function, with stand-ins for the streams and state that stays from test to test, or executes the program and asserts a call, and runs no program with certain words: the failure does not say which of this it was.',
  'intellect-3':
    'INTELLECT-3 puts imports before the program and looks at the exit status, or pastes a call behind the program and reads its result as JSON: the failure does not say which of this it was.',
  'lm-eval':
    'lm-eval executes the program and all assertions in one namespace, lets it read nothing, and drops what it prints: the failure does not say which of this it was.',
  'exit-status':
    'Open R1 runs the script as the standard rules do but for the status it leaves with, and that is not what was seen.',
};
