/** `allpass doctor`: checks the connection to a model of a server, step by step. */
import { CHECK_TITLES } from '../../../models/openai/endpoint-port.ts';
import { Interrupted, listenForInterruption } from '../run/interruption.ts';
import { KEY_VARIABLE, requiredOption, value } from '../options/options.ts';
import { shownText } from '../text/messages.ts';
import { command } from './command.ts';

export const DOCTOR = command({
  name: 'doctor',
  about: 'try the way to a model of a server, and say what mends it',
  help: {
    usage: 'doctor --base-url URL [--model NAME]',
    about: [
      'Lists the models, requests an answer, reads the context size if the server states it, and compares two',
      'parallel requests with a single one. eval does the same before its first request. Without --model, the command\nonly lists the models.',
    ].join('\n'),
    notes: [
      'Output\n  One line for each step: ok, warning (it works, but not as well as it could), failed or not checked.',
    ],
    exitCodes: ['0', '2', '3', '130, 143'],
    examples: [
      'doctor --base-url http://127.0.0.1:8080/v1',
      'doctor --base-url http://127.0.0.1:8080/v1 --model smollm2',
    ],
  },
  options: {
    'base-url': value('URL', 'base URL of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1'),
    model: value('NAME', 'model name on the server; without it, the command lists the models'),
    'key-variable': KEY_VARIABLE,
  },
  async run(values) {
    const address = requiredOption('--base-url', values['base-url']);
    const key = process.env[values['key-variable']] ?? '';
    // Imported here, because the other commands do not need models.
    const { checkServer, openServer, stepWords } = await import('../eval/server-check.ts');
    const interruption = listenForInterruption();
    const leaving = new AbortController();
    try {
      if (values.model === undefined) {
        const listing = openServer({ address, key }).listModels(leaving.signal);
        const listResult = await Promise.race([listing, interruption.interrupted]);
        // The check below explains a failure.
        if (listResult.ok) {
          const names = listResult.models.map(({ name }) => `${shownText(name)}\n`).join('');
          process.stdout.write(names === '' ? 'The server lists no models.\n' : names);
          return 0;
        }
      }
      const check = checkServer(
        { server: { address, key }, model: values.model ?? '' },
        leaving.signal,
        (step) => {
          const columns = [
            CHECK_TITLES[step.id].padEnd(TITLES),
            WORDS[step.outcome].padEnd(OUTCOMES),
            stepWords(step),
          ];
          process.stdout.write(`${shownText(columns.join('  ').trimEnd())}\n`);
        },
      );
      const steps = await Promise.race([check, interruption.interrupted]);
      return steps.some(({ outcome }) => outcome === 'failed') ? 3 : 0;
    } catch (error) {
      if (error instanceof Interrupted) return error.exitCode;
      throw error;
    } finally {
      leaving.abort();
      interruption.end();
    }
  },
});

const WORDS = {
  running: '',
  passed: 'ok',
  warning: 'warning',
  failed: 'failed',
  skipped: 'not checked',
} as const;

const TITLES = Math.max(...Object.values(CHECK_TITLES).map((title) => title.length));
const OUTCOMES = Math.max(...Object.values(WORDS).map((word) => word.length));
