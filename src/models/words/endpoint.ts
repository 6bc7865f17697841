/** Sentences about failures on the way to an OpenAI-compatible endpoint: its address, the key, the connection. */
import type { FailureWords } from './failure-words.ts';

export const emptyAddress = (): FailureWords => ({
  message: 'The address of the server is empty.',
  remedy: ADDRESS_EXAMPLE,
});

export const unreadableAddress = (): FailureWords => ({
  message: 'The address of the server cannot be read.',
  remedy: ADDRESS_EXAMPLE,
});

/** @param protocol with its colon */
export const foreignProtocol = (protocol: string): FailureWords => ({
  message: `The address begins with ${protocol}, and only http: and https: can be fetched.`,
  remedy: ADDRESS_EXAMPLE,
});

const ADDRESS_EXAMPLE = 'Write it like http://localhost:8000/v1 or https://api.example.com/v1.';

export const addressHasUser = (): FailureWords => ({
  message: 'The address carries a user name or a password.',
  remedy: 'Put the key into the field for it.',
});

export const addressHasQuery = (): FailureWords => ({
  message: 'The address carries a query after "?".',
  remedy: 'Remove it; a key goes into its own field.',
});

/** @param isLocal the server is in the local network, which Chrome lets a page reach */
export function mixedContent(host: string, isLocal: boolean): FailureWords {
  const inChrome = isLocal ? 'use Chrome from version 142 on, which asks you instead, ' : '';
  return {
    message: `This page was loaded over https, and the browser does not let it fetch http://${host}.`,
    remedy:
      `Serve the model over https, reach it as http://localhost (a tunnel such as ssh -L does that), ` +
      `${inChrome}or open this app over http.`,
  };
}

/** Browsers fetch nothing from ports of other services. */
export const forbiddenPort = (host: string): FailureWords => ({
  message: `Browsers forbid pages to fetch from the port of ${host}: it belongs to another service.`,
  remedy: 'Start the server on another port, such as 8000; the command line can use this one.',
});

export const unsendableKey = (): FailureWords => ({
  message: 'The key has characters that no HTTP header can carry (a blank, a line break, or beyond ASCII).',
  remedy: 'Copy the key again, without anything around it.',
});

/** @param options lines that make servers admit the page */
export function pageNotAdmitted(
  host: string,
  origin: string,
  options: readonly { readonly server: string; readonly text: string }[],
): FailureWords {
  const lines = options.map(({ server, text }) => `${server}: ${text}`).join('; ');
  return {
    message: `${host} is up, but it does not admit pages from ${origin}, so the browser withholds its answer.`,
    remedy:
      `Start the server so that it admits this origin. ${lines}. ` +
      'If it does already, it may refuse the key, redirect to another address or fail before it says so: look into its log.',
  };
}

/**
 * @param origin scheme, host and port of the server
 * @param isPageSecure the page was loaded over https
 * @param needsPermission the browser asks whether the page may reach the server
 * @param proxy host and port of the proxy on the way; null for none that is known
 */
export function noServer(
  host: string,
  origin: string,
  isPageSecure: boolean,
  needsPermission: boolean,
  proxy: string | null = null,
): FailureWords {
  const hints = ['Start the server and check the host and the port.'];
  if (proxy !== null)
    hints.push(
      `The request goes through the proxy ${proxy} of the environment; NO_PROXY names the hosts to go around it.`,
    );
  // A page that fetches from near by is asked about once, and waiting for the answer looks like this.
  if (needsPermission) hints.push('Allow this page the local network if the browser asks.');
  // The browser does not say why it refuses a certificate, except to who visits the address.
  if (origin.startsWith('https:')) {
    hints.push(`Open ${origin} in a tab to see whether the browser trusts its certificate.`);
  } else if (isPageSecure) {
    hints.push(
      'Safari lets no https page fetch plain http: use another browser, or open this app over http.',
    );
  }
  return {
    message: `No connection to ${host}: the server is not running there, or something on the way blocks it.`,
    remedy: hints.join(' '),
  };
}

/** The server admits pages of `origin`, and hides the refusal from them. */
export const hiddenRefusal = (host: string, origin: string, hasKey: boolean): FailureWords => ({
  message: `${host} admits pages from ${origin}, but withholds this answer from them: most likely it ${hasKey ? 'refuses the key' : 'wants a key'}.`,
  remedy: 'Enter the key of this server, or start the server with the key you use; its log has the status.',
});

/** @param isThisMachine the server is on this machine, and not only in its network */
export function permissionRefused(
  host: string,
  isThisMachine: boolean,
  isPagePlainHttp: boolean,
): FailureWords {
  const what = isThisMachine ? 'this machine' : 'the local network';
  return {
    message: `The browser does not let this page reach ${what}, where ${host} is: the permission was refused.`,
    remedy: isPagePlainHttp
      ? 'Open this app over https: the browser gives this permission to no other page.'
      : 'Allow "Local network access" in the settings of this site (the icon before the address), then try again.',
  };
}

export const permissionAwaited = (): FailureWords => ({
  message: 'The browser asks whether this page may reach the local network, and waits for the answer.',
  remedy: 'Allow it at the top of the window, and check again.',
});

export const redirectUnfollowed = (host: string): FailureWords => ({
  message: `${host} answers with a redirect, which this page does not follow with a prompt or a key.`,
  remedy:
    'Enter the address at its end; if there is none (a loop), mend the settings of the server or of the proxy before it.',
});

/** @param where the part of `target` that names the server */
export const redirectsTo = (host: string, where: string, target: string): FailureWords => ({
  message: `${host} redirects to ${where}, which was sent neither the prompt nor a key.`,
  remedy: `Enter ${target} as the address if that is the server you mean.`,
});
