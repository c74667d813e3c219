import type { NodeMessage } from 'node-red';
import type { BridgeError } from '../../bridge/errors';
import { getPlainValue, getResourceDefinition, isKnownResourceType } from '../../resources';
import { getSensorReportValue } from '../../resources/definitions/sensor-report-definition';
import { getNestedMember, isObject } from '../../resources/values/member-access';
import { describeValue } from '../../resources/validation/describe-problem';
import { parsePlainJson } from '../../vocabulary/plain-json';
import { toCommandError } from './node-errors';

/**
 * Refuses a reading of a sensor or poll node: a command would take 23.4 °C as a brightness of 23.4 %, and three open
 * windows as 3 %.
 *
 * @param message with `msg.resource`, or `msg.values` for one value of several resources
 * @returns undefined for a number that is not the reading in the message, and for a value of lamps
 */
export function refuseReading(message: NodeMessage, payload: number): BridgeError | undefined {
  const meaning =
    describeReading(message, payload) ??
    describeCombinedValue(copyProperty(message, 'bridge'), payload);
  if (meaning === undefined) return undefined;
  const isPercentage = payload >= 0 && payload <= 100;
  const wayOut = isPercentage ? ` As a brightness it is written { "brightness": ${payload} }.` : '';
  const likelyCause = `This is ${meaning}: let a change or function node before this one set the payload, such as to true.${wayOut}`;
  return toCommandError({ path: 'payload', expected: 'a command', received: payload, likelyCause });
}

function copyProperty(message: NodeMessage, name: 'resource' | 'bridge'): unknown {
  const given: unknown = Object.getOwnPropertyDescriptor(message, name)?.value;
  const copied = parsePlainJson(given, name);
  return copied.ok ? copied.value : undefined;
}

/** Recognises the plain value, and the value as the sensor reports it. */
function describeReading(message: NodeMessage, payload: number): string | undefined {
  const resource = copyProperty(message, 'resource');
  const rtype = getNestedMember(resource, 'type');
  if (!isObject(resource) || typeof rtype !== 'string' || !isKnownResourceType(rtype))
    return undefined;
  const { unit, valueDescription = 'reading', report } = getResourceDefinition(rtype);
  if (unit === undefined) return undefined;
  const isReading = getPlainValue({ ...resource, type: rtype, id: '' }) === payload;
  if (!isReading && (report === undefined || getSensorReportValue(resource, report) !== payload))
    return undefined;
  const { topic } = message;
  const ofTopic = typeof topic === 'string' ? ` of ${describeValue(topic)}` : '';
  // The sensor's own value may have another scale.
  return `the ${valueDescription}${ofTopic}${isReading ? `, in ${unit}` : ''}`;
}

/** Describes a value of several resources other than lamps. */
function describeCombinedValue(bridge: unknown, payload: number): string | undefined {
  const combine = getNestedMember(bridge, 'combine');
  const rtype = getNestedMember(bridge, 'rtype');
  if (typeof combine !== 'string' || typeof rtype !== 'string') return undefined;
  if (getNestedMember(bridge, 'value') !== payload) return undefined;
  if (combine === 'count') return `how many ${rtype} resources a poll node has counted`;
  if (rtype === 'light' || rtype === 'grouped_light') return undefined;
  const { unit, valueDescription = 'value' } = isKnownResourceType(rtype)
    ? getResourceDefinition(rtype)
    : {};
  return `the ${combine} ${valueDescription} of several ${rtype} resources${unit === undefined ? '' : `, in ${unit}`}`;
}
