import type { ReadingType } from '../../resources/table';
import type { Gamut, Xy } from '../../units/color';

// Shown in the sidebar, as plain JSON: shared by the runtime and the editor.

interface HomeItemMembers {
  readonly id: string;
  /** From the user: of the resource, otherwise of its device or room, otherwise the id. */
  readonly name: string;
  /** Id of the room of the resource or of its device. */
  readonly room?: string;
  /** Ids. */
  readonly zones?: readonly string[];
  /** Id of the device of a service. */
  readonly owner?: string;
  /** ISO 8601; missing while the device is reachable. */
  readonly unreachableSince?: string;
}

/** A point of the CIE 1931 diagram, or a white in mirek. */
export type HomeColor = Xy | { readonly mirek: number };

export interface HomeLight extends HomeItemMembers {
  readonly rtype: 'light';
  readonly on: boolean;
  /** Percent; missing for a lamp that cannot be dimmed. */
  readonly brightness?: number;
  /** Missing while the lamp shows a white. */
  readonly color?: Xy;
  /** Missing while the lamp shows a colour. */
  readonly mirek?: number;
  readonly effect?: string;
  readonly gamut?: Gamut;
  /** Such as `sultan_bulb`. */
  readonly archetype?: string;
  readonly colorCapable: boolean;
  readonly mirekCapable: boolean;
  /** In mirek; missing unless `mirekCapable`. */
  readonly mirekRange?: readonly [coldest: number, warmest: number];
}

export interface HomeGroup extends HomeItemMembers {
  readonly rtype: 'room' | 'zone' | 'bridge_home';
  readonly archetype?: string;
  /** Ids of lamps. */
  readonly members: readonly string[];
  /** Id; missing for a group without lamps. */
  readonly groupedLight?: string;
  /** While any lamp is on. */
  readonly on: boolean;
  /** Percent. */
  readonly brightness?: number;
}

export interface HomeScene extends HomeItemMembers {
  readonly rtype: 'scene';
  /** Id of the room, zone or home. */
  readonly group?: string;
  readonly active: boolean;
  /** At most nine colours, the first ones first. */
  readonly palette?: readonly HomeColor[];
}

export interface HomeSmartScene extends HomeItemMembers {
  readonly rtype: 'smart_scene';
  /** Id of the room, zone or home. */
  readonly group?: string;
  readonly active: boolean;
}

/** The battery is a member of the device's items instead. */
export type HomeSensorType = Exclude<ReadingType, 'device_power'>;

export interface HomeSensor extends HomeItemMembers {
  readonly rtype: HomeSensorType;
  /** Null without a valid reading, such as for a disabled sensor. */
  readonly value: boolean | number | string | null;
  /** Such as `°C`. */
  readonly unit?: string;
  /** Last report, ISO 8601. */
  readonly changedAt?: string;
  /** Missing if the sensor cannot be disabled. */
  readonly enabled?: boolean;
  /** Missing if the sensor has none. */
  readonly sensitivity?: { readonly value: number; readonly highest: number };
  /** Of a MotionAware zone: `healthy`, `degraded`, `recovering`, `unrecoverable` or `not_running`. */
  readonly health?: string;
  /** Percent, or a word such as `low`; missing on mains. */
  readonly battery?: number | string;
}

export interface HomeControl extends HomeItemMembers {
  readonly rtype: 'button' | 'relative_rotary' | 'bell_button';
  /** Number on the device, `dial` or `bell`; empty if unknown. */
  readonly control: string;
  /** What it can report, such as `short_release`, or `clock_wise` of a dial. */
  readonly events: readonly string[];
  /** Event, such as `short_release`, or direction of the dial, such as `clock_wise`. */
  readonly lastPress?: string;
  /** ISO 8601. */
  readonly at?: string;
  /** Percent, or a word such as `low`; missing on mains. */
  readonly battery?: number | string;
}

export interface HomeAutomation extends HomeItemMembers {
  readonly rtype: 'behavior_instance';
  readonly enabled: boolean;
  /** `initializing`, `running`, `disabled` or `errored`. */
  readonly status?: string;
  /** Such as "Wake up". */
  readonly script?: string;
}

export type HomeItem =
  | HomeLight
  | HomeGroup
  | HomeScene
  | HomeSmartScene
  | HomeSensor
  | HomeControl
  | HomeAutomation;

export interface HomeConnection {
  /**
   * `live`: the bridge sends changes. `polling`: the bridge is asked for changes. `connecting`: not reached yet.
   * `retrying`: no response. `stopped`: not deployed.
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
  readonly retryInSeconds?: number;
  readonly bridgeName?: string;
  /** Such as `BSB002`. */
  readonly modelId?: string;
  readonly softwareVersion?: string;
}

interface HomeHealthEntry {
  /** Id of the device, or of a disabled sensor. */
  readonly id: string;
  readonly name: string;
  /** Room or zone. */
  readonly room?: string;
}

export interface HomeHealth {
  /** Lowest charge first. */
  readonly batteries: readonly (HomeHealthEntry & {
    /** Percent, or a word such as `low`. */
    readonly level: number | string;
    readonly low: boolean;
  })[];
  /** Since when the device was found unreachable, ISO 8601. */
  readonly unreachable: readonly (HomeHealthEntry & { readonly since: string })[];
  /** Reachable devices with another status than `connected`. */
  readonly zigbee: readonly (HomeHealthEntry & { readonly status: string })[];
  /** Available, running or failed. */
  readonly updates: readonly (HomeHealthEntry & {
    /** Such as `update_pending` or `installing`. */
    readonly state: string;
    /** Such as `battery_low`; empty without any. */
    readonly problems: readonly string[];
  })[];
  readonly disabledSensors: readonly (HomeHealthEntry & { readonly rtype: string })[];
  readonly requestsPerMinute: number;
  /** Refused because the bridge was overloaded. */
  readonly refusedPerMinute: number;
  readonly waiting: { readonly count: number; readonly oldestSeconds: number };
  readonly reconnectsLastDay: number;
  readonly certificate?: { readonly sha256: string; readonly validUntil?: string };
  /** Such as `192.0.2.10:443`. */
  readonly address: string;
}

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
  /** Such as `light`, `grouped_light`, `scene`, `motion` or `behavior_instance`. */
  readonly rtype: string;
  readonly id: string;
  /** In the words of the node for the type, such as `{ "on": true }`, or `true` to recall a scene. */
  readonly command: unknown;
}
