import type {
  ActionNodeSettings,
  MessageSetting,
  MessageSettingsEvaluator,
  TypedSettings,
} from '../../settings/evaluate-setting';
import type { ActionNodeDef } from '../../node/action-definition';
import type { BrightnessLimitSettings } from './brightness-limits';
import type { Members } from '../../../resources';
import {
  lightFormatNames,
  messageMembersByFormat,
} from '../../../vocabulary/formats/light-format-codec';
import { evaluateTarget } from '../../message/resolve-target-setting';

export type LightSettings = ActionNodeSettings &
  BrightnessLimitSettings &
  TypedSettings<'transition'> &
  Pick<ActionNodeDef, 'format' | 'colorSpace'> & { onlyIf?: unknown };

export type LightDef = ActionNodeDef &
  LightSettings & {
    /** Leaves out changes by commands of this node. */
    foreignChanges?: unknown;
  };

export interface LightActionParams extends BrightnessLimitSettings {
  target: MessageSetting;
  command: MessageSetting;
  /** In ms, if the command has none. */
  transition: MessageSetting;
  /** Plain words if missing. */
  format?: unknown;
  /** Those that the format reads beside the payload. */
  messageMembers?: Members;
  /** For red, green and blue; the lamp's own colours if missing. */
  colorSpace?: unknown;
  onlyIf?: unknown;
}

/** Complete after `evaluator.pending`. */
export function evaluateLightSettings(
  evaluator: MessageSettingsEvaluator,
  settings: LightSettings,
): LightActionParams {
  const target = evaluateTarget(evaluator, settings);
  const command = evaluator.evaluateCommand(settings);
  const transition = evaluator.evaluateOptional(settings, 'transition', 'str');
  const { format, minBrightness, maxBrightness, colorSpace, onlyIf } = settings;
  const limits = { minBrightness, maxBrightness };
  const messageMembers = readMessageMembers(evaluator, format, command);
  return { target, command, transition, format, messageMembers, ...limits, colorSpace, onlyIf };
}

/** Returns copies of those members that are plain JSON, unless the dialog names another command than the payload. */
function readMessageMembers(
  evaluator: MessageSettingsEvaluator,
  format: unknown,
  { path }: MessageSetting,
): Members {
  const name = lightFormatNames.find((one) => one === format) ?? 'plain';
  const members = path === 'payload' ? (messageMembersByFormat[name] ?? []) : [];
  if (members.length === 0) return noMembers;
  const settings = members.map((member) => [member, evaluator.getProperty(member)] as const);
  return Object.fromEntries(
    settings.flatMap(([member, setting]) =>
      setting.isValid && setting.value !== undefined ? [[member, setting.value]] : [],
    ),
  );
}

const noMembers: Members = {};
