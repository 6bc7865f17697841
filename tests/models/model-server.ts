/** The fixtures' server, as suites in the page reach it. */
import { inject } from 'vitest';
import type { LoggedRequest, ServerRule } from '../model-fixtures/rules.ts';

export const serverUrl = inject('modelServer');

/** Makes the server treat the requests that match as the rule says, until `obey`. */
export async function control(rule: ServerRule): Promise<void> {
  await fetch(`${serverUrl}/control`, { method: 'POST', body: JSON.stringify(rule) });
}

/** Drops all rules. */
export async function obey(): Promise<void> {
  await fetch(`${serverUrl}/control`, { method: 'DELETE' });
}

/** Breaks the connections of rules with `breakHeld` that have sent their bytes. */
export async function breakConnections(): Promise<void> {
  await fetch(`${serverUrl}/break`, { method: 'POST' });
}

/** The requests for files so far whose path matches. */
export async function requests(path: RegExp): Promise<LoggedRequest[]> {
  const log = (await (await fetch(`${serverUrl}/log`)).json()) as LoggedRequest[];
  return log.filter((request) => path.test(request.path));
}
