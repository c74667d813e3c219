import type { Resource } from '../../resources';
import type { LightResourceType } from '../../vocabulary';
import type { LightColorOptions } from '../../vocabulary/light/parse-light-command';
import type { BrightnessLimits } from '../../vocabulary/light/light-property';

/** Where the command of a program stands, and what it is for. */
export interface ProgramParsingContext extends LightColorOptions {
  /** Path of the command, such as `payload`. */
  at: string;
  /** Last known state of the lamp or the group. */
  lamp: Resource | undefined;
  kind: LightResourceType;
  /** Transition in ms where the command has none. */
  transition?: number | undefined;
  /** Limits of the node for brightness, where it has any. */
  brightnessLimits?: BrightnessLimits | undefined;
}
