/** Registers the service worker, which stores the page for offline use, and reports its state. */
import type { NoticesState } from '../common/shell/shell-states.svelte.ts';
import { pause } from '../base/pause.ts';

const BUSY_MILLISECONDS = 1000;
/** Milliseconds between checks for a new version while the page stays open. */
const CHECK_MILLISECONDS = 60 * 60 * 1000;

/**
 * Registers the service worker, which then stores files one after the other.
 * @param isBusy whether the user is waiting for Python, an answer or a verdict; the registration is delayed
 *   while this is true
 */
export async function keepOffline(notices: NoticesState, isBusy: () => boolean): Promise<void> {
  // Available in secure contexts only.
  if (!('serviceWorker' in navigator)) return;
  const idle = async (): Promise<void> => {
    const neverAborted = new AbortController().signal;
    while (isBusy()) await pause(BUSY_MILLISECONDS, neverAborted);
  };
  await idle();
  const script = new URL('sw.js', document.baseURI);
  const registration = await register(script);
  if (registration === null) return;
  watchRegistration(registration, notices, () => void idle().then(compileAhead));
  if (!(await isGone(script))) return;
  await registration.unregister();
  notices.show(
    'This address no longer answers with Allpass: what you see was kept from an earlier visit. Reload to see what is there now.',
    { label: 'Reload', run: () => location.reload() },
  );
}

/**
 * Returns null if the registration fails, because the host lacks the file or the browser stores nothing. The
 * page works without a service worker.
 */
async function register(script: URL): Promise<ServiceWorkerRegistration | null> {
  try {
    await navigator.serviceWorker.register(script, { updateViaCache: 'none' });
    return (await navigator.serviceWorker.getRegistration()) ?? null;
  } catch {
    return null;
  }
}

/** @param onFirst called once a service worker controls the page for the first time */
function watchRegistration(
  registration: ServiceWorkerRegistration,
  notices: NoticesState,
  onFirst: () => void,
): void {
  const offer = (): void =>
    notices.show(
      'A new version of Allpass is here. Nothing that is stored is lost when you reload.',
      { label: 'Reload', run: () => reload(registration) },
      'offer',
    );
  const watchInstallation = (): void => {
    const { installing } = registration;
    const isFirst = registration.active === null;
    installing?.addEventListener('statechange', () => {
      if (isFirst && installing.state === 'activated') {
        notices.show('Ready to work offline: everything but models is kept in this browser.', null, 'news');
        onFirst();
      }
      if (!isFirst && installing.state === 'installed') offer();
    });
  };
  if (registration.waiting !== null) offer();
  watchInstallation();
  registration.addEventListener('updatefound', watchInstallation);
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < CHECK_MILLISECONDS) return;
    checkedAt = Date.now();
    void registration.update().catch(() => undefined);
  });
}

/** Reloads this tab with the new version. Other tabs keep the old version and still offer the reload. */
function reload({ waiting }: ServiceWorkerRegistration): void {
  // Another tab has activated the new version.
  if (waiting === null) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting.postMessage('take-over');
}

/**
 * Whether this address now serves another site, such as a development server on the same port. Browsers keep
 * a service worker whose script no longer exists.
 */
async function isGone(script: URL): Promise<boolean> {
  if (navigator.serviceWorker.controller === null) return false;
  const response = await fetch(script, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (response === null) return false;
  const { status, ok, headers } = response;
  return status === 404 || status === 410 || (ok && /html/.test(headers.get('Content-Type') ?? ''));
}

/**
 * Milliseconds to wait for the tasks that store the compiled code after the scripts have run. The code is
 * lost if the document is closed earlier.
 */
const WRITTEN_MILLISECONDS = 1000;

/**
 * Compiles the loaded scripts for the next visit, in Chromium. Chromium stores compiled code beside the cached script,
 * but only if the script comes from a cache. Without this, the first reload would compile everything before its
 * verdict. Frames share the page's compiled code, so they compile little of it again. Call it when the
 * service worker controls the page, because the frame's scripts must come through it.
 */
async function compileAhead(): Promise<void> {
  // Only Chromium has this property. Firefox blocks modules of such a frame, and would gain nothing.
  if (!('userAgentData' in navigator)) return;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Compiles for the next visit';
  // A frame without a URL has the page's policy and service worker.
  frame.srcdoc = loadedModules().map(scriptFrom).join('');
  const whenLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await whenLoaded;
  await pause(WRITTEN_MILLISECONDS, new AbortController().signal);
  frame.remove();
}

/**
 * Lists the loaded modules of the build. The document's first module is left out, because it would start the
 * page. Other modules have no effect on import.
 */
function loadedModules(): string[] {
  const folder = new URL('.', import.meta.url).href;
  const entryUrl = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src;
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return resources
    .filter(
      ({ initiatorType, name }) => initiatorType === 'script' && name.startsWith(folder) && name !== entryUrl,
    )
    .map(({ name }) => name);
}

function scriptFrom(address: string): string {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = address;
  return script.outerHTML;
}
