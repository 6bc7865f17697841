/** Vite's plugins for the document of the page, its digest, and the chunks of its first screen. */
import { writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { normalizePath, type Plugin, type Rolldown } from 'vite';
import { FRAME_STYLE, FRAME_TITLE, STANDING_FRAME_ID } from '../../sandbox/protocol/page-frame.ts';
import { isPageSource, sourceDigest, STAMP } from '../bootstrap/page-build.mjs';
import { inRoot } from '../bootstrap/root.mjs';
import type { EngineApi } from './engine-plugin.ts';

/**
 * `https:` and `http:` in connect-src are the price of "any endpoint", servers in the local network and on
 * `[::1]` among them: a policy in the document cannot be widened later. Scripts come from this origin only, pictures never from outside, so a rendered answer can
 * neither run nor report anything.
 * @param frameScript hash of the sandbox frame's script. Its document inherits this policy, and would not start
 *   without it; in the page itself that script starts nothing (`workers/sandbox/sandbox.ts`)
 */
const policyWith = (frameScript: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${frameScript}`,
    "worker-src 'self' blob:",
    // The sandbox frame is `srcdoc`, which has no address to allow.
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

/** @param engine of the plugin that builds it */
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

/**
 * Puts the sandbox frame into the page's document: its process starts beside the page's scripts, not after them, and
 * the first verdict waits for it. While the page is developed each frame is made when it is needed.
 */
export function standingFramePlugin(engine: EngineApi): Plugin {
  return {
    name: 'allpass-standing-frame',
    apply: 'build',
    async transformIndexHtml() {
      // Never `allow-same-origin` beside it: the two together are no sandbox at all.
      const named = { id: STANDING_FRAME_ID, title: FRAME_TITLE, style: FRAME_STYLE };
      const attrs = { ...named, sandbox: 'allow-scripts' };
      const srcdoc = await engine.frameDocument();
      return [{ tag: 'iframe', attrs: { ...attrs, srcdoc }, injectTo: 'body-prepend' }];
    },
  };
}

/** Writes the digest of the page's sources to `dist/`, so that no build is repeated and no old one is served. */
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
    // Before anything is read: what changes while the page is built makes it an old one.
    buildStart() {
      digest = sourceDigest(root);
    },
    // A module that the digest leaves out could change without a new build.
    buildEnd(error) {
      // The page of the benchmark begins in another folder, and is built anew each time.
      if (error !== undefined || dist !== join(root, 'dist')) return;
      for (const id of [...this.getModuleIds(), ...configFiles]) {
        const path = relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
        const isOwn = isAbsolute(id) && !path.startsWith('..') && !path.startsWith('node_modules/');
        if (isOwn && !isPageSource(path))
          this.error(`${path} is part of the page and not of its digest: see page-build.mjs`);
      }
    },
    // After everything is written: a build that broke off has none.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        await writeFile(join(dist, STAMP), digest);
      },
    },
  };
}

/** The module that starts Python while the rest of the page loads: it must not wait for the rest. */
const SANDBOX = ['src/app/sandbox.ts'];
/** The modules that begin the first screen; the modules that they import only on demand stay apart. */
const BEGINNINGS = ['src/app/start-page.ts', 'src/pages/playground/PlaygroundPage.svelte'];
/** The stores of the browser, fetched with the first record that is read. */
const STORAGE = ['src/storage/browser-storage.ts'];
/** The build's own, imported wherever something is imported on demand. */
const PRELOADER = '\0vite/preload-helper.js';

/**
 * Returns the chunks that the first screen requests in any case, even if other modules import them: the sandbox's chunk
 * takes the modules that both import.
 */
export function firstScreenChunks(): Rolldown.CodeSplittingGroup[] {
  return [
    { ...chunk('sandbox', SANDBOX, [PRELOADER]), priority: 2 },
    { ...chunk('first-screen', BEGINNINGS), priority: 1 },
    { ...chunk('storage', STORAGE), priority: 0 },
  ];
}

function chunk(
  name: string,
  beginnings: readonly string[],
  more: readonly string[] = [],
): Rolldown.CodeSplittingGroup {
  let modules: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name(id, context) {
      modules ??= importedFrom(beginnings, context);
      return modules.has(id) || more.includes(id) ? name : null;
    },
  };
}

function importedFrom(beginnings: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const modules = new Set(beginnings.map((path) => normalizePath(inRoot(path))));
  // A set hands out what is added while it is walked.
  for (const id of modules) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  }
  return modules;
}
