import type { Resource } from '../../resources';
import type { LightCommandOptions, LightResourceType } from '../../vocabulary/light/command';

export interface ProgramParsingContext extends LightCommandOptions {
  /** For example `payload`. */
  at: string;
  lamp: Resource | undefined;
  kind: LightResourceType;
}
