// @ts-check
/**
 * The benchmark loads this module into the command line (`node --import`). It notifies the parent process when the page
 * requests its first job, without any change to the command.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNEL = 'http.server.request.start';

/** @param {unknown} message */
function hear(message) {
  const { request } = /** @type {{ request: import('node:http').IncomingMessage }} */ (message);
  if (!/\/driver\/next(\?|$)/.test(request.url ?? '')) return;
  unsubscribe(CHANNEL, hear);
  process.send?.('first job');
}

subscribe(CHANNEL, hear);
