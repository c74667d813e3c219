import { isTamperedWith } from '../../../resources/sensor-report';
import {
  getNestedMember,
  getListMember,
  getNumericMember,
  getXyMember,
  isObject,
} from '../../../resources/members';
import type { Members } from '../../../resources/members';
import type { Resource } from '../../../resources/resource';
import { roundTo } from '../../../units/arithmetic';
import { rgbToHex } from '../../../units/color';
import type { Rgb, Xy } from '../../../units/color';
import { nameBasicColor, xyToHueMagicRgb } from './colors';

/** `msg.payload`, `msg.info` and, of an automation, `msg.configuration`. */
export interface HueMagicState {
  readonly payload: Members;
  readonly info: Members;
  readonly configuration?: unknown;
}

/** Undefined for a type that HueMagic does not send. */
export function createHueMagicState(source: HueMagicSource): HueMagicState | undefined {
  const { resource } = source;
  const create = statesByType.get(resource.type);
  if (create === undefined) return undefined;
  const { payload, info } = create(source);
  return {
    payload,
    info,
    ...(resource.type === 'behavior_instance'
      ? { configuration: resource['configuration'] ?? {} }
      : {}),
  };
}

const getBrightness = (light: Resource): number | undefined =>
  getNumericMember(light, 'dimming', 'brightness');

function createPowerMembers(light: Resource): Members {
  const brightness = getBrightness(light);
  return {
    on: getNestedMember(light, 'on', 'on') ?? false,
    brightness: brightness ?? false,
    brightnessLevel: brightness === undefined ? false : Math.round((254 / 100) * brightness),
  };
}

/** The hexadecimal digits have no `#`. */
function createColorMembers(xy: Xy, light: Resource): { rgb: Rgb; hex: string; xyColor: Xy } {
  const rgb = xyToHueMagicRgb(xy, getBrightness(light) ?? 100);
  return { rgb, hex: rgbToHex(rgb).slice(1), xyColor: { x: xy.x, y: xy.y } };
}

/** Each up to a number of mirek. */
const whiteNames = [
  ['cold', 200],
  ['normal', 350],
  ['warm', 410],
  ['hot', Infinity],
] as const;

function createWhiteMembers(light: Resource): Members {
  if (light['color_temperature'] === undefined) return {};
  const mirek = getNumericMember(light, 'color_temperature', 'mirek');
  const name = mirek && whiteNames.find(([, end]) => mirek < end)?.[0];
  return { colorTemp: mirek ?? false, colorTempName: name ?? 'unknown' };
}

function createEffectMembers(light: Resource): { payload: Members; model: Members } {
  const { effects_v2: newer, effects: older, timed_effects: timed } = light;
  const [status, names] =
    newer === undefined
      ? [getNestedMember(older, 'status'), getNestedMember(older, 'effect_values')]
      : [
          getNestedMember(newer, 'status', 'effect'),
          getNestedMember(newer, 'action', 'effect_values'),
        ];
  const timedStatus = getNestedMember(timed, 'status') ?? 'no_effect';
  const timedEffects = getNestedMember(timed, 'effect_values') ?? [];
  const hasEffects = newer !== undefined || older !== undefined;
  return {
    payload: {
      ...(hasEffects ? { effect: status ?? 'no_effect' } : {}),
      ...(timed === undefined ? {} : { timedEffect: timedStatus }),
    },
    model: {
      ...(hasEffects ? { effectsV2: newer !== undefined, effects: names ?? [] } : {}),
      ...(timed === undefined ? {} : { timedEffects }),
    },
  };
}

function createGradientMembers(light: Resource): Members {
  const { gradient } = light;
  if (!isObject(gradient)) return {};
  const points = getListMember(gradient, 'points');
  const colors = points.flatMap((point) => {
    const xy = getXyMember(point, 'color', 'xy');
    return xy === undefined ? [] : [createColorMembers(xy, light)];
  });
  return {
    gradient: {
      colors,
      numColors: points.length,
      totalColors: gradient['points_capable'],
      mode: toFlag(gradient['mode']),
    },
  };
}

const createLightState: StateCreator = (source) => {
  const { resource: light, at } = source;
  const xy = getXyMember(light, 'color', 'xy');
  const color = xy && createColorMembers(xy, light);
  const effects = createEffectMembers(light);
  const { powerup } = light;
  const isNamed = color !== undefined && source.options?.colorNames !== false;
  return {
    payload: {
      ...createPowerMembers(light),
      ...createReachability(source),
      updated: formatHueMagicTime(at),
      ...color,
      ...(isNamed ? { color: nameBasicColor(color.rgb) } : {}),
      ...createWhiteMembers(light),
      ...effects.payload,
      ...(powerup === undefined ? {} : { powerUp: getNestedMember(powerup, 'preset') ?? false }),
      ...createGradientMembers(light),
    },
    info: {
      ...createHueMagicInfo(source, 'light'),
      name:
        getNestedMember(light, 'metadata', 'name') ??
        getNestedMember(source.owner, 'metadata', 'name') ??
        false,
      model: {
        ...createModelInfo(source),
        friendsOfHue: true,
        ...(color === undefined
          ? {}
          : {
              colorGamut: getNestedMember(light, 'color', 'gamut'),
              colorGamutType: getNestedMember(light, 'color', 'gamut_type'),
            }),
        ...effects.model,
      },
    },
  };
};

const createGroupState: StateCreator = ({ resource, owner, services, at }) => {
  const resources: Record<string, string[]> = {};
  for (const { id, type } of services) (resources[type] ??= []).push(id);
  return {
    payload: { ...createPowerMembers(resource), updated: formatHueMagicTime(at) },
    info: {
      id: owner?.id ?? resource.id,
      idV1: toFlag(owner?.['id_v1']),
      name: getNestedMember(owner, 'metadata', 'name') ?? 'all',
      resources,
      type: 'group',
    },
  };
};

const createSensorState =
  (
    createReading: (source: HueMagicSource) => Members,
    getType: (resource: Resource) => string = ({ type }) => type,
  ): StateCreator =>
  (source) => ({
    payload: {
      active: source.resource['enabled'],
      ...createReachability(source),
      ...createReading(source),
      updated: formatHueMagicTime(source.at),
    },
    info: createInfo(source, getType(source.resource)),
  });

/** Newer firmware sends a separate report. */
const getReading = ({ resource }: HueMagicSource, member: string, name: string): unknown =>
  getNestedMember(resource, member, `${name}_report`, name) ??
  getNestedMember(resource, member, name);

const createMotionState = createSensorState((source) => {
  const { sensitivity } = source.resource;
  return {
    motion: getReading(source, 'motion', 'motion') === true,
    ...(sensitivity === undefined
      ? {}
      : {
          sensitivity: getNestedMember(sensitivity, 'sensitivity'),
          sensitivityMax: getNestedMember(sensitivity, 'sensitivity_max'),
        }),
  };
});

const createContactState = createSensorState((source) => {
  const report = source.resource['contact_report'];
  const tampered = isTamperedWith(findService(source, 'tamper'));
  return {
    contact: getNestedMember(report, 'state') ?? false,
    changed: getNestedMember(report, 'changed') ?? false,
    ...(tampered === undefined ? {} : { tampered }),
  };
});

/** Each up to a number of °C. */
export const temperatureNames = [
  ['very cold', 0],
  ['cold', 11],
  ['slightly cold', 16],
  ['comfortable', 22],
  ['slightly warm', 27],
  ['warm', 33],
  ['hot', 39],
  ['very hot', Infinity],
] as const;

const createTemperatureState = createSensorState((source) => {
  const deviceValue = getReading(source, 'temperature', 'temperature');
  if (typeof deviceValue !== 'number') return {};
  const offset = source.options?.offset ?? 0;
  const celsius = roundTo(deviceValue + offset, 2);
  return {
    celsius,
    fahrenheit: roundTo(celsius * 1.8 + 32, 2),
    temperatureIs: temperatureNames.find(([, end]) => celsius < end)?.[0],
    deviceValue,
    offset,
  };
});

/** In lux, as in HueMagic. */
export const usualDarkThreshold = 90;

const createLightLevelState = createSensorState(
  (source) => {
    const lightLevel = getReading(source, 'light', 'light_level');
    if (typeof lightLevel !== 'number') return {};
    const lux = Math.round(10 ** ((lightLevel - 1) / 10_000));
    const darkThreshold = source.options?.darkThreshold ?? usualDarkThreshold;
    return {
      lux,
      lightLevel,
      dark: lux < darkThreshold,
      daylight: lux >= darkThreshold,
      darkThreshold,
    };
  },
  () => 'light_level',
);

const degreesPerStep = 360 / 1_000;

function createRotation(press: HueMagicPress | undefined): unknown {
  const { rotation } = press ?? {};
  if (press === undefined || rotation === undefined) return false;
  const steps = Math.abs(rotation.steps);
  return {
    action: rotation.action,
    direction: press.event,
    clockwise: press.event === 'clock_wise',
    steps,
    degrees: Math.round(degreesPerStep * steps),
    duration: rotation.duration,
  };
}

const createButtonState: StateCreator = (source) => {
  const { resource, press } = source;
  const isTurn = press?.rotation !== undefined;
  const mode = getNestedMember(findService(source, 'switch_input_configuration'), 'switch_mode');
  return {
    payload: {
      ...createReachability(source),
      button: isTurn ? false : (getNestedMember(resource, 'metadata', 'control_id') ?? false),
      action: press === undefined || isTurn ? false : press.event,
      updated: formatHueMagicTime(source.at),
      doorbell: resource.type === 'bell_button',
      rotation: createRotation(press),
    },
    info: createInfo(source, 'button', {
      switchMode: getNestedMember(mode, 'mode') ?? false,
      switchModes: getNestedMember(mode, 'mode_values') ?? false,
    }),
  };
};

const createSpeakerState: StateCreator = (source) => {
  const { resource, at } = source;
  const getSound = (kind: string): unknown => {
    const sound = getNestedMember(resource, kind, 'status', 'sound');
    return sound === undefined || sound === '' || sound === 'no_sound' ? false : sound;
  };
  const [alarm, chime, alert] = soundKinds.map(getSound);
  return {
    payload: {
      ...createReachability(source),
      muted: getNestedMember(resource, 'mute', 'mute') === 'mute',
      alarm,
      chime,
      alert,
      updated: formatHueMagicTime(at),
      playing: [alarm, chime, alert].some((sound) => sound !== false),
    },
    info: createInfo(source, 'speaker', {
      sounds: Object.fromEntries(
        soundKinds.map((kind) => [kind, getNestedMember(resource, kind, 'sound_values') ?? false]),
      ),
    }),
  };
};

const createAutomationState: StateCreator = ({ resource, at }) => ({
  payload: {
    enabled: resource['enabled'] === true,
    status: toFlag(resource['status']),
    running: resource['status'] === 'running',
    lastError: toFlag(resource['last_error']),
    updated: formatHueMagicTime(at),
  },
  info: {
    id: resource.id,
    idV1: toFlag(resource['id_v1']),
    name: toFlag(getNestedMember(resource, 'metadata', 'name')),
    type: 'automation',
    script: toFlag(resource['script_id']),
  },
});

const statesByType: ReadonlyMap<string, StateCreator> = new Map([
  ['light', createLightState],
  ['grouped_light', createGroupState],
  ['motion', createMotionState],
  ['camera_motion', createMotionState],
  ['grouped_motion', createMotionState],
  ['convenience_area_motion', createMotionState],
  ['security_area_motion', createMotionState],
  ['contact', createContactState],
  ['temperature', createTemperatureState],
  ['light_level', createLightLevelState],
  ['grouped_light_level', createLightLevelState],
  ['button', createButtonState],
  ['bell_button', createButtonState],
  ['relative_rotary', createButtonState],
  ['speaker', createSpeakerState],
  ['behavior_instance', createAutomationState],
]);

export interface HueMagicSource {
  /** A service, or a resource without an owner, such as an automation. */
  readonly resource: Resource;
  /** Device, room, zone or home; undefined if unknown. */
  readonly owner: Resource | undefined;
  /** Of the owner. */
  readonly services: readonly Resource[];
  /** When the state was received. */
  readonly at: Date;
  /** Of a button, bell or dial. */
  readonly press?: HueMagicPress | undefined;
  readonly options?: HueMagicOptions | undefined;
}

interface HueMagicPress {
  readonly event: string;
  readonly button: number | string;
  readonly rotation?:
    | {
        readonly action?: string;
        /** Negative counterclockwise. */
        readonly steps: number;
        /** In ms. */
        readonly duration?: number;
      }
    | undefined;
}

interface HueMagicOptions {
  /** False for lamps without `color`, the name of their colour. */
  readonly colorNames?: boolean;
  /** Added to a temperature, in °C. */
  readonly offset?: number;
  /** In lux; below, it is dark. */
  readonly darkThreshold?: number;
}

export const soundKinds = ['alarm', 'chime', 'alert'] as const;

/** ISO 8601 to the second, with the offset of the local time. */
export function formatHueMagicTime(at: Date): string {
  const offset = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

const findService = ({ services }: HueMagicSource, ...types: readonly string[]): unknown =>
  services.find(({ type }) => types.includes(type));

/** Begins every payload, except of groups. */
function createReachability(source: HueMagicSource): Members {
  const radio = findService(source, 'zigbee_connectivity', 'zgp_connectivity');
  const status = getNestedMember(radio, 'status');
  return {
    reachable: radio === undefined ? 'unknown' : status === 'connected',
    connectionStatus: status ?? 'unknown',
  };
}

/** Begins every info object, except of groups. */
function createHueMagicInfo(source: HueMagicSource, type: string): Members {
  const { resource, owner } = source;
  const deviceId = owner?.id ?? resource.id;
  return {
    id: resource.id,
    idV1: toFlag(owner?.['id_v1']),
    uniqueId: `${deviceId}-${resource.id}`,
    deviceId,
    name: getNestedMember(owner, 'metadata', 'name') ?? owner?.['name'] ?? false,
    type,
    softwareVersion: getNestedMember(owner, 'product_data', 'software_version') ?? false,
  };
}

/** HueMagic writes false for a missing or empty value. */
const toFlag = (value: unknown): unknown => (value === undefined || value === '' ? false : value);

function createBatteryInfo(source: HueMagicSource): Members {
  const state = getNestedMember(findService(source, 'device_power'), 'power_state');
  return {
    battery: getNestedMember(state, 'battery_level') ?? false,
    batteryState: getNestedMember(state, 'battery_state') ?? false,
  };
}

function createModelInfo({ owner }: HueMagicSource): Members {
  const getProduct = (name: string): unknown =>
    getNestedMember(owner, 'product_data', name) ?? false;
  return {
    id: getProduct('model_id'),
    manufacturer: getProduct('manufacturer_name'),
    name: getProduct('product_name'),
    type: getProduct('product_archetype'),
    certified: getProduct('certified'),
  };
}

/** For a sensor, switch or speaker. */
const createInfo = (source: HueMagicSource, type: string, members: Members = {}): Members => ({
  ...createHueMagicInfo(source, type),
  ...createBatteryInfo(source),
  ...members,
  model: createModelInfo(source),
});

type StateCreator = (source: HueMagicSource) => { payload: Members; info: Members };

/**
 * Returns the differences, nested; a removed member is undefined.
 *
 * @param before undefined at first
 */
export function diffHueMagicStates(before: unknown, after: unknown): Members {
  if (!isStructure(before) || !isStructure(after)) return {};
  const older: readonly [string, unknown][] = Object.entries(before);
  const newer: readonly [string, unknown][] = Object.entries(after);
  const gone = older.filter(([name]) => !Object.hasOwn(after, name));
  const differences: Record<string, unknown> = Object.fromEntries(
    gone.map(([name]) => [name, undefined]),
  );
  const beforeByName = new Map(older);
  for (const [name, value] of newer) {
    const earlier = beforeByName.get(name);
    if (isStructure(earlier) && isStructure(value)) {
      const inner = diffHueMagicStates(earlier, value);
      if (Object.keys(inner).length > 0) differences[name] = inner;
    } else if (earlier !== value) differences[name] = value;
  }
  return differences;
}

const isStructure = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
