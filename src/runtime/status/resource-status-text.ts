import { sanitizeText } from '../../bridge/errors/sanitize-text';
import { getPlainValue, getResourceDefinition, isObject } from '../../resources';
import type { Resource } from '../../resources';
import { getNestedMember } from '../../resources/values/member-access';
import { getReadingKeys } from '../../vocabulary/sensor/reading-keys';
import type { TranslatableStatusText } from './status-content';

const maxValueLength = 18;

/** Returns the plain value with its unit, or a word for a boolean. */
export function resourceStatusText(resource: Resource): TranslatableStatusText {
  const { type } = resource;
  const own = ownTexts[type]?.(resource);
  if (own !== undefined) return own;
  const value = getPlainValue(resource);
  if (isObject(value)) return lampStatusText(value['on'], value['brightness']) ?? { key: 'read' };
  if (typeof value === 'boolean') {
    const [yes, no] = getReadingKeys(type);
    return { key: value ? yes : no };
  }
  if (typeof value === 'number') return measurementStatusText(value, type);
  return typeof value === 'string'
    ? { key: 'value', values: { value: sanitizeText(value, maxValueLength) } }
    : { key: 'read' };
}

/**
 * Ignores the current value.
 *
 * @param end displayed local time
 */
export function activeUntilStatusText(type: string, end: string): TranslatableStatusText {
  const [yes] = getReadingKeys(type);
  return { key: `until.${yes}`, values: { end } };
}

/** Returns a whole number but for degrees, with the unit of the type; the message has the exact number. */
export function measurementStatusText(value: number, rtype?: string): TranslatableStatusText {
  const unit = rtype === undefined ? undefined : getResourceDefinition(rtype).unit;
  const rounded = unit === '°C' ? Math.round(value * 10) / 10 : Math.round(value);
  const values = { value: String(rounded) };
  return unit === undefined
    ? { key: 'value', values }
    : { key: 'measurement', values: { ...values, unit } };
}

/** Avoids the plain value, whose colour takes long to compute. */
function getLampText(lamp: Resource): TranslatableStatusText {
  const brightness = getNestedMember(lamp, 'dimming', 'brightness');
  return lampStatusText(getNestedMember(lamp, 'on', 'on'), brightness) ?? { key: 'read' };
}

/** Returns `status` for a running or failed automation. */
function getAutomationText({ status, enabled }: Resource): TranslatableStatusText {
  if (status === 'running' || status === 'errored') return { key: status };
  return { key: enabled === true ? 'enabled' : 'disabled' };
}

/** Returns undefined while a sound plays; then the plain value is the status. */
function getSilentSpeakerText(speaker: Resource): TranslatableStatusText | undefined {
  if (getPlainValue(speaker) !== 'no_sound') return undefined;
  return { key: getNestedMember(speaker, 'mute', 'mute') === 'mute' ? 'muted' : 'silent' };
}

const ownTexts: Readonly<
  Record<string, (resource: Resource) => TranslatableStatusText | undefined>
> = {
  light: getLampText,
  grouped_light: getLampText,
  behavior_instance: getAutomationText,
  speaker: getSilentSpeakerText,
  smart_scene: (scene) => ({ key: getPlainValue(scene) === 'active' ? 'active' : 'inactive' }),
  scene: (scene) => ({ key: getPlainValue(scene) === 'inactive' ? 'inactive' : 'active' }),
};

/**
 * @param brightness percent
 * @returns undefined if neither is known
 */
export function lampStatusText(
  on: unknown,
  brightness: unknown,
): TranslatableStatusText | undefined {
  if (on === false) return { key: 'off' };
  if (typeof brightness === 'number') {
    return { key: 'brightness', values: { brightness: Math.round(brightness) } };
  }
  return on === true ? { key: 'on' } : undefined;
}
