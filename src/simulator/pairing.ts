import { createHash, randomBytes } from 'node:crypto';
import { isObject } from '../resources';
import { jsonAnswer, unauthorizedAnswer } from './answer';
import type { Answer } from './answer';
import type { BridgeRequest } from './bridge-answers';
import type { KeyRing } from './key-ring';
import type { LinkButton } from './link-button';

/** What pairing and the public information of a bridge need. */
export interface PairingContext {
  keys: KeyRing;
  linkButton: LinkButton;
  bridgeId: string;
  /** Model as printed on the bridge, such as BSB002. */
  modelId: string;
  /** Status for a wrong or missing key. */
  unauthorizedStatus: 401 | 403;
}

/**
 * Answers what lies outside the resources: pairing, the public information of the bridge and the test
 * of a key, as real bridges have them (aiohue `util.py`; diyHue `restful.py`).
 */
export function answerPairing(context: PairingContext, request: BridgeRequest): Answer | undefined {
  const path = request.path.split('?', 1)[0]?.replace(/\/$/, '');
  if (path === '/api') return pair(context, request);
  if (path === '/api/config' || path === '/api/0/config') {
    return request.method === 'GET'
      ? jsonAnswer(200, publicInformation(context))
      : legacyError(4, '/config', `method, ${request.method}, not available for resource, /config`);
  }
  return path === '/auth/v1' ? testKey(context, request) : undefined;
}

function pair({ keys, linkButton }: PairingContext, { method, body }: BridgeRequest): Answer {
  if (method !== 'POST') {
    return legacyError(4, '/', `method, ${method}, not available for resource, /`);
  }
  const wish = parsed(body);
  if (!isObject(wish)) return legacyError(2, '/', 'body contains invalid json');
  const { devicetype, generateclientkey } = wish;
  if (devicetype === undefined) {
    return legacyError(5, '/', 'invalid/missing parameters in body');
  }
  if (typeof devicetype !== 'string' || !/^[^#]{1,20}(?:#[^#]{1,19})?$/u.test(devicetype)) {
    return legacyError(7, '/devicetype', 'invalid value for parameter, devicetype');
  }
  if (linkButton.pressedUntil === undefined) return legacyError(101, '', 'link button not pressed');
  const username = randomBytes(30).toString('base64url');
  keys.add(username);
  const clientkey = randomBytes(16).toString('hex').toUpperCase();
  const success = generateclientkey === true ? { username, clientkey } : { username };
  return jsonAnswer(200, [{ success }]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An error of the old interface: status 200, and an array at the top. */
const legacyError = (type: number, address: string, description: string): Answer =>
  jsonAnswer(200, [{ error: { type, address, description } }]);

const publicInformation = ({
  bridgeId,
  modelId,
}: PairingContext): Readonly<Record<string, unknown>> => ({
  name: 'Simulated bridge',
  datastoreversion: '172',
  swversion: '1978027000',
  apiversion: '1.78.0',
  mac: `${bridgeId.slice(0, 6)}${bridgeId.slice(10)}`.replace(/(..)(?!$)/g, '$1:'),
  bridgeid: bridgeId.toUpperCase(),
  factorynew: false,
  replacesbridgeid: null,
  modelid: modelId,
  starterkitid: '',
});

/** A cheap test of a key: the answer carries the id of the application that it was made for. */
function testKey({ keys, unauthorizedStatus }: PairingContext, request: BridgeRequest): Answer {
  const key = keys.keyOf(request.headers);
  if (key === undefined) {
    return unauthorizedAnswer(unauthorizedStatus);
  }
  const application = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const id = application.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { status: 200, headers: { 'hue-application-id': id }, body: Buffer.alloc(0) };
}
