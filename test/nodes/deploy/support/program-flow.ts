import { createFixtureId } from '../../../../src/simulator';
import type { ProgramKind } from '../../../programs/support/program-events';
import type { FlowNode } from '../../../support/node-red/node-red';

/** Keys of the lamps in the home, by what runs on them. */
export const lampKeys: Readonly<Record<ProgramKind, string>> = {
  later: 'living-ceiling',
  sequence: 'living-floor',
  'sequence with restore': 'sofa-left',
  'alert with restore': 'sofa-right',
  'long fade': 'mirror',
  daylight: 'counter-strip',
  return: 'tv-strip',
};
/** Key of the lamp that follows the day by the node in the subflow. */
const subflowLampKey = 'kitchen-spot-1';

const steps = [
  { brightness: 90, for: '200ms' },
  { brightness: 10, for: '200ms' },
];
const flash = { play: steps, repeat: true, restore: true };
/** Messages that start the programs; a daylight node starts its own. */
export const payloads: readonly (readonly [ProgramKind, object])[] = [
  ['later', { turnOn: 'later', brightness: 20 }],
  ['sequence', { play: steps, repeat: true }],
  ['sequence with restore', flash],
  ['alert with restore', { signal: { signal: 'on_off', duration: '10min' }, restore: true }],
  ['long fade', { brightness: 1, transition: '3h' }],
  ['return', flash],
];
/** How the status node names the kinds. */
export const listedKinds: Readonly<Record<ProgramKind, string>> = {
  later: 'later',
  sequence: 'sequence',
  'sequence with restore': 'sequence',
  'alert with restore': 'alert',
  'long fade': 'fade',
  daylight: 'daylight',
  return: 'restore',
};

/** In which the nodes of the programs are: on a tab, or in a subflow. */
export type Place = 'tab' | 'subflow';

/** Id of a lamp in the home. */
export const idOf = (key: string): string => createFixtureId(`light/${key}`);
/** Key of the lamp on which a program of a kind runs. */
export const keyOf = (kind: ProgramKind, place: Place): string =>
  kind === 'daylight' && place === 'subflow' ? subflowLampKey : lampKeys[kind];

/**
 * A flow whose nodes start the programs, on a tab and in a subflow, and of which another tab has what sends commands and
 * lists programs.
 *
 * @param name of the nodes of the package
 */
export const createProgramFlow = (bridge: FlowNode, name: string): FlowNode[] => {
  const node = (id: string, type: string, z: string, more: object = {}): FlowNode => ({
    id,
    type,
    z,
    x: 0,
    y: 0,
    wires: [[]],
    ...(type.startsWith('bridge-') ? { bridge: 'bridge', name } : {}),
    ...more,
  });
  const sun = { follow: 'table', table: '00:00 3000 K 40 %' };
  return [
    bridge,
    { id: 'tab', type: 'tab', label: 'Programs' },
    { id: 'other', type: 'tab', label: 'Others' },
    node('lamp', 'bridge-light', 'tab', { target: '' }),
    node('sun', 'bridge-daylight', 'tab', {
      target: idOf(lampKeys.daylight),
      ...sun,
      wires: [['sun-out']],
    }),
    node('sun-out', 'debug', 'tab', { name: '', active: false, wires: [] }),
    node('neighbour', 'debug', 'tab', { name: '', active: false, wires: [] }),
    { id: 'sub', type: 'subflow', name: 'Sub', in: [{ x: 0, y: 0, wires: [{ id: 'inner' }] }] },
    node('inner', 'bridge-light', 'sub', { target: '' }),
    node('inner-sun', 'bridge-daylight', 'sub', { target: idOf(subflowLampKey), ...sun }),
    node('instance', 'subflow:sub', 'other', { wires: [] }),
    node('commander', 'bridge-light', 'other', { target: '' }),
    node('status', 'bridge-status', 'other', { emit: 'request', wires: [['out']] }),
    node('out', 'debug', 'other', { active: false, wires: [] }),
  ];
};

/** Changes settings of nodes, or disables them. */
export const changed =
  (ids: readonly string[], settingsOfNode: object) =>
  (flow: FlowNode[]): FlowNode[] =>
    flow.map((node) => (ids.includes(node.id) ? { ...node, ...settingsOfNode } : node));
/** Deletes nodes, with what is on them where they are tabs or subflows. */
export const without =
  (...ids: readonly string[]) =>
  (flow: FlowNode[]): FlowNode[] =>
    flow.filter(({ id, z }) => !ids.includes(id) && !ids.includes(String(z)));
