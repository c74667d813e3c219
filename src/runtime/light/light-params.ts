import type {
  ActionSettings,
  LocatedSettingResult,
  MessageEvaluator,
} from '../settings/evaluate-setting';
import type { BrightnessLimitSettings } from './brightness-limits';
import { evaluateTarget } from '../targets/find-target';

/** Settings of a light node that decide what a message does, as the flow file or a dialog holds them. */
export interface LightSettings extends ActionSettings {
  transition?: unknown;
  transitionType?: unknown;
  format?: unknown;
  minBrightness?: unknown;
  maxBrightness?: unknown;
}

/** Parameters of a message for a lamp or the lamps of a room, zone or home. */
export interface LightParams extends BrightnessLimitSettings {
  target: LocatedSettingResult;
  command: LocatedSettingResult;
  /** Transition in ms where the command has none. */
  transition: LocatedSettingResult;
  /** Format that the command is written in; plain words where it is not set. */
  format?: unknown;
}

/** Reads the settings of a light node for one message; they are complete when `evaluator.pending` has ended. */
export function parseLightParams(
  evaluator: MessageEvaluator,
  settings: LightSettings,
): LightParams {
  const target = evaluateTarget(evaluator, settings);
  const command = evaluator.evaluateCommand(settings);
  const transition = evaluator.evaluateOptional(
    settings.transition,
    settings.transitionType,
    'str',
    'transition',
  );
  const { format, minBrightness, maxBrightness } = settings;
  return { target, command, transition, format, minBrightness, maxBrightness };
}
