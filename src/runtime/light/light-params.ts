import type { LightParams } from '../actions/light';
import type { ActionSettings, MessageEvaluator } from '../settings/evaluate-setting';

/** Settings of a light node that decide what a message does, as the flow file or a dialog holds them. */
export interface LightSettings extends ActionSettings {
  transition?: unknown;
  transitionType?: unknown;
  format?: unknown;
  minBrightness?: unknown;
  maxBrightness?: unknown;
}

/** Reads the settings of a light node for one message; they are complete when `evaluator.pending` has ended. */
export function parseLightParams(
  evaluator: MessageEvaluator,
  settings: LightSettings,
): LightParams {
  const target = evaluator.evaluateTarget(settings);
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
