import { createDaylightCurve, parseDaylightSettings } from '../nodes/daylight/daylight-settings';
import { previewDay } from '../nodes/daylight/preview-day';
import { readTimeZone } from '../bridge/bridge-sun-report';
import { getBridgeSession } from '../bridge/bridge-node';
import { isObject } from '../../resources/values/member-access';
import { getBodyTextMember } from './route-handler';
import type { RouteHandler } from './route-handler';
import type { DaylightPreviewResponse } from '../nodes/daylight/preview-day';

/**
 * Returns the curve of today.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for invalid settings
 */
export const previewDaylightRoute: RouteHandler<DaylightPreviewResponse> = async ({
  RED,
  body,
}) => {
  const settings = parseDaylightSettings(isObject(body['settings']) ? { ...body['settings'] } : {});
  const bridge = await getBridgeSession(RED, getBodyTextMember(body, 'bridge'))?.open();
  const stateCache = bridge?.client.stateCache;
  const curve = await createDaylightCurve(settings.curve, stateCache);
  return previewDay(curve, Date.now(), readTimeZone(stateCache));
};
