import { isObject } from '../../resources';
import { addressOf } from '../trust/address';
import { isBridgeId } from '../trust/bridge-id';
import { isKey } from '../trust/credentials';
import { afterWait, pause, systemClock } from '../time/clock';
import { BridgeError, asksForPatience } from '../errors/errors';
import { defaultLimits } from '../limits';
import { parseJson } from '../wire/parse-json';
import { abortedProblem } from '../errors/problem';
import { printable } from '../errors/printable';
import { meaningOf, quote, sentence } from '../errors/sentences';
import { Transport } from '../wire/transport';
import { TrustKeeper } from '../trust/trust';
import { warningGate } from '../errors/warnings';
import type { Clock } from '../time/clock';
import type { BridgeErrorCause, BridgeErrorCode } from '../errors/errors';
import type { Reply } from '../wire/exchange';
import type { Problem } from '../errors/problem';
import type { Explanation } from '../errors/sentences';
import type { Trust } from '../trust/trust';

/** How to pair. */
export interface PairingOptions {
  /** Host name or IP address of the bridge. */
  host: string;
  /** 443 when missing. */
  port?: number;
  /** How the bridge is known; without it the first certificate counts, and is given back. */
  trust?: Trust;
  /** Name that the bridge lists, at most 20 characters; `lighting-bridge` when missing. */
  application?: string;
  /** Which one of that name, at most 19 characters; `node-red` when missing. */
  instance?: string;
  /** How long to ask, in ms; 30 seconds when missing, as long as bridges take their button for pressed. */
  deadline?: number;
  /** Gives up. */
  signal?: AbortSignal;
  onWarning?(warning: string): void;
}

/** What pairing brings. */
export interface Pairing {
  /** The application key. It opens the bridge: keep it where secrets are kept. */
  key: string;
  /** SHA-256 of the certificate of the bridge, AA:BB:… */
  fingerprint: string;
  /** Id of the bridge, from its certificate; missing when that holds none. */
  bridgeId?: string;
}

/** Time between two questions, in ms. */
const interval = 1_000;

/** "Link button not pressed". Hue developer documentation, error messages. */
const buttonNotPressed = 101;

/**
 * Asks a bridge for a key, once a second, until somebody presses its button. All over TLS; the certificate is
 * judged before anything is sent (Hue CLIP API reference: `POST /api` with a device type).
 *
 * @throws {BridgeError} ERR_BRIDGE_TIMEOUT when nobody pressed the button in time, ERR_BRIDGE_ABORTED,
 *   ERR_BRIDGE_REFUSED with the bridge's words, or what kept the bridge from answering
 */
export const pair = (options: PairingOptions): Promise<Pairing> => pairBy(systemClock, options);

/** As `pair`, by a clock. */
export async function pairBy(clock: Clock, options: PairingOptions): Promise<Pairing> {
  const address = addressOf(options.host, options.port);
  const body = JSON.stringify({ devicetype: deviceType(options) });
  const warn = warningGate((warning) => options.onWarning?.(warning), defaultLimits, clock);
  const trust = new TrustKeeper(options.trust ?? {}, warn);
  const transport = new Transport({ address, trust, limits: defaultLimits });
  const patience = options.deadline ?? 30_000;
  const deadline = new AbortController();
  const given = options.signal === undefined ? [] : [options.signal];
  const over = AbortSignal.any([deadline.signal, ...given]);
  const callOff = afterWait(clock, patience, () => deadline.abort());
  let last: Word = { kind: 'wait' };
  try {
    for (;;) {
      if (over.aborted) throw ended(deadline.signal.aborted, patience, last);
      const word = wordOf(await ask(transport, body, over));
      if (word.kind === 'key') return { key: word.key, ...identityOf(trust) };
      if (word.kind === 'lost' && last.kind === 'lost') throw word.error;
      last = word;
      // The end of the wait and its end before time lead to the same question.
      await pause(clock, interval, over);
    }
  } catch (error) {
    if (over.aborted) throw ended(deadline.signal.aborted, patience, last);
    throw error;
  } finally {
    callOff();
    await transport.destroy();
  }
}

function ask(transport: Transport, body: string, signal: AbortSignal): Promise<Reply | Problem> {
  return new Promise((resolve) => {
    const settle = (outcome: Reply | Problem): void => {
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    const request = { method: 'POST', path: '/api', body } as const;
    const exchange = transport.send(request, { replied: settle, failed: settle });
    const abort = (): void => exchange.end(abortedProblem);
    signal.addEventListener('abort', abort);
  });
}

/** What an answer comes to: the key, another question after a while, or one that must not stay so. */
type Word =
  { kind: 'key'; key: string } | { kind: 'wait' } | { kind: 'busy' | 'lost'; error: BridgeError };

/** @throws {BridgeError} where another question leads nowhere */
function wordOf(answer: Reply | Problem): Word {
  if ('kind' in answer) {
    const error = pairingError(answer.code, answer);
    if (answer.kind !== 'lost') throw error;
    return { kind: 'lost', error };
  }
  const { status } = answer;
  if (asksForPatience(status)) return { kind: 'busy', error: refusedWith(status) };
  const key = keyIn(answer);
  return key === undefined ? { kind: 'wait' } : { kind: 'key', key };
}

/** @returns the key, or undefined while the button waits to be pressed */
function keyIn({ status, body }: Reply): string | undefined {
  if (status !== 200) throw refusedWith(status);
  const answer = firstEntry(body.toString('utf8'));
  const success = isObject(answer) ? answer['success'] : undefined;
  const key = isObject(success) ? success['username'] : undefined;
  if (isKey(key)) return key;
  const error = isObject(answer) ? answer['error'] : undefined;
  if (!isObject(error)) {
    throw pairingError('ERR_BRIDGE_MALFORMED_ANSWER', {
      what: 'what answers does not know how to pair',
      todo: 'Check that the address belongs to a bridge.',
    });
  }
  if (error['type'] === buttonNotPressed) return undefined;
  const words = error['description'];
  const descriptions = typeof words === 'string' ? [printable(words)] : [];
  const refusal = { what: 'the bridge refused', todo: quote(descriptions).trimStart() };
  throw pairingError('ERR_BRIDGE_REFUSED', refusal, { status, descriptions });
}

function firstEntry(text: string): unknown {
  const answer = parseJson(text);
  return Array.isArray(answer) ? answer[0] : undefined;
}

function identityOf(trust: TrustKeeper): { fingerprint: string; bridgeId?: string } {
  const { fingerprint = '', commonName = '' } = trust.lastTaken ?? {};
  return isBridgeId(commonName)
    ? { fingerprint, bridgeId: commonName.toLowerCase() }
    : { fingerprint };
}

/** Lengths: Hue developer documentation, `devicetype`. */
function deviceType({
  application = 'lighting-bridge',
  instance = 'node-red',
}: PairingOptions): string {
  const part = (text: string, longest: number): string =>
    printable(text.replaceAll('#', ' '), longest);
  return `${part(application, 20)}#${part(instance, 19)}`;
}

function refusedWith(status: number): BridgeError {
  const { code, what, todo } = meaningOf(status);
  return pairingError(code, { what: `${what} (status ${status})`, todo }, { status });
}

function ended(isLate: boolean, patience: number, last: Word): BridgeError {
  if (!isLate) {
    return pairingError('ERR_BRIDGE_ABORTED', { what: 'it was given up', todo: '' });
  }
  if (last.kind === 'busy') return last.error;
  return pairingError('ERR_BRIDGE_TIMEOUT', {
    what: 'nobody pressed the button on the bridge in time',
    todo: `Start again, and then press the button within ${Math.round(patience / 1_000)} seconds.`,
  });
}

const pairingError = (
  code: BridgeErrorCode,
  explanation: Explanation,
  facts: BridgeErrorCause = {},
): BridgeError => new BridgeError(code, sentence('pair with the bridge', explanation), facts);
