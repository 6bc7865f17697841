/**
 * The page's own policy, put into the built document. Development needs a looser one (its modules are
 * rewritten while it runs), so there it is left out.
 */
import type { Plugin } from 'vite';
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
