import { definitionOf, isObject, member, membersOf, pathOf } from '../resources';
import type { Resource, ResourceType } from '../resources';
import { parseAmount, parseSwitch } from './amounts';
import { onlyMembers } from './members';
import { plainJson } from './plain-json';
import { accept, refuse, refuseForState } from './result';
import type { Command, Result } from './result';
import { checkedBody } from './service-body';
import type { BodyOptions } from './service-body';

/** What people who come from lamps or other packages write, and what they mean by it. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['on', 'enabled'],
  ['status', 'enabled'],
  ['active', 'enabled'],
  ['activated', 'enabled'],
]);

/**
 * Reads what a flow wants of a sensor.
 *
 * @param payload true, false, "on", "off", "toggle", or an object with `enabled` and `sensitivity`:
 *   a whole number, "low", "medium", "high" or "max"; the service's own body too
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
  if (!isObject(plain.value)) {
    const enabled = readEnabled(plain.value, at, sensor);
    return enabled.ok ? checkedBody(rtype, 'update', { enabled: enabled.value }, options) : enabled;
  }
  return objectCommand(plain.value, rtype, sensor, { ...options, at });
}

function objectCommand(
  payload: Record<string, unknown>,
  rtype: ResourceType,
  sensor: Resource | undefined,
  options: BodyOptions & { at: string },
): Result<Command> {
  const { at } = options;
  const known = wordsOf(rtype);
  const allowed = onlyMembers(payload, known, at, elsewhere);
  if (!allowed.ok) return allowed;
  const body = { ...payload };
  const warnings: string[] = [];
  if (payload['enabled'] !== undefined) {
    const enabled = readEnabled(payload['enabled'], pathOf(at, 'enabled'), sensor);
    if (!enabled.ok) return enabled;
    body['enabled'] = enabled.value;
  }
  if (payload['sensitivity'] !== undefined && !isObject(payload['sensitivity'])) {
    const path = pathOf(at, 'sensitivity');
    const fitted = readSensitivity(payload['sensitivity'], path, sensor);
    if (!fitted.ok) return fitted;
    body['sensitivity'] = { sensitivity: fitted.value.sensitivity };
    warnings.push(...fitted.value.warnings);
  }
  if (Object.keys(body).length === 0) {
    return refuse(at, `something to do, such as ${known.join(', ')}`, payload);
  }
  return checkedBody(rtype, 'update', body, options, warnings);
}

function wordsOf(rtype: ResourceType): readonly string[] {
  const { update } = definitionOf(rtype);
  const members = update === undefined ? [] : [...membersOf(update).keys()];
  return [...members.filter((name) => name !== 'type'), 'type'];
}

function readEnabled(value: unknown, at: string, sensor: Resource | undefined): Result<boolean> {
  const enabled = parseSwitch(value);
  if (enabled !== undefined) return accept(enabled);
  if (value !== 'toggle') return refuse(at, 'true, false or "toggle"', value);
  const present = sensor?.['enabled'];
  return typeof present === 'boolean'
    ? accept(!present)
    : refuseForState(at, 'a sensor whose state is known', value);
}

/** Highest sensitivity that the service's table takes, whatever the sensor. */
const highest = 100;

interface Fitted {
  sensitivity: number;
  warnings: readonly string[];
}

function readSensitivity(value: unknown, at: string, sensor: Resource | undefined): Result<Fitted> {
  const maximum = member(sensor, 'sensitivity', 'sensitivity_max');
  const most = typeof maximum === 'number' && Number.isInteger(maximum) ? maximum : undefined;
  const share = typeof value === 'string' ? sensitivityWords.get(value) : undefined;
  if (share === 0) return accept({ sensitivity: 0, warnings: [] });
  if (share !== undefined) {
    if (most !== undefined) return accept({ sensitivity: Math.round(most * share), warnings: [] });
    return sensor === undefined
      ? refuseForState(at, 'a sensor whose highest sensitivity is known', value)
      : refuse(at, 'a whole number: this sensor does not tell its highest sensitivity', value);
  }
  const amount = parseAmount(value, '');
  const wanted = amount?.kind === 'absolute' ? amount.value : undefined;
  if (wanted === undefined || !Number.isInteger(wanted) || wanted > highest) {
    const words = [...sensitivityWords.keys()].map((word) => `"${word}"`);
    const expected = `a whole number from 0 to ${most ?? highest}, or one of ${words.join(', ')}`;
    return refuse(at, expected, value);
  }
  return accept(fitSensitivity(wanted, most, at));
}

/** Shares of a sensor's highest sensitivity. */
const sensitivityWords: ReadonlyMap<string, number> = new Map([
  ['low', 0],
  ['medium', 0.5],
  ['high', 1],
  ['max', 1],
]);

const fitSensitivity = (wanted: number, most: number | undefined, at: string): Fitted =>
  most === undefined || wanted <= most
    ? { sensitivity: wanted, warnings: [] }
    : {
        sensitivity: most,
        warnings: [`${at}: ${wanted} became ${most}, the highest of this sensor.`],
      };
