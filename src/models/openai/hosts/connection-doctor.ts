import { duration } from '../../../base/number-words.ts';
import { DEEPCODER_SAMPLING, type SamplingParameters } from '../../../domain/completion.ts';
import type { FailureLayer, ModelFailure } from '../../chat-model.ts';
import { collectCompletion, type CompletionCollector } from '../../asking/collect.ts';
import {
  CHECKS,
  stepResult,
  type CheckId,
  type CheckOutcome,
  type CheckStep,
  type Finding,
} from '../endpoint-port.ts';
import { admittingOptions } from '../server-presets.ts';
import { checkConcurrency, checkContext } from './capacity-checks.ts';
import { isUnreachable, unknownModel } from './diagnosis.ts';
import type { Endpoint } from './endpoint.ts';
import { findModel, lacksModel, parseModelList, type ListedModel } from '../model-list.ts';
import { OpenAIModel } from './openai-model.ts';
import type { OpenAIServer } from './openai-server.ts';

/** Token limit of a probe: enough to see that a model answers, at little cost. */
const FEW_TOKENS = 16;
const PROMPT = 'Reply with the word "ready".';
/** Maximum time for an answer, in milliseconds. The server may first have to read the model from disk. */
const ANSWER_LIMIT_MS = 90_000;

/** The step that fails for each layer. Failures of all other layers belong to the step `answer`. */
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
  forbidden: 'key',
  protocol: 'path',
  'model-not-found': 'model',
};

/** Layers whose failures explain more than an unreadable list or a list that lacks the model. */
const TELLING_LAYERS: ReadonlySet<FailureLayer> = new Set<FailureLayer>([
  'model-not-found',
  'unauthorized',
  'forbidden',
  'moderation',
  'parameter',
  'rate-limited',
  'no-credit',
]);

/** Failures that may be caused by the small token limit of the probe. */
const PROBE_LAYERS: ReadonlySet<FailureLayer | undefined> = new Set<FailureLayer>(['server', 'parameter']);

type Steps = AsyncGenerator<CheckStep, void>;

/**
 * Tests the connection to a model step by step and yields the result of each step. A step may be yielded
 * several times; the last result applies. Steps that a failure prevents are yielded as skipped. The check
 * sends two or three small requests and asks for four answers of a few tokens. An aborted signal ends the
 * check.
 * @param firstTokenMs maximum time until an answer begins, in milliseconds
 * @param sampling the settings that will be used; null if unknown
 */
export async function* checkConnection(
  server: OpenAIServer,
  model: string,
  signal: AbortSignal,
  firstTokenMs = ANSWER_LIMIT_MS,
  sampling: SamplingParameters | null = null,
): Steps {
  for await (const step of new Checkup(server, model, signal, firstTokenMs, sampling).run()) {
    if (signal.aborted) return;
    yield step;
  }
}

class Checkup {
  readonly #server: OpenAIServer;
  readonly #model: string;
  readonly #signal: AbortSignal;
  readonly #firstTokenMs: number;
  readonly #sampling: SamplingParameters | null;
  /** The steps that have no result yet, in order. */
  readonly #remainingSteps: CheckId[] = [];

  constructor(
    server: OpenAIServer,
    model: string,
    signal: AbortSignal,
    firstTokenMs: number,
    sampling: SamplingParameters | null,
  ) {
    this.#server = server;
    this.#model = model;
    this.#signal = signal;
    this.#firstTokenMs = firstTokenMs;
    this.#sampling = sampling;
  }

  async *run(): Steps {
    const { endpoint: result, origin } = this.#server;
    if (!result.ok) return yield* this.#failUnusable(result.failure);
    const { endpoint } = result;
    const permission = await this.#server.permission();
    this.#remainingSteps.push('address');
    if (origin?.startsWith('https:')) this.#remainingSteps.push('page');
    if (permission !== null) this.#remainingSteps.push('local-network');
    this.#remainingSteps.push('server');
    if (origin !== null && origin !== endpoint.origin) this.#remainingSteps.push('cors');
    this.#remainingSteps.push('path', 'key', 'model', 'answer', 'context', 'concurrency');

    yield* this.#passTo('local-network', endpoint);
    if (permission !== null) {
      const permissionHint = permission === 'granted' ? '' : 'Allow it if the browser asks.';
      yield stepOf('local-network', 'running', permissionHint);
    }
    yield stepOf('server', 'running');
    const listing = await this.#server.listModels(this.#signal);
    const isUnanswered = !listing.ok && (await this.#isUnanswered(listing.failure));
    if (isUnanswered) return yield* this.#stop(permissionAwaited, endpoint);
    // A server may have a model that it does not list. Only a request shows whether it does.
    if (!listing.ok && (this.#model === '' || isUnreachable(listing.failure)))
      return yield* this.#stop(listing.failure, endpoint);
    let listFailure: ModelFailure | null = listing.ok ? null : listing.failure;
    if (listing.ok) {
      yield* this.#passTo('model', endpoint);
      if (lacksModel(listing.models, this.#model))
        listFailure = unknownModel(endpoint.host, this.#model, listing.models);
      if (this.#model === '') return yield* this.#stop(listFailure!, endpoint);
    }
    const listedModel = listing.ok ? findModel(listing.models, this.#model) : null;
    if (listing.ok && listFailure === null)
      yield* this.#pass(
        'model',
        listedModel === null ? 'The server lists no models.' : modelText(listedModel, this.#model),
      );
    yield* this.#answer(endpoint, listFailure);
    if (!this.#remainingSteps.includes('context')) return;
    yield stepOf('context', 'running');
    yield { id: 'context', ...(await checkContext(this.#server, this.#model, listedModel, this.#signal)) };
    yield stepOf('concurrency', 'running', 'Three answers of a few tokens.');
    yield {
      id: 'concurrency',
      ...(await checkConcurrency(this.#server, this.#model, this.#firstTokenMs, this.#signal)),
    };
  }

  /** Whether the browser still waits for the user's answer to the permission prompt. */
  async #isUnanswered({ layer }: ModelFailure): Promise<boolean> {
    return layer === 'timeout' && (await this.#server.permission()) === 'prompt';
  }

  /** Reports that no request is possible because of the address, the key or the page. */
  async *#failUnusable(failure: ModelFailure): Steps {
    const id = failure.layer === 'address' ? 'address' : (STEP_OF[failure.layer] ?? 'address');
    if (id === 'page') yield stepOf('address', 'passed');
    yield stepOf(id, 'failed', asFinding(failure));
    for (const skippedStep of ['server', 'path', 'model', 'answer'] as const)
      yield stepOf(skippedStep, 'skipped');
  }

  /**
   * @param listFailure the reason why the list does not show the model; null if it shows the model, or is
   * inconclusive
   */
  async *#answer(endpoint: Endpoint, listFailure: ModelFailure | null): Steps {
    if (listFailure === null) yield stepOf('answer', 'running', 'The model may have to be loaded first.');
    const answer = await this.#ask(listFailure?.layer === 'timeout');
    const { failure } = answer;
    // The server knows the model, and may accept other settings than those of the probe.
    const isOfProbe = failure?.layer === 'parameter' && this.#sampling === null;
    if (failure !== null && !isOfProbe) {
      const hasNoList = listFailure === null || listFailure.layer === 'address';
      const mainFailure = hasNoList || TELLING_LAYERS.has(failure.layer) ? failure : listFailure;
      const id = STEP_OF[mainFailure.layer] ?? 'answer';
      // A server that answered the list is running, so this failure belongs to the answer.
      return yield* this.#stop(
        mainFailure,
        endpoint,
        id === 'server' && listFailure === null ? 'answer' : id,
      );
    }
    if (listFailure !== null && this.#remainingSteps.includes('path')) {
      yield* this.#passTo('path', endpoint);
      const hasNoList = listFailure.layer === 'address';
      const unreadListText = `The list of models cannot be read, but the model answers. ${listFailure.message}`;
      yield* hasNoList
        ? this.#pass('path', 'The server keeps no list of models.')
        : this.#finishStep('path', stepOf('path', 'warning', unreadListText));
      yield* this.#passTo('answer', endpoint);
    } else if (listFailure !== null) {
      yield* this.#finishStep(
        'model',
        stepOf('model', 'warning', `${listFailure.message} It answers all the same.`),
      );
    }
    if (failure !== null)
      return yield* this.#finishStep('answer', stepOf('answer', 'warning', asFinding(failure)));
    yield* this.#pass(
      'answer',
      answerText(answer, this.#server.base === endpoint.base ? '' : this.#server.base),
    );
  }

  /**
   * Sends the prompt with the small token limit, and again with the limit of a run if the server rejects the
   * small one. Some servers reject only small limits.
   */
  async #ask(isSlow: boolean): Promise<CompletionCollector> {
    const firstTokenMs = isSlow ? Math.min(ANSWER_LIMIT_MS, this.#firstTokenMs) : this.#firstTokenMs;
    const model = new OpenAIModel(this.#server, { model: this.#model, firstTokenMs });
    const messages = [{ role: 'user', content: PROMPT }] as const;
    const askWithLimit = (maxTokens: number | null): Promise<CompletionCollector> => {
      const sampling = { ...(this.#sampling ?? DEEPCODER_SAMPLING), maxTokens };
      return collectCompletion(model.generate({ messages, sampling }, this.#signal));
    };
    const shortAnswer = await askWithLimit(FEW_TOKENS);
    if (!PROBE_LAYERS.has(shortAnswer.failure?.layer)) return shortAnswer;
    const fullAnswer = await askWithLimit(this.#sampling?.maxTokens ?? null);
    return fullAnswer.failure === null ? fullAnswer : shortAnswer;
  }

  /** Reports all steps before `id` as passed. */
  *#passTo(id: CheckId, endpoint: Endpoint): Generator<CheckStep, void> {
    const earlierSteps: readonly CheckId[] = CHECKS.slice(0, CHECKS.indexOf(id));
    for (const step of this.#remainingSteps.filter((remainingStep) => earlierSteps.includes(remainingStep))) {
      yield* this.#pass(step, this.#passedText(step, endpoint));
    }
  }

  #pass(id: CheckId, finding: Finding): Generator<CheckStep, void> {
    return this.#finishStep(id, stepOf(id, 'passed', finding));
  }

  *#finishStep(id: CheckId, step: CheckStep): Generator<CheckStep, void> {
    this.#remainingSteps.splice(
      0,
      this.#remainingSteps.length,
      ...this.#remainingSteps.filter((remainingStep) => remainingStep !== id),
    );
    yield step;
  }

  /** Reports the steps before the failed one as passed, and the later ones as skipped. */
  async *#stop(failure: ModelFailure, endpoint: Endpoint, failedStep?: CheckId): Steps {
    const id = failedStep ?? STEP_OF[failure.layer] ?? 'server';
    const permission = await this.#server.permission();
    if (id === 'server' && this.#remainingSteps.includes('local-network') && permission !== 'granted') {
      // If no server responds, there was no response that the browser could withhold.
      yield* this.#finishStep(
        'local-network',
        stepOf('local-network', 'skipped', 'It did not come to that.'),
      );
    }
    yield* this.#passTo(id, endpoint);
    const { origin } = this.#server;
    if (id === 'cors' && origin !== null) {
      yield this.#refusesPage(failure, endpoint, origin);
    } else {
      const api = id === 'path' ? await findApi(this.#server, this.#signal) : null;
      const remedy = api === null ? failure.remedy : `Use ${api}, where there is a list of models.`;
      yield stepOf(id, 'failed', { detail: failure.message, remedy });
    }
    for (const remainingStep of this.#remainingSteps.splice(0))
      if (remainingStep !== id) yield stepOf(remainingStep, 'skipped');
  }

  #refusesPage(failure: ModelFailure, { base, host }: Endpoint, origin: string): CheckStep {
    const finding = this.#remainingSteps.includes('cors')
      ? { detail: failure.message, remedy: 'Start the server again so that it admits this page.' }
      : {
          detail: `${host} lets pages from ${origin} read its list of models, but not send a prompt.`,
          remedy:
            'Start the server again so that it also admits the method POST and the headers content-type and authorization.',
        };
    return { id: 'cors', ...stepResult('failed', finding, admittingOptions(origin, base)) };
  }

  #passedText(id: CheckId, { base, host, space }: Endpoint): string {
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

function stepOf(id: CheckId, outcome: CheckOutcome, finding: Finding = ''): CheckStep {
  return { id, ...stepResult(outcome, finding) };
}

function asFinding({ message, remedy }: ModelFailure): Finding {
  return { detail: message, remedy };
}

function modelText({ name, answersAnyName }: ListedModel, requestedName: string): string {
  return name === requestedName || !answersAnyName ? `${name} is there.` : `The server answers with ${name}.`;
}

/** @param base the address that answered, if it differs from the checked one; otherwise '' */
function answerText({ completion, speed, identity }: CompletionCollector, base: string): string {
  const isEmpty = completion.text === '' && completion.reasoning === '';
  const firstTokenMs = isEmpty ? null : speed.firstTokenMs;
  const beginningText =
    firstTokenMs === null ? 'It answered' : `The first token came after ${duration(firstTokenMs)}`;
  return `${beginningText}${identity?.model ? `, as ${identity.model}` : ''}${base === '' ? '' : `, at ${base}`}.`;
}

const permissionAwaited: ModelFailure = {
  layer: 'local-network',
  message: 'The browser asks whether this page may reach the local network, and waits for the answer.',
  remedy: 'Allow it at the top of the window, and check again.',
};

const USUAL_PATHS = ['/v1', '/api/v1', '/openai/v1'];

/** Returns the usual address on the same server that has a list of models, or null if there is none. */
async function findApi(server: OpenAIServer, signal: AbortSignal): Promise<string | null> {
  if (!server.endpoint.ok) return null;
  const { base, origin } = server.endpoint.endpoint;
  for (const path of USUAL_PATHS.filter((usualPath) => origin + usualPath !== base)) {
    if (parseModelList(await server.readAt(`${path}/models`, signal)) !== null) return origin + path;
  }
  return null;
}
