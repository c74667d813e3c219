import { createHash, randomBytes } from 'node:crypto';
import { isObject, parseJsonOrUndefined } from '../../resources';
import { jsonResponse, createUnauthorizedResponse } from '../http/simulator-response';
import type { SimulatorResponse } from '../http/simulator-response';
import type { SimulatorRequest } from './resource-requests';
import { handleLegacyRequest, legacyErrorResponse } from './legacy-requests';
import type { LegacyRequestContext } from './legacy-requests';
import type { LinkButton } from './link-button';

interface PairingRequestContext extends LegacyRequestContext {
  linkButton: LinkButton;
}

/**
 * Pairing, the test of a key and version 1 of the service, as on real bridges (aiohue `util.py`; diyHue `restful.py`).
 *
 * @returns undefined for any other path
 */
export function handleNonResourceRequest(
  context: PairingRequestContext,
  request: SimulatorRequest,
): SimulatorResponse | undefined {
  const path = request.path.split('?', 1)[0]?.replace(/\/$/, '');
  if (path === '/api') return createKey(context, request);
  if (path?.startsWith('/api/')) return handleLegacyRequest(context, request, path);
  return path === '/auth/v1' ? handleKeyTest(context, request) : undefined;
}

function createKey(
  { keys, linkButton }: PairingRequestContext,
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

/** The response has the id of the application in a header, and no body. */
function handleKeyTest(
  { keys, settings: { unauthorizedStatus } }: PairingRequestContext,
  request: SimulatorRequest,
): SimulatorResponse {
  const key = keys.findKey(request.headers);
  if (key === undefined) {
    return createUnauthorizedResponse(unauthorizedStatus);
  }
  const application = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const id = application.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { status: 200, headers: { 'hue-application-id': id }, body: Buffer.alloc(0) };
}
