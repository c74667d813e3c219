import type { Simulator } from '../../src/simulator';
import type { FlowNode } from '../node-red/user-directory';

const tab = 'evening';
const bridge = 'old-bridge';

/** Creates a lamp, a sensor that turns on a room, and information about the bridge. */
export const createHueMagicFlow = (simulator: Simulator): readonly FlowNode[] => [
  { id: tab, type: 'tab', label: 'Evening' },
  {
    id: bridge,
    type: 'hue-bridge',
    name: 'Home',
    bridge: `${simulator.host}:${simulator.port}`,
    key: simulator.key,
    autoupdates: false,
  },
  ...createLamp(simulator),
  ...createRoom(simulator),
  createNode('information', 'hue-bridge-node', [140, 280], {
    name: 'Bridge',
    skipglobalevents: true,
  }),
];

const createNode = (
  id: string,
  type: string,
  [x, y]: readonly [number, number],
  settings: object,
): FlowNode => ({
  id,
  type,
  z: tab,
  name: '',
  x,
  y,
  wires: [[]],
  ...(type.startsWith('hue-') ? { bridge } : {}),
  ...settings,
});

const createLamp = ({ home }: Simulator): readonly FlowNode[] => [
  createNode('start', 'inject', [140, 80], {
    name: 'Evening',
    props: [{ p: 'payload' }],
    payload: '{"on":true,"brightness":40,"transitionTime":2}',
    payloadType: 'json',
    repeat: '',
    crontab: '',
    once: false,
    wires: [['lamp']],
  }),
  createNode('lamp', 'hue-light', [360, 80], {
    name: 'Floor lamp',
    lightid: home.findByName('device', 'Floor lamp')?.id ?? '',
    wires: [['seen']],
  }),
  createNode('seen', 'debug', [580, 80], {
    name: 'state',
    active: true,
    complete: 'payload',
    wires: [],
  }),
];

const createRoom = ({ home }: Simulator): readonly FlowNode[] => [
  createNode('motion', 'hue-motion', [140, 180], {
    name: 'Hallway',
    sensorid: home.findByName('device', 'Hallway sensor')?.id ?? '',
    wires: [['switch']],
  }),
  createNode('switch', 'switch', [340, 180], {
    property: 'payload.motion',
    propertyType: 'msg',
    rules: [{ t: 'true' }, { t: 'false' }],
    outputs: 2,
    wires: [['on'], ['off']],
  }),
  createChange('on', [560, 160], '{"on":true,"brightness":80}', 'json'),
  createChange('off', [560, 220], 'false', 'bool'),
  createNode('room', 'hue-group', [780, 180], {
    name: 'Hallway',
    groupid: home.findByName('room', 'Hallway')?.id ?? '',
  }),
];

const createChange = (
  name: string,
  at: readonly [number, number],
  to: string,
  tot: string,
): FlowNode =>
  createNode(name, 'change', at, {
    name,
    rules: [{ t: 'set', p: 'payload', pt: 'msg', to, tot }],
    wires: [['room']],
  });
