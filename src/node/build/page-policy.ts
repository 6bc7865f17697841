/**
 * The page's own policy, put into the built document. Development needs a looser one (its modules are
 * rewritten while it runs), so there it is left out.
 */
import type { Plugin } from 'vite';

/**
 * `https:` and `http:` in connect-src are the price of "any endpoint", servers in the local network and on
 * `[::1]` among them: a policy in the document cannot be widened later. Scripts come from this origin only, pictures never from outside, so a rendered answer can
 * neither run nor report anything.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "connect-src 'self' https: http:",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function pagePolicyPlugin(): Plugin {
  return {
    name: 'allpass-page-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}
