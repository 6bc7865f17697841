/** Counts and durations of the service, in the format of Prometheus. */
import type { GradingOutcome, GradingTask } from './task.ts';

const PREFIX = 'allpass_';
/** Upper bounds of the buckets, in seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const SLOWEST = { count: 10, milliseconds: 600_000 };

/** Counters by name, with their descriptions. */
const COUNTERS = {
  late: 'Tasks that were not judged by their deadline.',
  seen: 'Tasks whose verdict was known, or on its way.',
  retries: 'Tests that were retried after a time-out.',
  restarts: 'Times that the page was opened anew after a failure.',
  unrecorded: 'Answers that --record could not write.',
} as const;

interface Slow {
  readonly seconds: number;
  readonly name: string;
  readonly verdict: string;
  readonly at: number;
}

export class Metrics {
  readonly #gauges: (readonly [name: string, about: string, read: () => number])[] = [];
  readonly #verdicts = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  readonly #buckets = BUCKETS.map(() => 0);
  #seconds = 0;
  #doneCount = 0;
  readonly #counts = new Map<string, number>();
  readonly #labelledMetrics: (readonly [string, string, ReadonlyMap<string, number>, 'counter' | 'gauge'])[] =
    [];
  #slowest: readonly Slow[] = [];

  /**
   * Adds a metric with labels.
   * @param values the value of each label set; read for each report
   */
  addLabelled(
    name: string,
    about: string,
    values: ReadonlyMap<string, number>,
    type: 'counter' | 'gauge',
  ): void {
    this.#labelledMetrics.push([name, about, values, type]);
  }

  gauge(name: string, about: string, readValue: () => number): void {
    this.#gauges.push([name, about, readValue]);
  }

  countAnswer(dialect: string, status: number): void {
    add(this.#requests, `dialect="${dialect}",status="${status}"`);
  }

  countTask(task: GradingTask, outcome: GradingOutcome, seconds: number): void {
    const verdict = verdictOf(outcome);
    add(this.#verdicts, `verdict="${verdict}"`);
    this.#doneCount += 1;
    this.#seconds += seconds;
    BUCKETS.forEach((end, index) => {
      if (seconds <= end) this.#buckets[index]! += 1;
    });
    const now = Date.now();
    const name = task.task === 'run' ? 'script' : task.problem.id;
    this.#slowest = [...this.#slowest, { seconds, name, verdict, at: now }]
      .filter(({ at }) => now - at < SLOWEST.milliseconds)
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, SLOWEST.count);
  }

  count(counter: keyof typeof COUNTERS): void {
    add(this.#counts, counter);
  }

  text(): string {
    const bucket = (end: number | string, count: number) =>
      `${PREFIX}item_seconds_bucket{le="${end}"} ${count}`;
    const slowest = this.#slowest.map(
      ({ seconds, name, verdict }, place) =>
        `${PREFIX}slowest_seconds{place="${place + 1}",problem="${escapeLabel(name)}",verdict="${verdict}"} ${seconds}`,
    );
    return [
      ...this.#gauges.flatMap(([name, about, read]) =>
        metric(name, 'gauge', about, [`${PREFIX}${name} ${read()}`]),
      ),
      ...labelledLines('requests_total', 'Requests that were answered.', this.#requests),
      ...labelledLines('items_total', 'Tasks that came to an outcome.', this.#verdicts),
      ...this.#labelledMetrics.flatMap((each) => labelledLines(...each)),
      ...Object.entries(COUNTERS).flatMap(([name, about]) =>
        metric(`${name}_total`, 'counter', about, [`${PREFIX}${name}_total ${this.#counts.get(name) ?? 0}`]),
      ),
      ...metric(
        'item_seconds',
        'histogram',
        'From the request to the outcome, what was seen before left out.',
        [
          ...BUCKETS.map((end, index) => bucket(end, this.#buckets[index]!)),
          bucket('+Inf', this.#doneCount),
          `${PREFIX}item_seconds_sum ${this.#seconds}`,
          `${PREFIX}item_seconds_count ${this.#doneCount}`,
        ],
      ),
      ...metric('slowest_seconds', 'gauge', 'The slowest tasks of the last ten minutes.', slowest),
      '',
    ].join('\n');
  }
}

function verdictOf(outcome: GradingOutcome): string {
  switch (outcome.type) {
    case 'judged':
      return outcome.report.verdict;
    case 'ran':
      return outcome.run.failure ?? 'ran';
    case 'unjudged':
      return 'judge-error';
  }
}

function metric(name: string, type: string, about: string, lines: readonly string[]): readonly string[] {
  return [`# HELP ${PREFIX}${name} ${about}`, `# TYPE ${PREFIX}${name} ${type}`, ...lines];
}

function labelledLines(
  name: string,
  about: string,
  values: ReadonlyMap<string, number>,
  type: 'counter' | 'gauge' = 'counter',
): readonly string[] {
  const lines = Array.from(values, ([labels, value]) => `${PREFIX}${name}{${labels}} ${value}`);
  return metric(name, type, about, lines);
}

export function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function escapeLabel(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
