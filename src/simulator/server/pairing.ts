import { createHash, randomBytes } from 'node:crypto';
import { isObject } from '../../resources';
import { jsonResponse, unauthorizedResponse } from '../http/simulator-response';
import type { SimulatorResponse } from '../http/simulator-response';
import type { SimulatorRequest } from './resource-requests';
import type { AcceptedApplicationKeys } from './accepted-application-keys';
import type { LinkButton } from './link-button';

export interface PairingRequestContext {
  keys: AcceptedApplicationKeys;
  linkButton: LinkButton;
  bridgeId: string;
  /** Model as printed on the bridge, such as BSB002. */
  modelId: string;
  /** Status for a wrong or missing key. */
  unauthorizedStatus: 401 | 403;
}

/**
 * Handles the paths outside the resources: pairing, the public configuration of the bridge and the
 * test of a key, as on real bridges (aiohue `util.py`; diyHue `restful.py`).
 *
 * @returns undefined for any other path
 */
export function handleNonResourceRequest(
  context: PairingRequestContext,
  request: SimulatorRequest,
): SimulatorResponse | undefined {
  const path = request.path.split('?', 1)[0]?.replace(/\/$/, '');
  if (path === '/api') return createKey(context, request);
  if (path === '/api/config' || path === '/api/0/config') {
    return request.method === 'GET'
      ? jsonResponse(200, toPublicConfig(context))
      : legacyErrorResponse(
          4,
          '/config',
          `method, ${request.method}, not available for resource, /config`,
        );
  }
  return path === '/auth/v1' ? handleKeyTest(context, request) : undefined;
}

function createKey(
  { keys, linkButton }: PairingRequestContext,
  { method, body }: SimulatorRequest,
): SimulatorResponse {
  if (method !== 'POST') {
    return legacyErrorResponse(4, '/', `method, ${method}, not available for resource, /`);
  }
  const requested = parseJson(body);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Creates an error of the legacy API: status 200, and an array at the top level. */
const legacyErrorResponse = (
  type: number,
  address: string,
  description: string,
): SimulatorResponse => jsonResponse(200, [{ error: { type, address, description } }]);

const toPublicConfig = ({
  bridgeId,
  modelId,
}: PairingRequestContext): Readonly<Record<string, unknown>> => ({
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

/** Tests a key: the response has the id of its application in a header, and no body. */
function handleKeyTest(
  { keys, unauthorizedStatus }: PairingRequestContext,
  request: SimulatorRequest,
): SimulatorResponse {
  const key = keys.findKey(request.headers);
  if (key === undefined) {
    return unauthorizedResponse(unauthorizedStatus);
  }
  const application = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const id = application.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { status: 200, headers: { 'hue-application-id': id }, body: Buffer.alloc(0) };
}
