import { BridgeError } from '../../bridge/errors';
import { isObject } from '../../resources/members';
import type { ResourceType } from '../../resources/table';
import { reachableByStatus } from '../message';
import { parseNonEmptyText } from '../stored-settings';
import { createSettingError } from '../errors';

/** `true`: the value decides by itself. */
const comparisons = ['true', 'above', 'below', 'equals', 'notEquals'] as const;

export interface YesNoConditionSettings {
  yesWhen?: unknown;
  yesValue?: unknown;
  hysteresis?: unknown;
}

export type YesNoCondition =
  | { readonly comparison: 'true' }
  | { readonly comparison: 'equals'; readonly text: string }
  | { readonly comparison: 'notEquals'; readonly text: string }
  | {
      readonly comparison: 'above' | 'below';
      readonly threshold: number;
      /** Distance back beyond the threshold that ends a yes. */
      readonly hysteresis: number;
    };

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND without a threshold or value */
export function parseYesNoCondition({
  yesWhen,
  yesValue,
  hysteresis,
}: YesNoConditionSettings): YesNoCondition {
  const comparison = comparisons.find((name) => name === yesWhen) ?? 'true';
  if (comparison === 'true') return { comparison };
  const text = parseNonEmptyText(yesValue) ?? '';
  if (comparison === 'equals' || comparison === 'notEquals') return { comparison, text };
  return {
    comparison,
    threshold: parseThreshold(text, 'yesValue'),
    hysteresis: Math.abs(Number(parseNonEmptyText(hysteresis) ?? 0)) || 0,
  };
}

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND */
export function parseThreshold(value: unknown, name: string): number {
  const text = parseNonEmptyText(value) ?? '';
  const threshold = Number(text);
  if (text !== '' && Number.isFinite(threshold)) return threshold;
  throw createSettingError(name, 'the number to compare with', text);
}

/**
 * @param value plain value or property
 * @param before a value within the hysteresis keeps it
 * @returns undefined if the value allows no decision, such as for a disabled sensor
 */
export function evaluateYesNoCondition(
  rule: YesNoCondition,
  value: unknown,
  before?: boolean,
): boolean | undefined {
  if (rule.comparison === 'true') return toYesNo(value);
  if (rule.comparison === 'equals') return equalsText(value, rule.text);
  if (rule.comparison === 'notEquals') {
    const isEqual = equalsText(value, rule.text);
    return isEqual === undefined ? undefined : !isEqual;
  }
  if (typeof value !== 'number') return undefined;
  const { comparison, threshold, hysteresis } = rule;
  const margin = before === true ? hysteresis : 0;
  return comparison === 'above' ? value > threshold - margin : value < threshold + margin;
}

export const createMissingYesNoValueError = (name: string, rtype: ResourceType): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_NOT_FOUND',
    `${name} has no value at present that says yes or no: it is switched off, has not measured yet, or the node compares it with something else. Look at it and at the settings of the node.`,
    { operation: 'get', rtype },
  );

export const createMissingReadingError = (name: string, rtype: ResourceType): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_NOT_FOUND',
    `${name} has no value at present: it is switched off or has not measured yet. Look at it, or let the node send null, too: see its settings.`,
    { operation: 'get', rtype },
  );

/** Hue CLIP API reference. */
const activityWords: ReadonlyMap<unknown, boolean> = new Map([
  ['active', true],
  ['static', true],
  ['dynamic_palette', true],
  ['inactive', false],
]);

/**
 * Returns a boolean itself; true for a lamp that is on, an active scene, a reachable radio, and a number other than
 * 0.
 */
function toYesNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return activityWords.get(value) ?? reachableByStatus.get(value);
  const on = isObject(value) ? value['on'] : undefined;
  return typeof on === 'boolean' ? on : undefined;
}

function equalsText(value: unknown, text: string): boolean | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value) === text;
  return typeof value === 'number' ? value === Number(text) : undefined;
}
