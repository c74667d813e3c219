import { isObject, getNestedMember, parseJsonOrUndefined } from '../resources/members';
import { describeDuration } from '../units/duration';
import { parseHostAndPort } from './address';
import { isBridgeId } from './bridge-identity';
import { isApplicationKey, defaultKeyHeader } from './credentials';
import { callAfterDelay, sleep, systemClock } from './clock';
import type { Clock } from './clock';
import {
  BridgeError,
  isOverloadStatus,
  isBridgeError,
  isAuthFailureStatus,
  sanitizeText,
} from './errors';
import type { BridgeErrorFacts, BridgeErrorCode } from './errors';
import { defaultLimits } from './limits';
import { abortedFailure } from './transport-failure';
import { explainStatus, quoteDescriptions, formatErrorExplanation } from './error-messages';
import type { ErrorExplanation } from './error-messages';
import { HttpTransport, isResponse } from './http';
import { CertificateVerifier } from './tls';
import type { TrustOptions } from './tls';
import { throttleWarnings } from './connection';
import type { AttemptOutcome, HttpResponse } from './http';
import { BridgeClient } from './client';

export interface PairingOptions {
  host: string;
  /** 443 if missing. */
  port?: number;
  /** How the bridge is identified. If missing, the first certificate is accepted and returned. */
  trust?: TrustOptions;
  /** Application name in the list of the bridge, at most 20 characters; `lighting-bridge` if missing. */
  application?: string;
  /** Instance of the application, at most 19 characters; `node-red` if missing. */
  instance?: string;
  /** Maximum time to retry, in ms; 30 seconds if missing: the link button counts as pressed that long. */
  timeout?: number;
  signal?: AbortSignal;
  onWarning?(warning: string): void;
}

export interface PairingResult {
  /** Gives full access to the bridge: store it as a secret. */
  key: string;
  /** SHA-256 fingerprint of the certificate, AA:BB:… */
  fingerprint: string;
  /** From the certificate, if it contains one. */
  bridgeId?: string;
}

const requestInterval = 1_000;

/** Source: Hue developer documentation, error messages. */
const buttonNotPressedType = 101;

/**
 * Requests an application key once a second until the link button is pressed. The certificate is verified before
 * anything is sent. Source: Hue CLIP API reference, `POST /api` with a device type.
 *
 * @throws {BridgeError} ERR_BRIDGE_TIMEOUT if the button was not pressed in time; ERR_BRIDGE_ABORTED;
 * ERR_BRIDGE_REFUSED with the descriptions of the bridge; or the transport failure
 */
export const pairWithBridge = (options: PairingOptions): Promise<PairingResult> =>
  pairWithClock(systemClock, options);

export async function pairWithClock(clock: Clock, options: PairingOptions): Promise<PairingResult> {
  const address = parseHostAndPort(options.host, options.port);
  const body = JSON.stringify({ devicetype: formatDeviceType(options) });
  const warn = throttleWarnings((warning) => options.onWarning?.(warning), defaultLimits, clock);
  const verifier = new CertificateVerifier(options.trust ?? {}, warn);
  const transport = new HttpTransport({ address, trust: verifier, limits: defaultLimits });
  const timeout = options.timeout ?? 30_000;
  const timeoutAbort = new AbortController();
  const callerSignals = options.signal === undefined ? [] : [options.signal];
  const endSignal = AbortSignal.any([timeoutAbort.signal, ...callerSignals]);
  const cancelTimeout = callAfterDelay(clock, timeout, () => timeoutAbort.abort());
  let lastOutcome: PairingOutcome = { kind: 'wait' };
  try {
    for (;;) {
      if (endSignal.aborted)
        throw createPairingEndError(timeoutAbort.signal.aborted, timeout, lastOutcome);
      const outcome = toPairingOutcome(await sendPairingRequest(transport, body, endSignal));
      if (outcome.kind === 'key') return { key: outcome.key, ...getBridgeIdentity(verifier) };
      if (outcome.kind === 'lost' && lastOutcome.kind === 'lost') throw outcome.error;
      lastOutcome = outcome;
      await sleep(clock, requestInterval, endSignal);
    }
  } catch (error) {
    if (endSignal.aborted)
      throw createPairingEndError(timeoutAbort.signal.aborted, timeout, lastOutcome);
    throw error;
  } finally {
    cancelTimeout();
    await transport.close();
  }
}

function sendPairingRequest(
  transport: HttpTransport,
  body: string,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    const settle = (result: AttemptOutcome): void => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const request = { method: 'POST', path: '/api', body } as const;
    const attempt = transport.send(request, settle);
    const abort = (): void => attempt.cancel(abortedFailure);
    signal.addEventListener('abort', abort);
  });
}

/** The error of a retry counts if it is the last. */
type PairingOutcome =
  | { kind: 'key'; key: string }
  | { kind: 'wait' }
  | { kind: 'busy' | 'lost'; error: BridgeError };

function toPairingOutcome(response: AttemptOutcome): PairingOutcome {
  if (!isResponse(response)) {
    const error = createPairingError(response.code, response);
    if (response.kind !== 'lost') throw error;
    return { kind: 'lost', error };
  }
  const { status } = response;
  if (isOverloadStatus(status)) return { kind: 'busy', error: createPairingStatusError(status) };
  const key = extractKey(response);
  return key === undefined ? { kind: 'wait' } : { kind: 'key', key };
}

function extractKey({ status, body }: HttpResponse): string | undefined {
  if (status !== 200) throw createPairingStatusError(status);
  const entries = parseJsonOrUndefined(body.toString('utf8'));
  const entry: unknown = Array.isArray(entries) ? entries[0] : undefined;
  const key = getNestedMember(entry, 'success', 'username');
  if (isApplicationKey(key)) return key;
  const error = getNestedMember(entry, 'error');
  if (!isObject(error)) {
    throw createPairingError('ERR_BRIDGE_MALFORMED_ANSWER', {
      detail: 'what answers does not know how to pair',
      hint: 'Check that the address belongs to a bridge.',
    });
  }
  if (error['type'] === buttonNotPressedType) return undefined;
  const description = error['description'];
  const descriptions = typeof description === 'string' ? [sanitizeText(description)] : [];
  const refusal = {
    detail: 'the bridge refused',
    hint: quoteDescriptions(descriptions).trimStart(),
  };
  throw createPairingError('ERR_BRIDGE_REFUSED', refusal, { status, descriptions });
}

function getBridgeIdentity(verifier: CertificateVerifier): {
  fingerprint: string;
  bridgeId?: string;
} {
  const { fingerprint = '', commonName = '' } = verifier.lastAccepted ?? {};
  return isBridgeId(commonName)
    ? { fingerprint, bridgeId: commonName.toLowerCase() }
    : { fingerprint };
}

/** Maximum lengths: Hue developer documentation, `devicetype`. */
function formatDeviceType({
  application = 'lighting-bridge',
  instance = 'node-red',
}: PairingOptions): string {
  const formatPart = (text: string, maxLength: number): string =>
    sanitizeText(text.replaceAll('#', ' '), maxLength);
  return `${formatPart(application, 20)}#${formatPart(instance, 19)}`;
}

function createPairingStatusError(status: number): BridgeError {
  const { code, detail, hint } = explainStatus(status);
  return createPairingError(code, { detail: `${detail} (status ${status})`, hint }, { status });
}

function createPairingEndError(
  isTimeout: boolean,
  timeout: number,
  lastOutcome: PairingOutcome,
): BridgeError {
  if (!isTimeout) {
    return createPairingError('ERR_BRIDGE_ABORTED', { detail: 'it was given up', hint: '' });
  }
  if (lastOutcome.kind === 'busy') return lastOutcome.error;
  return createPairingError('ERR_BRIDGE_TIMEOUT', {
    detail: 'nobody pressed the button on the bridge in time',
    hint: `Start again, and then press the button within ${describeDuration(timeout)}.`,
  });
}

const createPairingError = (
  code: BridgeErrorCode,
  explanation: ErrorExplanation,
  cause: BridgeErrorFacts = {},
): BridgeError =>
  new BridgeError(code, formatErrorExplanation('pair with the bridge', explanation), cause);

/** Headers of the service document and of Hue-branded bridges. */
const candidateKeyHeaders = [defaultKeyHeader, 'hue-application-key'];

export interface DetectKeyHeaderOptions {
  host: string;
  port?: number;
  key: string;
  keyHeader?: string;
  trust: TrustOptions;
  signal?: AbortSignal;
}

/**
 * Finds the header that a bridge reads the key from, by one request per candidate.
 *
 * @returns the first candidate if the bridge accepts none
 * @throws {BridgeError} if the bridge is unreachable or does not answer as a bridge
 */
export async function detectKeyHeaderName({
  keyHeader: first = defaultKeyHeader,
  ...options
}: DetectKeyHeaderOptions): Promise<string> {
  for (const keyHeader of new Set([first, ...candidateKeyHeaders])) {
    if (await acceptsKeyIn(options, keyHeader)) return keyHeader;
  }
  return first;
}

async function acceptsKeyIn(
  { signal, ...bridge }: Omit<DetectKeyHeaderOptions, 'keyHeader'>,
  keyHeader: string,
): Promise<boolean> {
  const client = new BridgeClient({ ...bridge, keyHeader, events: 'never' });
  try {
    await client.list('bridge', signal === undefined ? {} : { signal });
    return true;
  } catch (error) {
    if (isBridgeError(error) && isAuthFailureStatus(error.cause.status ?? 0)) return false;
    throw error;
  } finally {
    await client.close();
  }
}
