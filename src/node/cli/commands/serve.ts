/** `allpass serve`: serves rewards over HTTP, for trainers and other tools that grade programs. */
import { TIME_LIMIT_SECONDS } from '../../../domain/problem.ts';
import { readProblemFile } from '../input/input-files.ts';
import { countOption, flag, numberOption, value, profileOption } from '../options/options.ts';
import { BROWSER, pageSettings, WORKERS, YES } from '../options/page-options.ts';
import { definitions } from '../text/columns.ts';
import { UsageError } from '../text/messages.ts';
import { DIALECTS } from '../serve/dialects/dialects.ts';
import { command } from './command.ts';

const PORT = { least: 0, most: 65_535 };
const QUEUE = { least: 1, most: 1_000_000 };
const ITEMS = { least: 1, most: 100_000 };
const DEADLINE = { least: 1, most: 86_400 };
const BODY = { least: 1, most: 512 };
const SEEN = { least: 0, most: 4096 };
const SHARE = { least: 0, most: 1 };
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
const TOKEN = 'ALLPASS_TOKEN';

export const SERVE = command({
  name: 'serve',
  about: 'rewards over HTTP, for trainers and for tools that grade programs',
  help: {
    usage: 'serve [--port N] [--problems P.jsonl] [OPTION…]',
    about: 'Serves an HTTP API that judges submissions and returns rewards, until you end it.',
    notes: [
      `Requests\n${definitions(
        DIALECTS.map(({ routes, clients }) => [routes.map(({ path }) => path).join(', '), clients]),
      )}\n${definitions({ '/healthz, /metrics': 'whether it is ready; counts and times for Prometheus' })}`,
    ],
    exitCodes: ['0', '2', '3'],
    examples: [
      'serve',
      'serve --problems problems.jsonl --profile rllm --workers 8',
      `serve --host 0.0.0.0 --port 80`,
    ],
  },
  options: {
    port: value('N', 'port (default: 8710; 0 takes any free port)', { default: '8710' }),
    host: value(
      'ADDRESS',
      `address to listen on (default: 127.0.0.1, this machine only); any other needs a token in ${TOKEN}`,
      { default: '127.0.0.1' },
    ),
    problems: value('FILE', 'problems that requests can name by id'),
    profile: value('NAME', 'the grader profile for requests that name none (default: standard)', {
      default: 'standard',
    }),
    'time-limit': value(
      'SECONDS',
      `for each test, where a request states none (${TIME_LIMIT_SECONDS.least} to ${TIME_LIMIT_SECONDS.most}; default: the profile's or the problem's own)`,
    ),
    workers: WORKERS,
    queue: value('N', 'limit on waiting tasks; further requests get 503 (default: 16384)', {
      default: '16384',
    }),
    items: value('N', 'limit on items per request (default: 4096)', { default: '4096' }),
    deadline: value('SECONDS', 'deadline of requests that state none (default: 600)', { default: '600' }),
    body: value('MB', 'limit on the size of a body (default: 64)', { default: '64' }),
    seen: value('MB', 'memory for the cache of verdicts (default: 64; 0 disables the cache)', {
      default: '64',
    }),
    record: value(
      'FILE|DIR/',
      'append a row for each judged answer, as grade writes them, with the answer; in a folder, with the problems, for allpass audit',
    ),
    canaries: value(
      'SHARE',
      'judge a known hack or a known right program for this share of the tasks, such as 1%, and report wrong rewards in /metrics and on standard error; never in a response',
      { default: '0' },
    ),
    browser: BROWSER,
    yes: YES,
    quiet: flag('only errors on standard error', 'q'),
  },
  async run(values) {
    const token = process.env[TOKEN] || null;
    if (!LOOPBACK.test(values.host) && token === null)
      throw new UsageError(`--host ${values.host}: others can reach it, so it needs a token: set ${TOKEN}`);
    const settings = {
      host: values.host,
      port: countOption('--port', values.port, PORT)!,
      token,
      service: {
        problems: values.problems === undefined ? new Map<string, never>() : readProblemFile(values.problems),
        profile: profileOption(values.profile).name,
        timeLimitSeconds: numberOption('--time-limit', values['time-limit'], TIME_LIMIT_SECONDS),
        deadlineMs: numberOption('--deadline', values.deadline, DEADLINE)! * 1000,
        mostItems: countOption('--items', values.items, ITEMS)!,
      },
      page: pageSettings(values),
      queue: countOption('--queue', values.queue, QUEUE)!,
      bodyBytes: countOption('--body', values.body, BODY)! << 20,
      seenBytes: countOption('--seen', values.seen, SEEN)! * (1 << 20),
      record: values.record ?? null,
      canaryShare: shareOption('--canaries', values.canaries),
      quiet: values.quiet,
    };
    // Imported here, so that invalid options are reported without loading a bundler and a browser driver.
    const { serve } = await import('../serve/http/serve.ts');
    return serve(settings);
  },
});

/** Parses a share from 0 to 1, which may be a percentage. */
function shareOption(name: string, text: string): number {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(text) ?? [];
  return percent === undefined
    ? numberOption(name, text, SHARE)!
    : numberOption(name, percent, { least: 0, most: 100 })! / 100;
}
