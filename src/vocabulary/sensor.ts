import { readingTypes, sensorTypes, getResourceDefinition } from '../resources/table';
import type { ResourceType, KnownResourceType } from '../resources/table';
import { isObject, getNumericMember, appendMemberToPath } from '../resources/members';
import type { Members } from '../resources/members';
import { getMemberSchemas } from '../resources/describe-schema';
import type { Resource } from '../resources/resource';
import { parseNumberOrStep, parseEnabled, refuseUnknownMembers } from './values';
import { parsePlainJson } from './plain-json';
import { accept, refuse, refuseWithout } from './parse-result';
import type { ParsedCommandBody, ParseResult } from './parse-result';
import { checkCommandBody } from './service-body';
import type { CommandOptions } from './service-body';
import type { TargetResolver } from './lookup';
import { createTargetResolver } from './lookup';

/**
 * Makes the body that enables or sets a sensor.
 *
 * @param payload words of the help of the sensor node, or the service's own body
 * @param sensor last known state, for "toggle" and the highest sensitivity
 */
export function parseSensorCommand(
  payload: unknown,
  rtype: ResourceType,
  sensor: Resource | undefined,
  options: CommandOptions = {},
): ParseResult<ParsedCommandBody> {
  const { at = 'payload' } = options;
  const plain = parsePlainJson(payload, at);
  if (!plain.ok) return plain;
  if (!isObject(plain.value)) {
    const enabled = parseEnabled(plain.value, { at, resource: sensor, noun: 'a sensor' });
    return enabled.ok
      ? checkCommandBody(rtype, 'update', { enabled: enabled.value }, options)
      : enabled;
  }
  return parseObjectCommand(plain.value, rtype, sensor, { ...options, at });
}

const suggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['on', 'enabled'],
  ['status', '"get" as the whole payload'],
  ['get', '"get" as the whole payload'],
  ['enable', 'enabled: true'],
  ['disable', 'enabled: false'],
  ['disabled', 'enabled: false'],
  ['active', 'enabled'],
  ['activated', 'enabled'],
]);

function parseObjectCommand(
  payload: Members,
  rtype: ResourceType,
  sensor: Resource | undefined,
  options: CommandOptions & { at: string },
): ParseResult<ParsedCommandBody> {
  const { at } = options;
  const allowedMembers = listAllowedMembers(rtype);
  if (payload['sensitivity'] !== undefined && !allowedMembers.includes('sensitivity')) {
    return refuse(
      appendMemberToPath(at, 'sensitivity'),
      { kind: 'noSensitivity' },
      payload['sensitivity'],
    );
  }
  const checkedInput = refuseUnknownMembers(payload, allowedMembers, at, suggestionByAlias);
  if (!checkedInput.ok) return checkedInput;
  const body = { ...payload };
  const warnings: string[] = [];
  if (payload['enabled'] !== undefined) {
    const enabled = parseEnabled(payload['enabled'], {
      at: appendMemberToPath(at, 'enabled'),
      resource: sensor,
      noun: 'a sensor',
    });
    if (!enabled.ok) return enabled;
    body['enabled'] = enabled.value;
  }
  if (payload['sensitivity'] !== undefined && !isObject(payload['sensitivity'])) {
    const path = appendMemberToPath(at, 'sensitivity');
    const clamped = parseSensitivity(payload['sensitivity'], path, sensor);
    if (!clamped.ok) return clamped;
    body['sensitivity'] = { sensitivity: clamped.value.sensitivity };
    warnings.push(...clamped.value.warnings);
  }
  if (Object.keys(body).length === 0) {
    return refuse(at, { kind: 'toDo', values: allowedMembers }, payload);
  }
  return checkCommandBody(rtype, 'update', body, options, warnings);
}

function listAllowedMembers(rtype: ResourceType): readonly string[] {
  const { update } = getResourceDefinition(rtype);
  const members = update === undefined ? [] : [...getMemberSchemas(update).keys()];
  return [...members.filter((name) => name !== 'type'), 'type'];
}

const maxServiceSensitivity = 100;

interface ClampedSensitivity {
  sensitivity: number;
  warnings: readonly string[];
}

function parseSensitivity(
  value: unknown,
  at: string,
  sensor: Resource | undefined,
): ParseResult<ClampedSensitivity> {
  const maximum = getNumericMember(sensor, 'sensitivity', 'sensitivity_max');
  const sensorMaximum = Number.isInteger(maximum) ? maximum : undefined;
  const fraction = typeof value === 'string' ? fractionByKeyword.get(value) : undefined;
  if (fraction === 0) return accept({ sensitivity: 0, warnings: [] });
  if (fraction !== undefined) {
    if (sensorMaximum !== undefined) {
      const sensitivity = Math.round(sensorMaximum * fraction);
      return accept({ sensitivity, warnings: [] });
    }
    if (sensor === undefined)
      return refuseWithout('state', at, 'a sensor whose highest sensitivity is known', value);
    const expected = 'a whole number: this sensor does not report its highest sensitivity';
    return refuse(at, expected, value);
  }
  const amount = parseNumberOrStep(value, '');
  const requested = amount?.kind === 'absolute' ? amount.value : NaN;
  if (Number.isInteger(requested) && requested <= maxServiceSensitivity)
    return accept(clampSensitivity(requested, sensorMaximum, at));
  const values = [...fractionByKeyword.keys()].map((word) => `"${word}"`);
  const limit = sensorMaximum ?? maxServiceSensitivity;
  return refuse(at, { kind: 'wholeRangeOrName', maximum: limit, values }, value);
}

const fractionByKeyword: ReadonlyMap<string, number> = new Map([
  ['low', 0],
  ['medium', 0.5],
  ['high', 1],
  ['max', 1],
]);

const clampSensitivity = (
  requested: number,
  sensorMaximum: number | undefined,
  at: string,
): ClampedSensitivity =>
  sensorMaximum === undefined || requested <= sensorMaximum
    ? { sensitivity: requested, warnings: [] }
    : {
        sensitivity: sensorMaximum,
        warnings: [`${at}: ${requested} became ${sensorMaximum}, the highest of this sensor.`],
      };

const keysByType: Readonly<Record<string, readonly [string, string]>> = {
  motion: ['motion', 'noMotion'],
  camera_motion: ['motion', 'noMotion'],
  grouped_motion: ['motion', 'noMotion'],
  convenience_area_motion: ['motion', 'noMotion'],
  security_area_motion: ['motion', 'noMotion'],
  contact: ['open', 'closed'],
  tamper: ['tampered', 'notTampered'],
};

/** For `true` and `false`, below `status` in the catalogue of the bridge. */
export const getReadingKeys = (rtype: string): readonly [string, string] =>
  keysByType[rtype] ?? ['yes', 'no'];

/** Types with a reading, or that can only be enabled. */
export const readableSensorTypes: readonly KnownResourceType[] = [
  ...new Set([...readingTypes, ...sensorTypes]),
];

/** Types without the battery and the tamper switch. */
const mainTypes = readingTypes.filter((rtype) => sensorTypes.includes(rtype));

/** Resolves a device to its main sensor. */
export const createSensorTargetResolver = (rtypes?: readonly ResourceType[]): TargetResolver =>
  rtypes === undefined
    ? createTargetResolver(readableSensorTypes, mainTypes)
    : createTargetResolver(rtypes);
