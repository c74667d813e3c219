/** `true` takes the value unchanged. */
export type ComparisonOperator = 'true' | 'above' | 'below' | 'equals' | 'notEquals';

/** Key of a text below `yes`: the meaning of `true`. */
type YesWord = 'motion' | 'open' | 'tampered' | 'on' | 'active' | 'enabled' | 'atHome';

/** Type of the value that decides yes or no. */
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

/** By unit: dark for motion sensors, a cold room, a weak battery. */
const usualThresholds: Readonly<Record<string, string>> = { lux: '40', '°C': '18', '%': '20' };

/**
 * @param rtype empty for any
 * @param unit such as `°C`
 */
export function getComparedValueType(rtype: string, unit: string | undefined): ComparedValueType {
  if (unit !== undefined) return { kind: 'number', unit };
  const word = yesWords[rtype];
  return word === undefined ? { kind: 'any' } : { kind: 'yesNo', word };
}

/** Lists the usual comparison first. */
export function listComparisons({ kind }: ComparedValueType): readonly ComparisonOperator[] {
  if (kind === 'number') return ['below', 'above', 'equals', 'notEquals'];
  return kind === 'yesNo' ? ['true'] : ['true', 'above', 'below', 'equals', 'notEquals'];
}

export const getUsualThreshold = (value: ComparedValueType): string | undefined =>
  value.kind === 'number' && value.unit !== undefined ? usualThresholds[value.unit] : undefined;

/** Keeps the user's number; replaces the previous type's usual one. */
export function chooseThresholdForType(
  written: string,
  before: ComparedValueType,
  now: ComparedValueType,
): string {
  const isOwn = written !== '' && written !== getUsualThreshold(before);
  return isOwn ? written : (getUsualThreshold(now) ?? '');
}
