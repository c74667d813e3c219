import type { Resource } from '../../resources';
import type { LightCommandOptions, LightResourceType } from '../../vocabulary';

/** The lamp or group of a program, and how its light commands are parsed. */
export interface ProgramParsingContext extends LightCommandOptions {
  /** Path of the command, for example `payload`. */
  at: string;
  lamp: Resource | undefined;
  kind: LightResourceType;
}
