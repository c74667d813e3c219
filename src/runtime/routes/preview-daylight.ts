import { mirekToKelvin } from '../../units/light-color';
import { createCurve } from '../daylight/create-curve';
import { parseDaylightSettings } from '../daylight/daylight-settings';
import { getSession } from '../session/bridge-node';
import { isObject } from '../../resources/member-access';
import { getBodyText } from './route-handler';
import type { RouteHandler } from './route-handler';
import type { DaylightPreviewResponse } from './route-responses';

const minutesPerDay = 1_440;
/** Time between two points, in minutes. */
const step = 10;

/**
 * Returns the light of today, for the drawing in the dialog of a daylight node.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for settings that the node would refuse
 */
export const previewDaylightRoute: RouteHandler<DaylightPreviewResponse> = async (
  { RED },
  body,
) => {
  const settings = parseDaylightSettings(isObject(body['settings']) ? { ...body['settings'] } : {});
  const handle = await getSession(RED, getBodyText(body, 'bridge'))?.open();
  const curve = await createCurve(settings.curve, handle?.client.mirror);
  const midnight = new Date().setHours(0, 0, 0, 0);
  const points = Array.from({ length: minutesPerDay / step + 1 }, (_, index) => {
    const { mirek, brightness } = curve(midnight + index * step * 60_000);
    return {
      minute: index * step,
      kelvin: mirekToKelvin(mirek),
      ...(brightness === undefined ? {} : { brightness }),
    };
  });
  return { points, minute: Math.floor((Date.now() - midnight) / 60_000) };
};
