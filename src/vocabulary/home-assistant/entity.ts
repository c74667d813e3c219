import type { Resource, Members } from '../../resources';
import type { ResourceIndex } from '../lookup/resource-index';
import type { TopicSettings } from './topics';

export type HomeAssistantComponent =
  | 'binary_sensor'
  | 'event'
  | 'light'
  | 'scene'
  | 'sensor'
  | 'switch';

export interface HomeAssistantEntity {
  readonly component: HomeAssistantComponent;
  /** Of the announcement. */
  readonly config: Members;
}

/** In the user's language. */
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
