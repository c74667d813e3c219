import type { Resource, Members } from '../../resources';
import type { ResourceIndex } from '../lookup/resource-index';
import type { TopicSettings } from './topics';

/** Component in the topics of Home Assistant. */
export type HomeAssistantComponent =
  | 'binary_sensor'
  | 'event'
  | 'light'
  | 'scene'
  | 'sensor'
  | 'switch';

export interface HomeAssistantEntity {
  readonly component: HomeAssistantComponent;
  /** Members of the announcement for this kind of entity. */
  readonly config: Members;
}

/** Names in the user's language, for resources without a name. */
export interface FallbackEntityNames {
  readonly allLights: string;
  readonly dial: string;
  /** @param number as printed on the switch, or the position on the switch */
  button(number: number): string;
}

export interface PublishedHome {
  readonly index: ResourceIndex;
  readonly topics: TopicSettings;
  readonly names: FallbackEntityNames;
  lightsOf(group: Resource): readonly Resource[];
}
