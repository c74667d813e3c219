import { isObject } from '../resources';
import type { Resource, ResourceType } from '../resources';
import { plainJson } from './plain-json';
import { refuse } from './result';
import type { Command, Result } from './result';
import { checkedBody } from './service-body';
import type { BodyOptions } from './service-body';

/**
 * Reads what a flow wants of a sensor.
 *
 * @param payload true, false, "on", "off", "toggle", or an object with `enabled`, `sensitivity`
 * @param rtype type of the sensor
 * @param sensor last known state, for "toggle" and the highest sensitivity
 * @returns the body of the PUT. A problem with `needs: 'state'` asks for the sensor's state.
 */
export function sensorCommand(
  payload: unknown,
  rtype: ResourceType,
  sensor: Resource | undefined,
  options: BodyOptions = {},
): Result<Command> {
  const at = options.at ?? 'payload';
  const plain = plainJson(payload, at);
  if (!plain.ok) return plain;
  const word = plain.value;
  if (isObject(word)) return checkedBody(rtype, 'update', word, options);
  if (word === true || word === 'on')
    return checkedBody(rtype, 'update', { enabled: true }, options);
  if (word === false || word === 'off') {
    return checkedBody(rtype, 'update', { enabled: false }, options);
  }
  if (word === 'toggle') {
    const enabled = sensor?.['enabled'];
    if (typeof enabled === 'boolean') {
      return checkedBody(rtype, 'update', { enabled: !enabled }, options);
    }
    const { problem } = refuse(at, 'a sensor whose state is known', word);
    return { ok: false, problem: { ...problem, needs: 'state' } };
  }
  return refuse(at, 'true, false, "on", "off", "toggle" or an object', payload);
}
