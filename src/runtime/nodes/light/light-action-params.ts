import type {
  ActionNodeSettings,
  MessageSetting,
  MessageSettingsEvaluator,
  TypedSettings,
} from '../../settings/evaluate-setting';
import type { ActionNodeDef } from '../../node/action-definition';
import type { BrightnessLimitSettings } from './brightness-limits';
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
  return { target, command, transition, format, ...limits, colorSpace, onlyIf };
}
