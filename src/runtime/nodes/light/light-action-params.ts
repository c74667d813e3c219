import type {
  ActionNodeSettings,
  MessageSetting,
  MessageSettingsEvaluator,
  TypedSettings,
} from '../../settings/evaluate-setting';
import type { ActionNodeDef } from '../../node/action-definition';
import type { BrightnessLimitSettings } from './brightness-limits';
import { evaluateTarget } from '../../message/resolve-target-setting';

/** Settings of a light node that its dialog can try. */
export type LightSettings = ActionNodeSettings &
  BrightnessLimitSettings &
  TypedSettings<'transition'> &
  Pick<ActionNodeDef, 'format' | 'colorSpace'> & { onlyIf?: unknown };

export type LightDef = ActionNodeDef &
  LightSettings & {
    /** True to send no changes by commands of this node. */
    foreignChanges?: unknown;
  };

export interface LightActionParams extends BrightnessLimitSettings {
  target: MessageSetting;
  command: MessageSetting;
  /** In ms; used if the command has no transition. */
  transition: MessageSetting;
  /** Format of the command; plain words if it is not set. */
  format?: unknown;
  /** Meaning of red, green and blue; the colours of the lamp if it is not set. */
  colorSpace?: unknown;
  /** What must be true of a lamp or group so that it is set; always if it is not set. */
  onlyIf?: unknown;
}

/** The settings are complete after `evaluator.pending`. */
export function evaluateLightSettings(
  evaluator: MessageSettingsEvaluator,
  settings: LightSettings,
): LightActionParams {
  const target = evaluateTarget(evaluator, settings);
  const command = evaluator.evaluateCommand(settings);
  const transition = evaluator.evaluateOptional(settings, 'transition', 'str');
  const { format, minBrightness, maxBrightness, colorSpace, onlyIf } = settings;
  const limits = { minBrightness, maxBrightness };
  return { target, command, transition, format, ...limits, colorSpace, onlyIf };
}
