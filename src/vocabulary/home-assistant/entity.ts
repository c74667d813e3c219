import type { Resource } from '../../resources';
import type { ResourceIndex } from '../lookup/resource-index';
import type { TopicSettings } from './topics';

/** A kind of entity of Home Assistant, as it stands in its topics. */
export type HomeAssistantComponent =
  | 'binary_sensor'
  | 'event'
  | 'light'
  | 'scene'
  | 'sensor'
  | 'switch';

/** A resource as Home Assistant shows it. */
export interface HomeAssistantEntity {
  readonly component: HomeAssistantComponent;
  /** Members of the announcement that only this kind of entity has. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Names in the words of the user, for what the bridge gives no name to. */
export interface FallbackEntityNames {
  /** All lamps of the home. */
  readonly allLights: string;
  readonly dial: string;
  /** @param number as it is printed on the switch, or its place on it */
  button(number: number): string;
}

/** A home and how it is published. */
export interface PublishedHome {
  readonly index: ResourceIndex;
  readonly topics: TopicSettings;
  readonly names: FallbackEntityNames;
  /** The lamps of a group. */
  lightsOf(group: Resource): readonly Resource[];
}
