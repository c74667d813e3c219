import { isTamperedWith } from '../../../resources/definitions/sensor-report-definition';
import { getNestedMember } from '../../../resources/values/member-access';
import type { Resource, Members } from '../../../resources';
import { createGroupState, createLightState } from './light-states';
import { roundTo } from '../../../units/arithmetic';
import {
  createInfo,
  createReachability,
  findService,
  formatHueMagicTime,
  soundKinds,
  toFlag,
} from './state-members';
import type { HueMagicPress, HueMagicSource, StateCreator } from './state-members';

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
