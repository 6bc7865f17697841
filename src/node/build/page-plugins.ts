/** Vite plugins for the HTML document, the digest of the sources, and the chunks of the first screen. */
import { writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { normalizePath, type Plugin, type Rolldown, type ViteDevServer } from 'vite';
import { FRAME_STYLE, FRAME_TITLE, STANDING_FRAME_ID } from '../../sandbox/protocol/page-frame.ts';
import { isPageSource, sourceDigest, STAMP } from '../bootstrap/page-build.mjs';
import { inRoot } from '../bootstrap/root.mjs';
import { isolate } from '../bootstrap/static-server.mjs';
import type { EngineApi } from './engine-plugin.ts';

/**
 * Returns the page's policy. `https:` and `http:` in connect-src allow any model server, including those in the local
 * network and on `[::1]`, because a policy in the document cannot be extended later. Scripts come from this origin
 * only, and pictures never from other hosts. So a rendered answer can neither run code nor send data.
 * @param frameScript hash of the sandbox frame's script. The frame's document inherits this policy, and would not start
 *   without the hash. In the page itself that script starts nothing (`workers/sandbox/sandbox.ts`).
 */
const policyWith = (frameScript: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${frameScript}`,
    "worker-src 'self' blob:",
    // The sandbox frame is a `srcdoc`, which has no URL to allow.
    "frame-src 'none'",
    "connect-src 'self' https: http:",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** @param engine interface of the plugin that builds the engine */
export function pagePolicyPlugin(engine: EngineApi): Plugin {
  return {
    name: 'allpass-page-policy',
    apply: 'build',
    transformIndexHtml: async () => [
      {
        tag: 'meta',
        attrs: {
          'http-equiv': 'Content-Security-Policy',
          content: policyWith(await engine.frameScriptHash()),
        },
        injectTo: 'head-prepend',
      },
    ],
  };
}

const BROWSER_LANGUAGE = "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')";

/**
 * Makes charts write their numbers in the page's language. uPlot takes the browser's, and fails as it loads where that is
 * no language tag: WebKitGTK reports `C` on a system without a locale.
 */
export function chartLanguagePlugin(): Plugin {
  return {
    name: 'allpass-chart-language',
    transform: {
      filter: { id: /\/uplot\/dist\/uPlot\.esm\.js/ },
      handler(code) {
        if (!code.includes(BROWSER_LANGUAGE)) this.error('uPlot no longer formats numbers as expected');
        return { code: code.replace(BROWSER_LANGUAGE, "new Intl.NumberFormat('en-US')"), map: null };
      },
    },
  };
}

/** Isolates the page of the development server and of the preview. Pages of tests choose their headers themselves. */
export function isolationPlugin(): Plugin {
  const addTo = ({ middlewares }: Pick<ViteDevServer, 'middlewares'>): void => {
    middlewares.use((request, response, next) => {
      isolate(request, response);
      next();
    });
  };
  return {
    name: 'allpass-isolation',
    apply: () => process.env['VITEST'] === undefined,
    configureServer: addTo,
    configurePreviewServer: addTo,
  };
}

/**
 * Puts the sandbox frame into the page's document, so that its process starts at the same time as the page's scripts.
 * The first verdict waits for that process. During development, each frame is created when it is needed.
 */
export function standingFramePlugin(engine: EngineApi): Plugin {
  return {
    name: 'allpass-standing-frame',
    apply: 'build',
    async transformIndexHtml() {
      // Must not contain `allow-same-origin`, because both together disable the sandbox.
      const identity = { id: STANDING_FRAME_ID, title: FRAME_TITLE, style: FRAME_STYLE };
      const attrs = { ...identity, sandbox: 'allow-scripts' };
      const srcdoc = await engine.frameDocument();
      return [{ tag: 'iframe', attrs: { ...attrs, srcdoc }, injectTo: 'body-prepend' }];
    },
  };
}

/**
 * Writes the digest of the page's sources to `dist/`. The digest prevents a needless build and the use of an
 * outdated one.
 */
export function pageStampPlugin(): Plugin {
  let root = '';
  let dist = '';
  let digest = '';
  let configFiles: readonly string[] = [];
  return {
    name: 'allpass-page-stamp',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      configFiles = config.configFileDependencies;
      dist = join(config.root, config.build.outDir);
    },
    // Computes the digest before the build reads files, so that a change during the build makes the build outdated.
    buildStart() {
      digest = sourceDigest(root);
    },
    // Fails for a module that is not part of the digest, because a change to that module would not start a new build.
    buildEnd(error) {
      // The benchmark's page has its own folder, and files that are no part of the digest.
      if (error !== undefined || dist !== join(root, 'dist')) return;
      for (const id of [...this.getModuleIds(), ...configFiles]) {
        const path = relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
        const isOwn = isAbsolute(id) && !path.startsWith('..') && !path.startsWith('node_modules/');
        if (isOwn && !isPageSource(path))
          this.error(`${path} is part of the page and not of its digest: see page-build.mjs`);
      }
    },
    // Writes the digest after all other files, so that an interrupted build has no digest.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        await writeFile(join(dist, STAMP), digest);
      },
    },
  };
}

/** The module that starts Python. It must not wait until the rest of the page has loaded. */
const SANDBOX = ['src/app/sandbox.ts'];
/** The entry modules of the first screen. Modules that they import dynamically are not included. */
const ENTRY_PATHS = ['src/app/start-page.ts', 'src/pages/playground/PlaygroundPage.svelte'];
/** The browser's stores, which load when the first record is read. */
const STORAGE = ['src/storage/browser-storage.ts'];
/** Vite's own module, which every dynamic import uses. */
const PRELOADER = '\0vite/preload-helper.js';

/**
 * Returns the chunks that the first screen always requests, even if other modules import them too. A module that both
 * the sandbox and the first screen import becomes part of the sandbox's chunk.
 */
export function firstScreenChunks(): Rolldown.CodeSplittingGroup[] {
  return [
    { ...chunk('sandbox', SANDBOX, [PRELOADER]), priority: 2 },
    { ...chunk('first-screen', ENTRY_PATHS), priority: 1 },
    { ...chunk('storage', STORAGE), priority: 0 },
  ];
}

function chunk(
  name: string,
  entryPaths: readonly string[],
  otherModules: readonly string[] = [],
): Rolldown.CodeSplittingGroup {
  let modules: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name(id, context) {
      modules ??= importedFrom(entryPaths, context);
      return modules.has(id) || otherModules.includes(id) ? name : null;
    },
  };
}

function importedFrom(entryPaths: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const modules = new Set(entryPaths.map((path) => normalizePath(inRoot(path))));
  // Iteration over a set includes the items that the loop adds to it.
  for (const id of modules) {
    for (const importedId of context.getModuleInfo(id)?.importedIds ?? []) modules.add(importedId);
  }
  return modules;
}
