/** Composes the page. Only this folder and `src/node` import implementations of ports. */
import { mount } from 'svelte';
import { loadBundledIndex, loadBundledProblem } from '../datasets/bundled.ts';
import { errorMessage } from '../base/error-message.ts';
import { lazily } from '../base/lazily.ts';
import { Judge } from '../judge/judge.ts';
import { Asker } from '../models/asking/asker.ts';
import { EndpointState } from '../common/models/state/endpoint-state.svelte.ts';
import {
  EngineState,
  ShellState,
  NoticesState,
  PreferencesState,
} from '../common/shell/shell-states.svelte.ts';
import { PlaygroundState } from '../pages/playground/state/playground-state.svelte.ts';
import { TermsState } from '../pages/playground/state/terms-state.svelte.ts';
import { ProblemsState } from '../common/problems/state/problems-state.svelte.ts';
import { PromptsState } from '../common/models/state/prompts-state.svelte.ts';
import { SamplingState } from '../common/models/state/sampling-state.svelte.ts';
import { LazyState } from '../kit/reactive/lazy-state.svelte.ts';
import { AddressState, type AddressBar } from '../kit/address/address-state.svelte.ts';
import type { EndpointAddress, EndpointPort } from '../models/openai/endpoint-port.ts';
import { PageView } from '../kit/address/page-view.svelte.ts';
import { KeyKeeper } from '../storage/key-keeper.ts';
import { UnloadDrafts } from '../storage/unload-drafts.ts';
import { openTabChannel } from '../storage/tab-channel.ts';
import { openTables } from '../storage/tables.ts';
import { WebStorage } from '../storage/web-storage.ts';
import App from './App.svelte';
import { LEARN_PAGE } from '../pages/learn/page.ts';
import { MODELS_PAGE } from '../pages/models/page.ts';
import { PLAYGROUND_PAGE } from '../pages/playground/page.ts';
import { PROBLEMS_PAGE } from '../pages/problems/page.ts';
import { RUNS_PAGE } from '../pages/runs/page.ts';
import { type AppState, PAGES } from './pages.ts';
import { importSources } from './imports/import-files.ts';
import { coresLessOne, isSmallMachine, type StartedSandbox } from './sandbox.ts';
import { followTranslations } from './translated-text.ts';
import { offThreadComparer } from './off-thread-comparer.ts';

/** Creates every state once with its ports, and mounts the page. */
export async function startPage(
  target: HTMLElement,
  { sandbox, setStatusListener }: StartedSandbox,
): Promise<void> {
  const address = new AddressState(
    addressBar(),
    PAGES.map(({ codec }) => codec),
  );
  // The page's code loads while the states are created. The shell requests it again, and reports a failure.
  void PAGES.find(({ codec }) => codec.page === address.route.page)
    ?.load()
    .catch(() => undefined);
  const device = new WebStorage(() => localStorage);
  const session = new WebStorage(() => sessionStorage);
  const notices = new NoticesState();
  const preferences = new PreferencesState(device);
  let isStorageIntact = true;
  const tables = openTables((trouble) => {
    isStorageIntact = false;
    // The warnings are not part of the first screen.
    void import('./warnings.ts').then(
      ({ storageTroubles }) => notices.show(storageTroubles[trouble]),
      () => notices.show(`Changes may not be stored (storage: ${trouble}). Reload the page.`),
    );
  });
  const view = new PageView(address, PLAYGROUND_PAGE.codec);
  const problemsView = new PageView(address, PROBLEMS_PAGE.codec);
  const modelsView = new PageView(address, MODELS_PAGE.codec);
  const learnView = new PageView(address, LEARN_PAGE.codec);
  const runsView = new PageView(address, RUNS_PAGE.codec);
  const engine = new EngineState();
  const neverAborted = new AbortController().signal;
  const base = new URL('problems/', document.baseURI).href;
  const problems = new ProblemsState(
    {
      bundledIndex: () => loadBundledIndex(base, neverAborted),
      bundledProblem: (id) => loadBundledProblem(base, id, neverAborted),
    },
    tables,
  );
  const endpoint = new EndpointState(endpoints, new KeyKeeper(session, device), tables.settings);
  const prompts = new PromptsState(tables.prompts);
  const sampling = new SamplingState(tables);
  setStatusListener((status) => (engine.status = status));
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const showNotice = (text: string): void => notices.show(text);
  // Local models load after the first screen.
  const local = new LazyState(async () =>
    (await import('./local-models.ts')).createLocalModels(tables, device, showNotice, sandbox),
  );
  const loadReplay = () => import('../models/recorded/recorded-model.ts');
  const asker = new Asker({
    endpoint,
    local,
    async replayModel(answer) {
      const { RecordedModel } = await loadReplay();
      return new RecordedModel(answer, reducedMotion.matches ? { delayMs: 0 } : {});
    },
  });
  const judge = new Judge(sandbox, offThreadComparer);
  const terms = new TermsState(view, prompts, sampling);
  const answerPorts = { view, asker, terms, tables, judge };
  const drafts = {
    tabs: openTabChannel(),
    unloadDrafts: { device: new UnloadDrafts(device), tab: new UnloadDrafts(session) },
  };
  const playground = new PlaygroundState({ ...answerPorts, ...drafts, problems, showNotice });
  const comparison = new LazyState(async () => {
    const { ComparisonState } = await import('../pages/playground/state/comparison-state.svelte.ts');
    return new ComparisonState(answerPorts, playground);
  });
  const history = new LazyState(async () => {
    const { HistoryState } = await import('../pages/playground/state/history-state.svelte.ts');
    return new HistoryState(tables, judge, playground);
  });
  const xray = new LazyState(async () => {
    const { XrayDialogState } = await import('../pages/playground/state/xray-dialog-state.svelte.ts');
    return new XrayDialogState(judge, playground);
  });
  const imports = new LazyState(async () =>
    (await import('./import-sets.ts')).createImports(problems, tables, device, () => isStorageIntact),
  );
  const strength = new LazyState(async () => {
    const { StrengthState } = await import('../common/strength/state/strength-state.svelte.ts');
    return new StrengthState({ tables, problems, judge, runner: sandbox, workers: coresLessOne() });
  });
  const counterexample = new LazyState(async () => {
    const { CounterexampleState } = await import('../pages/playground/state/counterexample-state.svelte.ts');
    return new CounterexampleState({ tables, judge, runner: sandbox });
  });
  const browse = new LazyState(async () =>
    (await import('./browse.ts')).createBrowse({ view: problemsView, problems, judge, storage: device }),
  );
  const runs = new LazyState(async () =>
    (await import('./runs.ts')).createRuns({
      ...{ view: runsView, problems, judge, runner: sandbox, asker, showNotice },
      address: () => endpoint.record.baseUrl,
    }),
  );
  const learn = new LazyState(async () => (await import('./learn.ts')).createLearn(judge, device, tables));
  const data = new LazyState(async () => (await import('./kept-data.ts')).createKeptData(device, local));
  const isBusy = (): boolean =>
    engine.status.type === 'starting' ||
    playground.answer.busy ||
    playground.verdict.running ||
    browse.current?.busy === true ||
    strength.current?.busy === true ||
    counterexample.current?.busy === true ||
    runs.current?.busy === true ||
    learn.current?.busy === true;
  const keepForOffline = async (): Promise<void> => {
    const { keepOffline } = await import('./offline.ts');
    await keepOffline(notices, isBusy);
  };
  /** Runs an action that leads from one page to another. */
  const passage = async (action: (code: typeof import('./passages.ts')) => Promise<void>): Promise<void> => {
    try {
      await action(await import('./passages.ts'));
    } catch {
      notices.show('The code for that could not be loaded: try again, or reload the page.');
    }
  };
  const app: AppState = {
    shell: new ShellState(),
    address,
    view,
    problemsView,
    modelsView,
    learnView,
    runsView,
    preferences,
    notices,
    problems,
    endpoint,
    prompts,
    sampling,
    local,
    engine,
    playground,
    imports,
    browse,
    strength,
    counterexample,
    runs,
    learn,
    data,
    comparison,
    history,
    xray,
    openInPlayground: (run, key, answer) => passage((code) => code.openInPlayground(app, run, key, answer)),
    showGroup: (ref, profile, answers) => passage((code) => code.showGroup(app, ref, profile, answers)),
    importSources: (find) => importSources(app, find),
  };
  followTranslations(document.body);
  // Removes the document's text for browsers that do not run scripts.
  target.replaceChildren();
  mount(App, { target, props: { app } });
  // Prompts are not part of the first screen, unless the address contains one.
  if (view.current.prompt !== null) void prompts.load();
  try {
    await Promise.all([problems.load(), endpoint.load(), sampling.load()]);
    await playground.problem.start();
    const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 300));
    whenIdle(() => void prompts.load(), { timeout: 2000 });
    // A small machine loads these on first use.
    if (!isSmallMachine()) {
      // Loads the judge's code early, so that the first program needs no network.
      whenIdle(() => void judge.prepare(), { timeout: 2000 });
      whenIdle(() => void Promise.all([asker.prepare(), loadReplay()]).catch(() => undefined), {
        timeout: 2000,
      });
    }
    // The development server may change its files at any time, so nothing is stored.
    if (import.meta.env.PROD) whenIdle(() => void keepForOffline().catch(() => undefined), { timeout: 4000 });
    const loadLocal = () => void local.load().catch(() => undefined);
    // An unfinished download is offered immediately, even on a busy machine. If there is none, the local
    // models are loaded later.
    if ((await tables.unfinished.readAll()).size > 0) loadLocal();
    else whenIdle(loadLocal, { timeout: 4000 });
  } catch (error) {
    notices.show(
      `The page did not load completely (${errorMessage(error)}). Reload it. Your stored data is safe.`,
    );
  }
}

function addressBar(): AddressBar {
  return {
    get hash() {
      return location.hash;
    },
    push: (hash) => history.pushState(null, '', hash),
    replace: (hash) => history.replaceState(null, '', hash),
    // Links, edits of the hash, back and forward all fire this event.
    listen: (onChange) => addEventListener('popstate', onChange),
  };
}

/** OpenAI-compatible endpoints. The code is loaded when the first endpoint is used. */
const endpoints: EndpointPort = {
  open: async (address, model) => (await knownModels()).modelOf(address, model),
  list: async (address, signal) => (await server(address)).listModels(signal),
  async *check(address, model, signal) {
    const { checkConnection } = await import('../models/openai/hosts/connection-doctor.ts');
    // The user has often restarted the server before a check, so the stored facts about its model are
    // discarded.
    (await knownModels()).forget(address, model);
    yield* checkConnection(await server(address), model, signal);
  },
};

const knownModels = lazily(async () => {
  const { KnownModels } = await import('../models/openai/hosts/openai-model.ts');
  return new KnownModels();
});

async function server({ baseUrl, key }: EndpointAddress) {
  const { OpenAIServer } = await import('../models/openai/hosts/openai-server.ts');
  return new OpenAIServer({ address: baseUrl, key });
}
