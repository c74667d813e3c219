/** How a value is compared to say yes or no; `true` takes it as it is. */
export type ComparisonOperator = 'true' | 'above' | 'below' | 'equals';

/** Words for what a value says that is a yes by itself; keys of the texts below `yes`. */
type YesWord = 'motion' | 'open' | 'tampered' | 'on' | 'active' | 'enabled' | 'atHome';

/** What decides yes or no, as far as a dialog knows: a number, something that is true or false, or any value. */
export type ComparedValueType =
  | { readonly kind: 'number'; readonly unit?: string | undefined }
  | { readonly kind: 'yesNo'; readonly word: YesWord }
  | { readonly kind: 'any' };

const yesWords: Readonly<Record<string, YesWord>> = {
  motion: 'motion',
  camera_motion: 'motion',
  grouped_motion: 'motion',
  convenience_area_motion: 'motion',
  security_area_motion: 'motion',
  contact: 'open',
  tamper: 'tampered',
  light: 'on',
  grouped_light: 'on',
  scene: 'active',
  smart_scene: 'active',
  behavior_instance: 'enabled',
  motion_area_configuration: 'enabled',
  geofence_client: 'atHome',
};

/** Numbers that people compare with first, by unit: the dark for motion sensors, a cold room, a weak battery. */
const usualThresholds: Readonly<Record<string, string>> = { lux: '40', '°C': '18', '%': '20' };

/**
 * Describes the plain value of a resource type.
 *
 * @param rtype empty for any
 * @param unit unit of its value, such as `°C`; missing for values without one
 */
export function getComparedValueType(rtype: string, unit: string | undefined): ComparedValueType {
  if (unit !== undefined) return { kind: 'number', unit };
  const word = yesWords[rtype];
  return word === undefined ? { kind: 'any' } : { kind: 'yesNo', word };
}

/** The comparisons that say yes for some values of a kind and no for others, the usual one first. */
export function listComparisons({ kind }: ComparedValueType): readonly ComparisonOperator[] {
  if (kind === 'number') return ['below', 'above', 'equals'];
  return kind === 'yesNo' ? ['true'] : ['true', 'above', 'below', 'equals'];
}

/** The number that such a value is usually compared with, as text; undefined where none is usual. */
export const getUsualThreshold = (value: ComparedValueType): string | undefined =>
  value.kind === 'number' && value.unit !== undefined ? usualThresholds[value.unit] : undefined;

/**
 * Chooses the number for another kind of value: what somebody wrote stays, what is usual for the kind before does not.
 *
 * @param written what the field holds
 */
export function chooseThresholdForType(
  written: string,
  before: ComparedValueType,
  now: ComparedValueType,
): string {
  const isOwn = written !== '' && written !== getUsualThreshold(before);
  return isOwn ? written : (getUsualThreshold(now) ?? '');
}
