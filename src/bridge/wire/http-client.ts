import { getNestedMember } from '../../resources/values/member-access';
import type { Client, Dispatcher } from 'undici';

type HttpClientClass = typeof Client;

let loadedClass: HttpClientClass | undefined;

/**
 * Loads the HTTP client on first use: Node-RED does not need it to load the nodes. Loads only the client of undici:
 * the rest (fetch, WebSocket, caches, mocks) takes three times as long and twice the memory, and would set the
 * dispatcher of every `fetch` in the process. If this undici has no such file, all of undici is loaded.
 *
 * @returns undici's class `Client` without the methods added elsewhere (`request`, `stream`, …)
 * @throws Error if undici is not installed
 */
export function loadHttpClient(): HttpClientClass {
  loadedClass ??= requireClientFile() ?? requirePackage();
  return loadedClass;
}

function requireClientFile(): HttpClientClass | undefined {
  try {
    const exported: unknown = require('undici/lib/dispatcher/client.js');
    return isClientClass(exported) ? exported : undefined;
  } catch {
    return undefined;
  }
}

function requirePackage(): HttpClientClass {
  const exported: unknown = require('undici');
  const client = getNestedMember(exported, 'Client');
  if (isClientClass(client)) return client;
  throw new Error('The installed undici has no HTTP client. Install this package again.');
}

const isClientClass = (exported: unknown): exported is HttpClientClass =>
  typeof exported === 'function' && 'dispatch' in Object(exported.prototype);

export type ResponseHeaders = Parameters<
  NonNullable<Dispatcher.DispatchHandler['onResponseStart']>
>[2];

/**
 * Parses seconds or a date (RFC 9110, section 10.2.3).
 *
 * @param now from `Date.now()`
 * @returns in ms; undefined without a valid value
 */
export function parseRetryAfter(
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\s*\d{1,9}(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
