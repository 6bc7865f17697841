import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import type { FailureLayer, ModelFailure } from '../../chat-model.ts';
import { collectCompletion, type CompletionCollector } from '../../asking/collect.ts';
import { CHECKS, type CheckId, type CheckOutcome, type CheckStep } from '../connection-check.ts';
import { admittingOptions } from '../server-presets.ts';
import { checkContext } from './context-check.ts';
import { checkConcurrency } from './concurrency-check.ts';
import { unknownModel } from './diagnosis.ts';
import type { Endpoint } from './endpoint.ts';
import { findModel, parseModelList, type ListedModel } from '../model-list.ts';
import { OpenAIModel } from './openai-model.ts';
import type { OpenAIServer } from './openai-server.ts';

/** Enough to see that a model answers, at hardly any cost. */
const FEW_TOKENS = 16;
/** A model may have to be read from disk first. */
const ANSWER_LIMIT_MS = 90_000;

/** The step at which a failure of each layer shows; the others show in the answer. */
const STEP_OF: Partial<Record<FailureLayer, CheckId>> = {
  address: 'path',
  'mixed-content': 'page',
  'local-network': 'local-network',
  'network-or-cors': 'server',
  timeout: 'server',
  server: 'server',
  busy: 'server',
  cors: 'cors',
  redirect: 'path',
  unauthorized: 'key',
  protocol: 'path',
  'model-not-found': 'model',
};

const UNANSWERED: ModelFailure = {
  layer: 'local-network',
  message: 'The browser asks whether this page may reach the local network, and waits for the answer.',
  remedy: 'Allow it at the top of the window, and check again.',
};

type Steps = AsyncGenerator<CheckStep, void>;

/**
 * Tries the way to a model step by step and says of each what was found. A step may be given several times:
 * the last one counts. The steps that a failure leaves untried are given as skipped. Costs two or three
 * small requests and four answers of a few tokens; an aborted signal ends it where it is.
 * @param firstTokenMs how long an answer may take to begin
 */
export async function* checkConnection(
  server: OpenAIServer,
  model: string,
  signal: AbortSignal,
  firstTokenMs = ANSWER_LIMIT_MS,
): Steps {
  for await (const step of new Checkup(server, model, signal, firstTokenMs).run()) {
    if (signal.aborted) return;
    yield step;
  }
}

class Checkup {
  readonly #server: OpenAIServer;
  readonly #model: string;
  readonly #signal: AbortSignal;
  readonly #firstTokenMs: number;
  /** Those still to come, in their order. */
  readonly #ahead: CheckId[] = [];

  constructor(server: OpenAIServer, model: string, signal: AbortSignal, firstTokenMs: number) {
    this.#server = server;
    this.#model = model;
    this.#signal = signal;
    this.#firstTokenMs = firstTokenMs;
  }

  async *run(): Steps {
    const { endpoint: result, origin } = this.#server;
    if (!result.ok) return yield* this.#unusable(result.failure);
    const { endpoint } = result;
    const permission = await this.#server.permission();
    this.#ahead.push('address');
    if (origin?.startsWith('https:')) this.#ahead.push('page');
    if (permission !== null) this.#ahead.push('local-network');
    this.#ahead.push('server');
    if (origin !== null && origin !== endpoint.origin) this.#ahead.push('cors');
    this.#ahead.push('path', 'key', 'model', 'answer', 'context', 'concurrency');

    yield* this.#passTo('local-network', endpoint);
    if (permission !== null) {
      yield said('local-network', 'running', permission === 'granted' ? '' : 'Allow it if the browser asks.');
    }
    yield said('server', 'running');
    const listing = await this.#server.listModels(this.#signal);
    // Some servers keep no list: then the answer tells whether the path is right.
    const hasNoList = !listing.ok && listing.failure.layer === 'address' && this.#model !== '';
    if (!listing.ok && !hasNoList) {
      const isUnanswered =
        listing.failure.layer === 'timeout' && (await this.#server.permission()) === 'prompt';
      return yield* this.#stop(isUnanswered ? UNANSWERED : listing.failure, endpoint);
    }
    yield* this.#passTo('path', endpoint);
    if (listing.ok) {
      yield* this.#passTo('model', endpoint);
      const found = findModel(listing.models, this.#model);
      if (this.#model === '' || (found === null && listing.models.length > 0)) {
        const names = listing.models.map(({ name }) => name);
        return yield* this.#stop(unknownModel(endpoint.host, this.#model, names), endpoint);
      }
      yield* this.#pass('model', found === null ? 'The server lists no models.' : named(found, this.#model));
    }
    yield* this.#answer(endpoint, hasNoList);
    if (!this.#ahead.includes('context')) return;
    const listed = listing.ok ? findModel(listing.models, this.#model) : null;
    yield said('context', 'running');
    yield { id: 'context', ...(await checkContext(this.#server, this.#model, listed, this.#signal)) };
    yield said('concurrency', 'running', 'Three answers of a few tokens.');
    yield {
      id: 'concurrency',
      ...(await checkConcurrency(this.#server, this.#model, this.#firstTokenMs, this.#signal)),
    };
  }

  /** Nothing can be asked: the address, the key or the page forbid it. */
  async *#unusable(failure: ModelFailure): Steps {
    const id = failure.layer === 'address' ? 'address' : (STEP_OF[failure.layer] ?? 'address');
    if (id === 'page') yield said('address', 'passed');
    yield { ...said(id, 'failed', failure.message), remedy: failure.remedy };
    for (const rest of ['server', 'path', 'model', 'answer'] as const) yield said(rest, 'skipped');
  }

  async *#answer(endpoint: Endpoint, hasNoList: boolean): Steps {
    yield said('answer', 'running', 'The model may have to be loaded first.');
    const model = new OpenAIModel(this.#server, { model: this.#model, firstTokenMs: this.#firstTokenMs });
    const messages = [{ role: 'user', content: 'Reply with the word "ready".' }] as const;
    const sampling = { ...DEEPCODER_SAMPLING, maxTokens: FEW_TOKENS };
    const answer = await collectCompletion(model.generate({ messages, sampling }, this.#signal));
    const { failure } = answer;
    const id = failure === null ? 'answer' : (STEP_OF[failure.layer] ?? 'answer');
    // A server that answered a moment ago is up: what it says now belongs to the answer.
    if (failure !== null) {
      return yield* this.#stop(failure, endpoint, id === 'server' ? 'answer' : id);
    }
    if (hasNoList) {
      yield* this.#pass('path', 'The server keeps no list of models.');
      yield* this.#passTo('answer', endpoint);
    }
    yield* this.#pass('answer', answered(answer));
  }

  /** Passes all steps before `id`. */
  *#passTo(id: CheckId, endpoint: Endpoint): Generator<CheckStep, void> {
    const order: readonly CheckId[] = CHECKS.map((check) => check.id);
    const until = order.slice(0, order.indexOf(id));
    for (const step of this.#ahead.filter((ahead) => until.includes(ahead))) {
      yield* this.#pass(step, this.#passed(step, endpoint));
    }
  }

  #pass(id: CheckId, detail: string): Generator<CheckStep, void> {
    return this.#leave(id, said(id, 'passed', detail));
  }

  *#leave(id: CheckId, step: CheckStep): Generator<CheckStep, void> {
    this.#ahead.splice(0, this.#ahead.length, ...this.#ahead.filter((ahead) => ahead !== id));
    yield step;
  }

  /** Passes what lies before the step that failed, and skips the rest. */
  async *#stop(failure: ModelFailure, endpoint: Endpoint, at?: CheckId): Steps {
    const id = at ?? STEP_OF[failure.layer] ?? 'server';
    const permission = await this.#server.permission();
    if (id === 'server' && this.#ahead.includes('local-network') && permission !== 'granted') {
      // If no server answers, the browser has had no reply to withhold.
      yield* this.#leave('local-network', said('local-network', 'skipped', 'It did not come to that.'));
    }
    yield* this.#passTo(id, endpoint);
    const { origin } = this.#server;
    if (id === 'cors' && origin !== null) {
      yield this.#refusesPage(failure, endpoint, origin);
    } else {
      const found = id === 'path' ? await findApi(this.#server, this.#signal) : null;
      const remedy = found === null ? failure.remedy : `Use ${found}, where there is a list of models.`;
      yield { ...said(id, 'failed', failure.message), remedy };
    }
    for (const rest of this.#ahead.splice(0)) if (rest !== id) yield said(rest, 'skipped');
  }

  #refusesPage(failure: ModelFailure, { base, host }: Endpoint, origin: string): CheckStep {
    const options = admittingOptions(origin, base);
    if (this.#ahead.includes('cors')) {
      const remedy = 'Start the server again so that it admits this page.';
      return { id: 'cors', outcome: 'failed', detail: failure.message, remedy, options };
    }
    return {
      id: 'cors',
      outcome: 'failed',
      detail: `${host} lets pages from ${origin} read its list of models, but not send a prompt.`,
      remedy:
        'Start the server again so that it also admits the method POST and the headers content-type and authorization.',
      options,
    };
  }

  #passed(id: CheckId, { base, host, space }: Endpoint): string {
    switch (id) {
      case 'address':
        return base;
      case 'page':
        if (base.startsWith('https:')) return 'The server, too, uses https.';
        return space === 'loopback'
          ? 'A page loaded over https may reach this machine over http.'
          : 'The browser lets this page use http in the local network, once you allow it.';
      case 'local-network':
        return 'The browser lets this page reach it.';
      case 'server':
        return `${host} answers.`;
      case 'cors':
        return `It admits pages from ${this.#server.origin ?? ''}.`;
      case 'path':
        return 'There is a list of models.';
      case 'key':
        return this.#server.hasKey ? 'The server took it.' : 'The server wants none.';
      default:
        return '';
    }
  }
}

function said(id: CheckId, outcome: CheckOutcome, detail = ''): CheckStep {
  return { id, outcome, detail, remedy: '', options: [] };
}

function named({ name, answersAnyName }: ListedModel, asked: string): string {
  return name === asked || !answersAnyName ? `${name} is there.` : `The server answers with ${name}.`;
}

function answered({ completion, speed, identity }: CompletionCollector): string {
  const who = identity?.model ? `, as ${identity.model}` : '';
  const isEmpty = completion.text === '' && completion.reasoning === '';
  if (isEmpty || speed.firstTokenMs === null) return `It answered${who}.`;
  return `The first token came after ${(speed.firstTokenMs / 1000).toFixed(1)} s${who}.`;
}

/** The usual paths of these APIs. */
const USUAL_PATHS = ['/v1', '/api/v1', '/openai/v1'];

/** The usual address on the same server that does have a list of models; null where none has. */
async function findApi(server: OpenAIServer, signal: AbortSignal): Promise<string | null> {
  if (!server.endpoint.ok) return null;
  const { base, origin } = server.endpoint.endpoint;
  for (const path of USUAL_PATHS.filter((usual) => origin + usual !== base)) {
    if (parseModelList(await server.readAt(`${path}/models`, signal)) !== null) return origin + path;
  }
  return null;
}
