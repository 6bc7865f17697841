import { DEEPCODER_SAMPLING } from '../../../domain/completion.ts';
import type { FailureLayer, ModelFailure } from '../../chat-model.ts';
import { modelFailure } from '../../failure.ts';
import { collectCompletion, type CompletionCollector } from '../../asking/collect.ts';
import { CHECKS, found, type CheckId, type CheckOutcome, type CheckStep } from '../connection-check.ts';
import { finding, type Finding } from '../finding.ts';
import { admittingOptions } from '../server-presets.ts';
import { checkContext } from './context-check.ts';
import { checkConcurrency } from './concurrency-check.ts';
import { unknownModel } from './diagnosis.ts';
import type { Endpoint } from './endpoint.ts';
import { findModel, lacksModel, parseModelList, type ListedModel } from '../model-list.ts';
import { OpenAIModel } from './openai-model.ts';
import type { OpenAIServer } from './openai-server.ts';

/** Enough to see that a model answers, at hardly any cost. */
const FEW_TOKENS = 16;
const PROMPT = 'Reply with the word "ready".';
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
      const waits = permission === 'granted' ? null : finding('allowIfAsked');
      yield said('local-network', 'running', waits);
    }
    yield said('server', 'running');
    const listing = await this.#server.listModels(this.#signal);
    // Some servers keep no list: then the answer tells whether the path is right.
    const hasNoList = !listing.ok && listing.failure.layer === 'address' && this.#model !== '';
    if (!listing.ok && !hasNoList) {
      const isUnanswered =
        listing.failure.layer === 'timeout' && (await this.#server.permission()) === 'prompt';
      const failure = isUnanswered ? modelFailure('local-network', 'permissionAwaited') : listing.failure;
      return yield* this.#stop(failure, endpoint);
    }
    yield* this.#passTo('path', endpoint);
    const listed = listing.ok ? findModel(listing.models, this.#model) : null;
    if (listing.ok) {
      yield* this.#passTo('model', endpoint);
      if (lacksModel(listing.models, this.#model))
        return yield* this.#stop(unknownModel(endpoint.host, this.#model, listing.models), endpoint);
      yield* this.#pass('model', listed === null ? finding('listEmpty') : named(listed, this.#model));
    }
    yield* this.#answer(endpoint, hasNoList);
    if (!this.#ahead.includes('context')) return;
    yield said('context', 'running');
    yield { id: 'context', ...(await checkContext(this.#server, this.#model, listed, this.#signal)) };
    yield said('concurrency', 'running', finding('threeAnswers'));
    yield {
      id: 'concurrency',
      ...(await checkConcurrency(this.#server, this.#model, this.#firstTokenMs, this.#signal)),
    };
  }

  /** Nothing can be asked: the address, the key or the page forbid it. */
  async *#unusable(failure: ModelFailure): Steps {
    const id = failure.layer === 'address' ? 'address' : (STEP_OF[failure.layer] ?? 'address');
    if (id === 'page') yield said('address', 'passed');
    yield said(id, 'failed', finding('failure', failure));
    for (const rest of ['server', 'path', 'model', 'answer'] as const) yield said(rest, 'skipped');
  }

  async *#answer(endpoint: Endpoint, hasNoList: boolean): Steps {
    yield said('answer', 'running', finding('modelMayLoad'));
    const model = new OpenAIModel(this.#server, { model: this.#model, firstTokenMs: this.#firstTokenMs });
    const messages = [{ role: 'user', content: PROMPT }] as const;
    const sampling = { ...DEEPCODER_SAMPLING, maxTokens: FEW_TOKENS };
    const answer = await collectCompletion(model.generate({ messages, sampling }, this.#signal));
    const { failure } = answer;
    const id = failure === null ? 'answer' : (STEP_OF[failure.layer] ?? 'answer');
    // A server that answered a moment ago is up: what it says now belongs to the answer.
    if (failure !== null) {
      return yield* this.#stop(failure, endpoint, id === 'server' ? 'answer' : id);
    }
    if (hasNoList) {
      yield* this.#pass('path', finding('listMissing'));
      yield* this.#passTo('answer', endpoint);
    }
    yield* this.#pass('answer', answered(answer));
  }

  /** Passes all steps before `id`. */
  *#passTo(id: CheckId, endpoint: Endpoint): Generator<CheckStep, void> {
    const until: readonly CheckId[] = CHECKS.slice(0, CHECKS.indexOf(id));
    for (const step of this.#ahead.filter((ahead) => until.includes(ahead))) {
      yield* this.#pass(step, this.#passed(step, endpoint));
    }
  }

  #pass(id: CheckId, found: Finding | null): Generator<CheckStep, void> {
    return this.#leave(id, said(id, 'passed', found));
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
      yield* this.#leave('local-network', said('local-network', 'skipped', finding('notReached')));
    }
    yield* this.#passTo(id, endpoint);
    const { origin } = this.#server;
    if (id === 'cors' && origin !== null) {
      yield this.#refusesPage(failure, endpoint, origin);
    } else {
      const api = id === 'path' ? await findApi(this.#server, this.#signal) : null;
      yield said(id, 'failed', api === null ? finding('failure', failure) : finding('listAt', failure, api));
    }
    for (const rest of this.#ahead.splice(0)) if (rest !== id) yield said(rest, 'skipped');
  }

  #refusesPage(failure: ModelFailure, { base, host }: Endpoint, origin: string): CheckStep {
    const found = this.#ahead.includes('cors')
      ? finding('pagesNotAdmitted', failure)
      : finding('promptsNotAdmitted', host, origin);
    return { ...said('cors', 'failed', found), options: admittingOptions(origin, base) };
  }

  #passed(id: CheckId, { base, host, space }: Endpoint): Finding | null {
    switch (id) {
      case 'address':
        return finding('address', base);
      case 'page':
        if (base.startsWith('https:')) return finding('serverSecure');
        return finding(space === 'loopback' ? 'machineReachable' : 'networkReachable');
      case 'local-network':
        return finding('networkReached');
      case 'server':
        return finding('serverAnswers', host);
      case 'cors':
        return finding('pagesAdmitted', this.#server.origin ?? '');
      case 'path':
        return finding('listThere');
      case 'key':
        return finding(this.#server.hasKey ? 'keyTaken' : 'keyUnneeded');
      default:
        return null;
    }
  }
}

function said(id: CheckId, outcome: CheckOutcome, what: Finding | null = null): CheckStep {
  return { id, ...found(outcome, what) };
}

function named({ name, answersAnyName }: ListedModel, asked: string): Finding {
  return finding(name === asked || !answersAnyName ? 'modelThere' : 'otherModel', name);
}

function answered({ completion, speed, identity }: CompletionCollector): Finding {
  const isEmpty = completion.text === '' && completion.reasoning === '';
  return finding('answered', isEmpty ? null : speed.firstTokenMs, identity?.model ?? '');
}

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
