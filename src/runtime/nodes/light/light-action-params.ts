import type {
  ActionNodeSettings,
  MessageSetting,
  MessageSettingsEvaluator,
} from '../../settings/evaluate-setting';
import type { BrightnessLimitSettings } from './brightness-limits';
import { evaluateTarget } from '../../message/resolve-target-setting';

export interface LightSettings extends ActionNodeSettings {
  transition?: unknown;
  transitionType?: unknown;
  format?: unknown;
  minBrightness?: unknown;
  maxBrightness?: unknown;
  colorSpace?: unknown;
  onlyIf?: unknown;
}

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
