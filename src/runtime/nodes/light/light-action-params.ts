import type {
  ActionNodeSettings,
  LocatedSettingResult,
  MessageSettingsEvaluator,
} from '../../settings/evaluate-setting';
import type { BrightnessLimitSettings } from './brightness-limits';
import { evaluateTarget } from '../../message/resolve-target-setting';

/** Settings of a light node that decide what a message does, as the flow file or a dialog holds them. */
export interface LightSettings extends ActionNodeSettings {
  transition?: unknown;
  transitionType?: unknown;
  format?: unknown;
  minBrightness?: unknown;
  maxBrightness?: unknown;
  colorSpace?: unknown;
}

/** Parameters of a message for a lamp or the lamps of a room, zone or home. */
export interface LightActionParams extends BrightnessLimitSettings {
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  /** Transition in ms where the command has none. */
  transition: LocatedSettingResult;
  /** Format that the command is written in; plain words where it is not set. */
  format?: unknown;
  /** What red, green and blue mean; the lamp's own colours where it is not set. */
  colorSpace?: unknown;
}

/** Reads the settings of a light node for one message; they are complete when `evaluator.pending` has ended. */
export function evaluateLightSettings(
  evaluator: MessageSettingsEvaluator,
  settings: LightSettings,
): LightActionParams {
  const target = evaluateTarget(evaluator, settings);
  const command = evaluator.evaluateCommand(settings);
  const transition = evaluator.evaluateOptional(
    settings.transition,
    settings.transitionType,
    'str',
    'transition',
  );
  const { format, minBrightness, maxBrightness, colorSpace } = settings;
  return { target, command, transition, format, minBrightness, maxBrightness, colorSpace };
}
