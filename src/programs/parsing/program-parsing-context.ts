import type { Resource } from '../../resources';
import type { LightResourceType } from '../../vocabulary';
import type { LightColorOptions } from '../../vocabulary/light/parse-light-command';
import type { BrightnessLimits } from '../../vocabulary/light/light-property';

export interface ProgramParsingContext extends LightColorOptions {
  /** Path of the command, for example `payload`. */
  at: string;
  lamp: Resource | undefined;
  kind: LightResourceType;
  /** Transition in ms of a command without one. */
  transition?: number | undefined;
  brightnessLimits?: BrightnessLimits | undefined;
}
