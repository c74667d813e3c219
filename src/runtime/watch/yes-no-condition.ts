import { BridgeError } from '../../bridge/errors/bridge-error';
import { isObject } from '../../resources';
import type { ResourceType } from '../../resources';
import { formatSettingPath, toCommandError } from '../settings/node-errors';
import { parseNonEmptyText } from '../settings/evaluate-setting';

/** How a value decides yes or no: by itself (`true`), or by comparison. */
const comparisons = ['true', 'above', 'below', 'equals'] as const;

/** Settings of a rule as the flow file holds them; old or hand-written flows may lack any. */
export interface YesNoConditionSettings {
  yesWhen?: unknown;
  yesValue?: unknown;
  hysteresis?: unknown;
}

/** Decides yes or no for a value. */
export type YesNoCondition =
  | { readonly comparison: 'true' }
  | { readonly comparison: 'equals'; readonly text: string }
  | {
      readonly comparison: 'above' | 'below';
      readonly threshold: number;
      /** How far beyond the threshold a value must go back to end a yes. */
      readonly hysteresis: number;
    };

/**
 * Parses the rule of a node.
 *
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when a comparison lacks what it compares with
 */
export function parseYesNoCondition({
  yesWhen,
  yesValue,
  hysteresis,
}: YesNoConditionSettings): YesNoCondition {
  const comparison = comparisons.find((name) => name === yesWhen) ?? 'true';
  if (comparison === 'true') return { comparison };
  const text = parseNonEmptyText(yesValue) ?? '';
  if (comparison === 'equals') return { comparison, text };
  return {
    comparison,
    threshold: parseThreshold(text, 'yesValue'),
    hysteresis: Math.abs(Number(parseNonEmptyText(hysteresis) ?? 0)) || 0,
  };
}

/**
 * Parses a number that values are compared with.
 *
 * @param name name of the setting, for the error
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when it is no number
 */
export function parseThreshold(value: unknown, name: string): number {
  const text = parseNonEmptyText(value) ?? '';
  const threshold = Number(text);
  if (text !== '' && Number.isFinite(threshold)) return threshold;
  const path = formatSettingPath(name);
  throw toCommandError({ path, expected: 'the number to compare with', received: text });
}

/**
 * Decides yes or no.
 *
 * @param value plain value or property of a resource
 * @param before the decision before, which a value within the hysteresis keeps
 * @returns undefined when the value does not say, as of a sensor that is switched off
 */
export function evaluateYesNoCondition(
  rule: YesNoCondition,
  value: unknown,
  before?: boolean,
): boolean | undefined {
  if (rule.comparison === 'true') return toYesNo(value);
  if (rule.comparison === 'equals') return equalsText(value, rule.text);
  if (typeof value !== 'number') return undefined;
  const { comparison, threshold, hysteresis } = rule;
  const margin = before === true ? hysteresis : 0;
  return comparison === 'above' ? value > threshold - margin : value < threshold + margin;
}

/**
 * Creates the error of a message that asked for a yes or no which there is not.
 *
 * @param name what was asked
 */
export const createMissingYesNoValueError = (name: string, rtype: ResourceType): BridgeError =>
  new BridgeError(
    'ERR_BRIDGE_NOT_FOUND',
    `${name} has no value at present that says yes or no: it is switched off, has not measured yet, or the node compares it with something else. Look at it and at the settings of the node.`,
    { operation: 'get', rtype },
  );

/** What the service says of scenes, which may be active in more than one way. Hue CLIP API reference. */
const activityWords: ReadonlyMap<unknown, boolean> = new Map([
  ['active', true],
  ['static', true],
  ['dynamic_palette', true],
  ['inactive', false],
]);

/** A boolean itself, a lamp by whether it is on, a scene by whether it is active, a number unless it is 0. */
function toYesNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return activityWords.get(value);
  const on = isObject(value) ? value['on'] : undefined;
  return typeof on === 'boolean' ? on : undefined;
}

function equalsText(value: unknown, text: string): boolean | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return String(value) === text;
  return typeof value === 'number' ? value === Number(text) : undefined;
}
