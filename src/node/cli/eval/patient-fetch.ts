/** Node's own fetch gives up after 300 s without headers, and a server with a queue sends none until it is the request's turn. */
import { Agent, fetch as undiciFetch } from 'undici';

const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Waits as long as its caller does: each caller sets its own limit. */
export const patientFetch = ((input: string, init?: RequestInit) =>
  undiciFetch(input, { ...init, dispatcher: agent } as Parameters<typeof undiciFetch>[1])) as typeof fetch;
