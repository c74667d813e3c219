import type { Resource } from '../../resources';
import type { LightResourceType } from '../../vocabulary';
import type { LightColorOptions } from '../../vocabulary/light/parse-light-command';
import type { BrightnessLimits } from '../../vocabulary/light/light-property';

export interface ProgramParsingContext extends LightColorOptions {
  /** Path of the command, for example `payload`. */
  at: string;
  /** Last known state of the lamp or the group. */
  lamp: Resource | undefined;
  kind: LightResourceType;
  /** Transition in ms of a command without one. */
  transition?: number | undefined;
  /** Brightness limits of the node, if it has any. */
  brightnessLimits?: BrightnessLimits | undefined;
}
