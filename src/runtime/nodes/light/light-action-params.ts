import { copyAsSetting } from '../../settings/evaluate-setting';
import type {
  ActionNodeSettings,
  MessageSetting,
  MessageSettingsEvaluator,
  TypedSettings,
} from '../../settings/evaluate-setting';
import type { ActionNodeDef } from '../../node/action-node';
import {
  alexaMessageMembers,
  lightFormatNames,
  messageMembersByFormat,
} from '../../../vocabulary/formats/light-format';
import type { LightFormatContext } from '../../../vocabulary/formats/light-format';
import type { ParseResult } from '../../../vocabulary/parse-result';
import { getNestedMember } from '../../../resources/values/member-access';
import { evaluateTarget } from '../../message/resolve-target-setting';

export interface BrightnessLimitSettings {
  minBrightness?: unknown;
  maxBrightness?: unknown;
}

export type LightSettings = ActionNodeSettings &
  BrightnessLimitSettings &
  TypedSettings<'transition'> &
  Pick<ActionNodeDef, 'format' | 'colorSpace'> & { onlyIf?: unknown; numbers?: unknown };

export type LightDef = ActionNodeDef &
  LightSettings & {
    /** Leaves out changes by commands of this node. */
    foreignChanges?: unknown;
  };

/** What the format reads beside the payload. */
type MessageMembers = Pick<LightFormatContext, 'messageMembers' | 'refusedMembers'>;

export interface LightActionParams extends BrightnessLimitSettings, Partial<MessageMembers> {
  target: MessageSetting;
  command: MessageSetting;
  /** In ms, if the command has none. */
  transition: MessageSetting;
  /** Plain words if missing. */
  format?: unknown;
  /** Of `msg.resource`: what a node of this package has sent may come back, as from a slider. */
  reportedBrightness?: unknown;
  /** For red, green and blue; the lamp's own colours if missing. */
  colorSpace?: unknown;
  onlyIf?: unknown;
  /** How a number that is a whole command is read; in percent if missing. */
  numbers?: unknown;
}

/** Complete after `evaluator.pending`. */
export function evaluateLightSettings(
  evaluator: MessageSettingsEvaluator,
  settings: LightSettings,
): LightActionParams {
  const target = evaluateTarget(evaluator, settings);
  const given = evaluator.evaluateCommand(settings);
  const transition = evaluator.evaluateOptional(settings, 'transition', 'str');
  const { format, minBrightness, maxBrightness, colorSpace, onlyIf, numbers } = settings;
  const limits = { minBrightness, maxBrightness };
  const members = readMessageMembers(evaluator, format, given);
  const command = isDirectiveAlone(evaluator, format, members)
    ? copyAsSetting(null, 'payload')
    : given;
  const words = { format, numbers, ...members };
  const reportedBrightness = readReportedBrightness(evaluator, given);
  return {
    target,
    command,
    transition,
    ...words,
    ...limits,
    colorSpace,
    onlyIf,
    reportedBrightness,
  };
}

/** Undefined unless the payload is a number with decimals, since a resource is large. */
function readReportedBrightness(
  evaluator: MessageSettingsEvaluator,
  command: MessageSetting,
): unknown {
  // The value of a number that may be a reading is not there yet.
  const isOther =
    !command.isValid || (command.value !== undefined && typeof command.value !== 'number');
  if (command.path !== 'payload' || isOther) return undefined;
  const payload = evaluator.getProperty('payload').value;
  if (typeof payload !== 'number' || Number.isInteger(payload)) return undefined;
  const { isValid, value } = evaluator.getProperty('resource');
  return isValid ? getNestedMember(value, 'dimming', 'brightness') : undefined;
}

/** Reads those members, unless the dialog names another command than the payload. */
function readMessageMembers(
  evaluator: MessageSettingsEvaluator,
  format: unknown,
  { path }: MessageSetting,
): MessageMembers {
  if (path !== 'payload') return noMembers;
  const name = lightFormatNames.find((one) => one === format) ?? 'plain';
  const messageMembers: Record<string, unknown> = {};
  const refusedMembers: Record<string, ParseResult<never>> = {};
  for (const member of [...alexaMessageMembers, ...(messageMembersByFormat[name] ?? [])]) {
    const read = evaluator.readMember(member);
    if (!read.ok) refusedMembers[member] = read;
    else if (read.value !== undefined) messageMembers[member] = read.value;
  }
  return { messageMembers, refusedMembers };
}

/** A directive of Alexa, such as "warmer", may come without a payload. */
const isDirectiveAlone = (
  evaluator: MessageSettingsEvaluator,
  format: unknown,
  { messageMembers }: MessageMembers,
): boolean =>
  format === 'alexa' &&
  messageMembers['command'] !== undefined &&
  isMissing(evaluator.readMember('payload'));

const isMissing = (read: ParseResult<unknown>): boolean => read.ok && read.value === undefined;

const noMembers: MessageMembers = { messageMembers: {}, refusedMembers: {} };
