import type { ReadingType } from '../../resources';
import type { Gamut } from '../../units/gamut';
import type { Xy } from '../../units/light-color';

// What the sidebar shows of a home, as plain JSON: shared by the runtime and the editor.

interface HomeItemMembers {
  readonly id: string;
  /** Name from the user: of the resource, otherwise of its device or room, otherwise the id. */
  readonly name: string;
  /** Id of the room of the resource or of its device. */
  readonly room?: string;
  /** Ids of the zones of the resource. */
  readonly zones?: readonly string[];
  /** Id of the device that the resource is a service of. */
  readonly owner?: string;
  /** Time at which the device was found unreachable, ISO 8601; missing while it is reachable. */
  readonly unreachableSince?: string;
}

/** A colour that a lamp shows, as a point of the CIE 1931 diagram, or a white in mirek. */
export type HomeColor = Xy | { readonly mirek: number };

export interface HomeLight extends HomeItemMembers {
  readonly rtype: 'light';
  readonly on: boolean;
  /** Percent; missing for a lamp that cannot be dimmed. */
  readonly brightness?: number;
  /** Missing while the lamp shows a white. */
  readonly color?: Xy;
  /** White that the lamp shows; missing while it shows a colour. */
  readonly mirek?: number;
  readonly effect?: string;
  /** Colours that the lamp can show; missing if unknown. */
  readonly gamut?: Gamut;
  /** Kind of the lamp, such as `sultan_bulb`. */
  readonly archetype?: string;
  readonly colorCapable: boolean;
  readonly mirekCapable: boolean;
  /** Coldest and warmest white of the lamp; missing unless `mirekCapable`. */
  readonly mirekRange?: readonly [coldest: number, warmest: number];
}

/** A room, a zone or the whole home, with its grouped light. */
export interface HomeGroup extends HomeItemMembers {
  readonly rtype: 'room' | 'zone' | 'bridge_home';
  /** Kind of the room, such as `kitchen`. */
  readonly archetype?: string;
  /** Ids of the lamps. */
  readonly members: readonly string[];
  /** Id for commands to the lamps as a group; missing for a group without lamps. */
  readonly groupedLight?: string;
  /** True while a lamp is on. */
  readonly on: boolean;
  /** Percent; missing while unknown. */
  readonly brightness?: number;
}

export interface HomeScene extends HomeItemMembers {
  readonly rtype: 'scene';
  /** Id of the room, zone or home. */
  readonly group?: string;
  readonly active: boolean;
  /** At most nine colours of the scene, the first ones first. */
  readonly palette?: readonly HomeColor[];
}

export interface HomeSmartScene extends HomeItemMembers {
  readonly rtype: 'smart_scene';
  /** Id of the room, zone or home. */
  readonly group?: string;
  readonly active: boolean;
}

/** Types of sensors; the battery of a device is a member of the items of the device instead. */
export type HomeSensorType = Exclude<ReadingType, 'device_power'>;

export interface HomeSensor extends HomeItemMembers {
  readonly rtype: HomeSensorType;
  /** Null while the sensor has no valid reading, such as a disabled one. */
  readonly value: boolean | number | string | null;
  /** Such as `°C`. */
  readonly unit?: string;
  /** Time of the last report, ISO 8601. */
  readonly changedAt?: string;
  /** Missing for a sensor that cannot be disabled. */
  readonly enabled?: boolean;
  /** Charge of the device in percent, or in one word such as `low`; missing on mains. */
  readonly battery?: number | string;
}

/** A button, dial or bell; the items of one device have the same `owner`. */
export interface HomeControl extends HomeItemMembers {
  readonly rtype: 'button' | 'relative_rotary' | 'bell_button';
  /** Number on the device, `dial` or `bell`; empty if the bridge reports no number. */
  readonly control: string;
  /** Last event, such as `short_release`, or the direction of the dial, such as `clock_wise`. */
  readonly lastPress?: string;
  /** Time of the last event, ISO 8601. */
  readonly at?: string;
  /** Charge of the device in percent, or in one word such as `low`; missing on mains. */
  readonly battery?: number | string;
}

export interface HomeAutomation extends HomeItemMembers {
  readonly rtype: 'behavior_instance';
  readonly enabled: boolean;
  /** `initializing`, `running`, `disabled` or `errored`; missing if the bridge reports none. */
  readonly status?: string;
  /** Name of the script, such as "Wake up". */
  readonly script?: string;
}

/** The plain value of a resource, told apart by `rtype`. */
export type HomeItem =
  | HomeLight
  | HomeGroup
  | HomeScene
  | HomeSmartScene
  | HomeSensor
  | HomeControl
  | HomeAutomation;

/** How the state comes from the bridge, or why it does not. */
export interface HomeConnection {
  /**
   * `live`: the bridge sends changes. `polling`: the bridge is asked for changes. `connecting`: the bridge was not
   * reached yet. `retrying`: the bridge does not respond. `stopped`: the bridge is no longer deployed.
   */
  readonly state:
    | 'live'
    | 'polling'
    | 'connecting'
    | 'retrying'
    | 'no-key'
    | 'key-refused'
    | 'certificate-changed'
    | 'stopped';
  /** Time until the next attempt, in a connection that is `retrying`. */
  readonly retryInSeconds?: number;
  /** Name that the bridge has itself. */
  readonly bridgeName?: string;
  /** Such as `BSB002`. */
  readonly modelId?: string;
  readonly softwareVersion?: string;
}

interface HomeHealthEntry {
  /** Id of the device, or of the sensor if the entry is a disabled sensor. */
  readonly id: string;
  readonly name: string;
  /** Name of the room or zone. */
  readonly room?: string;
}

export interface HomeHealth {
  /** Sorted: the lowest charge first. */
  readonly batteries: readonly (HomeHealthEntry & {
    /** Percent, or one word such as `low`. */
    readonly level: number | string;
    readonly low: boolean;
  })[];
  /** Devices, with the time at which they were found unreachable, ISO 8601. */
  readonly unreachable: readonly (HomeHealthEntry & { readonly since: string })[];
  /** Reachable devices whose radio reports another status than `connected`. */
  readonly zigbee: readonly (HomeHealthEntry & { readonly status: string })[];
  /** Devices with an update that is available, is running or has failed. */
  readonly updates: readonly (HomeHealthEntry & {
    /** Such as `update_pending` or `installing`. */
    readonly state: string;
    /** Problems that the bridge reports, such as `battery_low`; empty without any. */
    readonly problems: readonly string[];
  })[];
  readonly disabledSensors: readonly (HomeHealthEntry & { readonly rtype: string })[];
  readonly requestsPerMinute: number;
  /** Requests of the last minute that the bridge refused because it was overloaded. */
  readonly refusedPerMinute: number;
  /** Requests that wait for their turn. */
  readonly waiting: { readonly count: number; readonly oldestSeconds: number };
  readonly reconnectsLastDay: number;
  /** Certificate that the bridge has to show; missing until it is known. */
  readonly certificate?: { readonly sha256: string; readonly validUntil?: string };
  /** Host and port, such as `192.0.2.10:443`. */
  readonly address: string;
}

/** A message of the stream. */
export type HomeFrame =
  | {
      readonly kind: 'home';
      readonly connection: HomeConnection;
      readonly items: readonly HomeItem[];
    }
  | {
      readonly kind: 'changes';
      readonly changed: readonly HomeItem[];
      readonly removed: readonly string[];
    }
  | { readonly kind: 'connection'; readonly connection: HomeConnection }
  | { readonly kind: 'health'; readonly health: HomeHealth };

export interface HomeCommand {
  /** Type of the resource, such as `light`, `grouped_light`, `scene`, `motion` or `behavior_instance`. */
  readonly rtype: string;
  readonly id: string;
  /** Words of the node for the type, such as `{ "on": true }`, or `true` to recall a scene. */
  readonly command: unknown;
}
