import type { LightFormatName } from '../vocabulary/formats/light-format';
import type { FlowNode } from './flow';
import type { Members } from '../resources/members';

/** Value of the setting *Message format*. */
export const hueMagicFormat = 'huemagic' satisfies LightFormatName;

const target = { target: '', targetType: 'resource', targetName: '' };
const targets = { ...target, targetBridges: [] };
const command = { command: 'payload', commandType: 'msg' };

/**
 * As in the palette, except that a button reports every event, a smart scene is activated (both as in HueMagic), and
 * for the header of the key.
 */
export const freshSettings = {
  'bridge-config': {
    host: '',
    port: '443',
    keyHeader: 'hue-application-key',
    bridgeId: '',
    fingerprint: '',
    caFile: '',
    events: 'auto',
    showStates: true,
    logbook: 'off',
    lampsPerSecond: '',
    groupsPerSecond: '',
    othersPerSecond: '',
  },
  'bridge-light': {
    bridgeFromMessage: false,
    ...targets,
    ...command,
    transition: '',
    transitionType: 'str',
    onlyIf: 'always',
    output: 'message',
    format: 'plain',
    numbers: 'percent',
    colorSpace: 'lamp',
    colorNames: true,
    minBrightness: '',
    maxBrightness: '',
    changes: '',
    foreignChanges: false,
    unreachableIsOff: false,
    outputs: 1,
  },
  'bridge-poll': {
    rtype: '',
    ...targets,
    interval: '5s',
    emit: 'change',
    output: 'value',
    format: 'plain',
    colorSpace: 'lamp',
    colorNames: true,
    properties: '',
    smallestChange: '',
    room: '',
    origin: 'any',
    emitAtStart: false,
    connectionMessages: false,
    unreachableIsOff: false,
    combine: 'each',
    split: 'none',
    yesWhen: 'true',
    yesValue: '',
    hysteresis: '',
    onlyReadings: false,
    outputs: 1,
  },
  'bridge-scene': {
    format: 'plain',
    bridgeFromMessage: false,
    operation: 'recall',
    ...target,
    scene: '',
    sceneType: 'str',
    scenes: '',
    scenesType: 'str',
    newName: '',
    newNameType: 'str',
    ...command,
    brightness: '',
    brightnessType: 'num',
    transition: '',
    transitionType: 'str',
    dynamic: '',
    speed: '',
    speedType: 'num',
    everywhere: false,
    changes: false,
    outputs: 1,
  },
  'bridge-smart-scene': {
    bridgeFromMessage: false,
    operation: 'recall',
    ...target,
    recall: 'activate',
    ...command,
    output: 'message',
  },
  'bridge-sensor': {
    format: 'plain',
    bridgeFromMessage: false,
    rtype: '',
    ...target,
    whileReading: 'always',
    whileComparison: 'below',
    whileValue: '',
    whileTime: '',
    endAfter: '',
    emit: 'change',
    emitAtStart: false,
    split: 'none',
    yesWhen: 'true',
    yesValue: '',
    hysteresis: '',
    onlyReadings: false,
    action: '',
    ...command,
    sensitivity: '',
    sensitivityType: 'num',
    output: 'message',
    interval: '5s',
    outputs: 1,
  },
  'bridge-button': {
    format: 'plain',
    ...targets,
    split: 'none',
    events: '',
    buttons: '1, 2, 3, 4',
    rules: [],
    doubleWithin: '',
    output: 'press',
    interval: '1s',
    outputs: 1,
  },
  'bridge-automation': {
    format: 'plain',
    bridgeFromMessage: false,
    operation: '',
    ...target,
    ...command,
    output: 'message',
    changes: false,
    outputs: 1,
  },
  'bridge-speaker': {
    format: 'plain',
    bridgeFromMessage: false,
    ...target,
    operation: '',
    ...command,
    sound: '',
    soundType: 'str',
    volume: '',
    volumeType: 'num',
    duration: '',
    output: 'message',
  },
  'bridge-status': {
    emit: 'change',
    emitAtStart: true,
    output: 'status',
    interval: '30s',
  },
} as const satisfies Readonly<Record<string, Members>>;

export type ImportedNodeType = keyof typeof freshSettings;

/** Place and look of a node. */
const keptMembers = ['z', 'd', 'l', 'g', 'info', 'x', 'y', 'inputLabels', 'outputLabels', 'icon'];

/** The other package brings these icons. */
const foreignIcons = 'node-red-contrib-huemagic/';

/**
 * @param origin the new node keeps its id, place and name
 * @param settings that differ from `freshSettings`
 */
export const createImportedNode = (
  origin: FlowNode,
  type: ImportedNodeType,
  settings: Members,
): FlowNode => {
  const kept = keptMembers.filter(
    (member) =>
      Object.hasOwn(origin, member) &&
      !(member === 'icon' && String(origin[member]).startsWith(foreignIcons)),
  );
  return {
    id: origin.id,
    ...Object.fromEntries(kept.map((member) => [member, origin[member]])),
    name: typeof origin['name'] === 'string' ? origin['name'] : '',
    ...structuredClone(freshSettings[type]),
    ...settings,
    type,
  };
};
