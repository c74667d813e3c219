import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { readJsonFile, writeFileAtomically } from '../files/text-file';
import { isObject, parseJsonOrUndefined } from '../resources/members';
import { createUnauthorizedResponse, jsonResponse } from './http';
import type { SimulatorRequest, SimulatorResponse } from './http';
import type { TimerGroup } from './timers';

/** In ms, as on real bridges. */
const defaultPressDuration = 30_000;

/** While the button counts as pressed, pairing succeeds. */
export class LinkButton extends EventEmitter<{ change: [] }> {
  #pressedUntil: Date | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(private readonly timers: Pick<TimerGroup, 'after'>) {
    super();
    this.setMaxListeners(0);
  }

  /** @param duration in ms */
  press(duration = defaultPressDuration): void {
    this.#cancelTimer();
    this.#pressedUntil = new Date(Date.now() + duration);
    this.#cancelTimer = this.timers.after(duration, () => {
      this.#pressedUntil = undefined;
      this.emit('change');
    });
    this.emit('change');
  }

  get pressedUntil(): Date | undefined {
    return this.#pressedUntil;
  }
}

/**
 * `POST /api`: a new key while the link button counts as pressed; errors also have the status 200 (aiohue `util.py`;
 * diyHue `restful.py`).
 */
export function handlePairingRequest(
  keys: AcceptedApplicationKeys,
  linkButton: LinkButton,
  { method, body }: SimulatorRequest,
): SimulatorResponse {
  if (method !== 'POST') {
    return legacyErrorResponse(4, '/', `method, ${method}, not available for resource, /`);
  }
  const requested = parseJsonOrUndefined(body);
  if (!isObject(requested)) return legacyErrorResponse(2, '/', 'body contains invalid json');
  const { devicetype, generateclientkey } = requested;
  if (devicetype === undefined) {
    return legacyErrorResponse(5, '/', 'invalid/missing parameters in body');
  }
  if (typeof devicetype !== 'string' || !/^[^#]{1,20}(?:#[^#]{1,19})?$/u.test(devicetype)) {
    return legacyErrorResponse(7, '/devicetype', 'invalid value for parameter, devicetype');
  }
  if (linkButton.pressedUntil === undefined)
    return legacyErrorResponse(101, '', 'link button not pressed');
  const username = randomBytes(30).toString('base64url');
  keys.add(username);
  const clientkey = randomBytes(16).toString('hex').toUpperCase();
  const success = generateclientkey === true ? { username, clientkey } : { username };
  return jsonResponse(200, [{ success }]);
}

/** `GET /auth/v1`: the response has the id of the application in a header, and no body. */
export function handleKeyTest(
  keys: AcceptedApplicationKeys,
  unauthorizedStatus: 401 | 403,
  { headers }: SimulatorRequest,
): SimulatorResponse {
  const key = keys.findKey(headers);
  if (key === undefined) {
    return createUnauthorizedResponse(unauthorizedStatus);
  }
  const application = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const id = application.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { status: 200, headers: { 'hue-application-id': id }, body: Buffer.alloc(0) };
}

/** Of version 1: status 200, and an array at the top level. */
export const legacyErrorResponse = (
  type: number,
  address: string,
  description: string,
): SimulatorResponse => jsonResponse(200, [toLegacyError(type, address, description)]);

export const toLegacyError = (type: number, address: string, description: string): object => ({
  error: { type, address, description },
});

/** Of the service document (section 5), and of real bridges. */
const applicationKeyHeaderNames = ['home-application-key', 'hue-application-key'] as const;

/** Visible ASCII without spaces (RFC 9110, section 5.5). */
export const isHeaderSafeKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

/** The keys that open the bridge: those of the start, and those that applications got by pairing. */
export class AcceptedApplicationKeys {
  readonly #keys: string[];

  constructor(keys: Iterable<string>) {
    this.#keys = [...keys];
  }

  add(key: string): void {
    this.#keys.push(key);
  }

  /** Oldest first. */
  all(): readonly string[] {
    return this.#keys;
  }

  /** Returns an accepted key. */
  findKey(headers: IncomingHttpHeaders): string | undefined {
    for (const name of applicationKeyHeaderNames) {
      const header = headers[name];
      if (typeof header === 'string' && this.accepts(header)) return header;
    }
    return undefined;
  }

  accepts(key: string): boolean {
    return this.#keys.some((accepted) => isEqualConstantTime(accepted, key));
  }

  /** Replaces every accepted key with `…`. */
  redact(text: string): string {
    return this.#keys.reduce((redacted, key) => redacted.replaceAll(key, '…'), text);
  }
}

function isEqualConstantTime(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const keysFileName = 'keys.json';

/**
 * Created by pairing in earlier runs.
 *
 * @throws Error if their file cannot be read or is not JSON
 */
export async function readPairedKeysFile(folder: string): Promise<string[]> {
  const value = await readJsonFile(join(folder, keysFileName));
  return Array.isArray(value) ? value.filter(isHeaderSafeKey) : [];
}

/** Only the owner can read the file. */
export const writePairedKeysFile = (folder: string, keys: readonly string[]): Promise<void> =>
  writeFileAtomically(join(folder, keysFileName), JSON.stringify(keys), { mode: 0o600 });
