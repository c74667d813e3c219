import { isWellFormedResourceTypeName } from '../../resources/identifiers';
import type { ResourceType } from '../../resources/table';
import { colorSpaceNames } from '../../units/color';
import type { ColorSpace } from '../../units/color';
import { splitCommaList } from '../../vocabulary/button';
import { lightFormatNames } from '../../vocabulary/formats/light-format';
import type { LightFormatName } from '../../vocabulary/formats/light-format';
import { buttonResourceTypes } from '../../vocabulary/lookup';
import { createNotConfiguredError } from '../errors';
import { defaultPollingIntervals, parseInterval } from '../numeric-settings';
import { parseChoice } from '../settings';
import { parseNonEmptyText } from '../stored-settings';
import type { NodeSettings, StoredTarget } from '../stored-settings';
import { parseYesNoCondition } from './yes-no-condition';
import type { YesNoCondition, YesNoConditionSettings } from './yes-no-condition';

export const valueCombinationMethods = [
  'any',
  'all',
  'none',
  'count',
  'mean',
  'lowest',
  'highest',
] as const;
export type ValueCombinationMethod = (typeof valueCombinationMethods)[number];

const numericCombinations = ['mean', 'lowest', 'highest'] as const;
export type NumericCombination = (typeof numericCombinations)[number];

/** Other combinations count the values that say yes. */
export const isNumericCombination = (
  combination: ValueCombinationMethod | undefined,
): combination is NumericCombination => numericCombinations.some((one) => one === combination);

/** What a poll node watches, when it sends, and what its messages have. */
export interface PollSettings {
  rtype: ResourceType;
  /** In ms. */
  interval: number;
  emit: 'change' | 'poll' | 'request';
  /** A typed target may be the id of a device, a room or a zone. */
  mayBeOwner: boolean;
  /** `resource`, `value` or the path of a property. */
  output: string;
  /** For the plain value of lamps and groups. */
  format: LightFormatName;
  /** For red, green and blue; undefined for the lamp's own colours. */
  colorSpace?: ColorSpace | undefined;
  /** Empty for all. */
  properties: readonly string[];
  /** 0 for any change. */
  smallestChange: number;
  /** Id or name; empty for all. */
  room: string;
  origin: 'any' | 'own' | 'foreign';
  emitAtStart: boolean;
  /** Sends nothing instead of null. */
  onlyReadings: boolean;
  /** For an event such as a press, which is not sent later. */
  isMoment: boolean;
  unreachableIsOff: boolean;
  connectionMessages: boolean;
  /** Undefined if each resource has its own messages. */
  combine?: ValueCombinationMethod;
  /** The first output is for yes, the second for no. */
  isSplit: boolean;
  /** Says which values are a yes. */
  rule: YesNoCondition;
}

export type PollNodeDef = NodeSettings<
  keyof PollSettings | keyof YesNoConditionSettings | keyof StoredTarget | 'split' | 'colorNames'
>;

/**
 * Reads what the dialog has stored.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED if no type is chosen; ERR_BRIDGE_INVALID_COMMAND for a wrong choice
 * of colours
 */
export function parsePollSettings(def: PollNodeDef): PollSettings {
  const { rtype } = def;
  if (!isWellFormedResourceTypeName(rtype)) {
    throw createNotConfiguredError(
      'NO_TYPE',
      'No resource type is chosen. Open the node and choose what to watch.',
    );
  }
  const isSplit = def.split === 'yes-no';
  const isMoment = buttonResourceTypes.some((type) => type === rtype);
  const combine = valueCombinationMethods.find((name) => name === def.combine);
  const isRuleUsed = isSplit || (combine !== undefined && !isNumericCombination(combine));
  return {
    rtype,
    colorSpace: parseChoice(def.colorSpace, colorSpaceNames, 'colorSpace'),
    interval: parseInterval(def.interval, defaultPollingIntervals.poll),
    emit: def.emit === 'poll' || def.emit === 'request' ? def.emit : 'change',
    mayBeOwner: def.targetType === 'str',
    output: parseNonEmptyText(def.output) ?? 'value',
    format: lightFormatNames.find((name) => name === def.format) ?? 'plain',
    properties: splitCommaList(parseNonEmptyText(def.properties)),
    smallestChange: parsePositiveNumber(def.smallestChange) ?? 0,
    room: parseNonEmptyText(def.room) ?? '',
    origin: def.origin === 'own' || def.origin === 'foreign' ? def.origin : 'any',
    emitAtStart: !isMoment && def.emitAtStart === true,
    onlyReadings: def.onlyReadings === true,
    isMoment,
    unreachableIsOff: def.unreachableIsOff === true,
    connectionMessages: def.connectionMessages === true,
    ...(combine === undefined ? {} : { combine }),
    isSplit,
    rule: parseYesNoCondition(isRuleUsed ? def : {}),
  };
}

function parsePositiveNumber(value: unknown): number | undefined {
  const number = Number(parseNonEmptyText(value) ?? 0);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
