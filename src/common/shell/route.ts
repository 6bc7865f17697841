/** Where the page is: one of the pages with its own part of the address. Every link of the app is written and read here. */
import { BROWSE_CODEC, type BrowseView } from '../../pages/problems/state/browse-view.ts';
import { LEARN_CODEC, type LearnView } from '../../pages/learn/state/learn-view.ts';
import { MODELS_CODEC, type ModelsView } from '../../pages/models/state/models-view.ts';
import { PLAYGROUND_CODEC, type PlaygroundView } from '../../pages/playground/state/playground-view.ts';
import { RUNS_CODEC, type RunsView } from '../../pages/runs/state/runs-view.ts';

interface PageViews {
  readonly playground: PlaygroundView;
  readonly problems: BrowseView;
  readonly learn: LearnView;
  readonly models: ModelsView;
  readonly runs: RunsView;
}

/** Pages that there are. */
export type PageName = keyof PageViews;
export type ViewOf<P extends PageName> = PageViews[P];

type PageRoute = { readonly [P in PageName]: { readonly page: P; readonly view: PageViews[P] } }[PageName];

/** Addresses that are taken and have no page yet. */
const COMING = ['settings'] as const;
type Coming = (typeof COMING)[number];

export type Route =
  | PageRoute
  | { readonly page: Coming }
  /** An address that names nothing; it stays as it was written. */
  | { readonly page: 'unknown'; readonly hash: string };

/** Characters beyond which nothing is read: what the app writes is far shorter. */
const LONGEST_HASH = 100_000;

/** Reads a location hash; it never throws. */
export function parseRoute(hash: string): Route {
  if (hash.length > LONGEST_HASH) return { page: 'unknown', hash };
  const [path = '', query = ''] = cut(hash.replace(/^#/, ''), '?');
  const parameters = new URLSearchParams(query);
  const playground = PLAYGROUND_CODEC.parse(path, parameters);
  if (playground !== null) return { page: 'playground', view: playground };
  const problems = BROWSE_CODEC.parse(path, parameters);
  if (problems !== null) return { page: 'problems', view: problems };
  const learn = LEARN_CODEC.parse(path, parameters);
  if (learn !== null) return { page: 'learn', view: learn };
  const models = MODELS_CODEC.parse(path, parameters);
  if (models !== null) return { page: 'models', view: models };
  const runs = RUNS_CODEC.parse(path, parameters);
  if (runs !== null) return { page: 'runs', view: runs };
  const coming = COMING.find((page) => path === `/${page}`);
  return coming === undefined ? { page: 'unknown', hash } : { page: coming };
}

/** Writes a route as a location hash; `parseRoute` gives the same route back. */
export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'playground':
      return `#${PLAYGROUND_CODEC.format(route.view)}`;
    case 'problems':
      return `#${BROWSE_CODEC.format(route.view)}`;
    case 'learn':
      return `#${LEARN_CODEC.format(route.view)}`;
    case 'models':
      return `#${MODELS_CODEC.format(route.view)}`;
    case 'runs':
      return `#${RUNS_CODEC.format(route.view)}`;
    case 'unknown':
      return route.hash;
    default:
      return `#/${route.page}`;
  }
}

function cut(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
