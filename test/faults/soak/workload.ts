import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { getNestedMember } from '../../../src/resources/members';
import type { Simulator } from '../../../src/simulator';
import type { FlowUnderTest } from '../support/node-red/flow-under-test';
import { findDimmableLampIds } from '../support/client-harness';
import { createNode, paletteNodes } from '../support/node-red/flow-nodes';
import type { SeededRandom } from './seeded-random';

/** Resource types that the poll nodes of the flow report. */
export const watchedTypes = ['light', 'grouped_light', 'motion', 'temperature', 'room'] as const;

/** The nodes of a soak: action nodes, and poll nodes that report the state. */
export const workloadNodes: readonly FlowNode[] = [
  ...paletteNodes,
  ...watchedTypes.map((rtype) =>
    createNode(`poll-${rtype}`, 'bridge-poll', {
      rtype,
      interval: '2',
      emit: 'change',
      output: 'resource',
      emitAtStart: true,
    }),
  ),
];

/** Changes a random resource of the simulated home, as people and sensors do. */
export function applyRandomChange({ home }: Simulator, random: SeededRandom): void {
  const motion = random.pick(home.byType('motion'));
  const changes: readonly (() => void)[] = [
    () => void home.change(random.pick(home.byType('light')).id, { on: { on: random.oneIn(2) } }),
    () => {
      const lamp = home.get(random.pick(home.byType('light')).id);
      if (getNestedMember(lamp, 'dimming') === undefined || lamp === undefined) return;
      home.change(lamp.id, { dimming: { brightness: 1 + random.nextInt(99) } });
    },
    () =>
      void home.change(motion.id, {
        motion: {
          motion_report: { changed: new Date().toISOString(), motion: random.oneIn(2) },
        },
      }),
    () =>
      void home.change(random.pick(home.byType('temperature')).id, {
        temperature: {
          temperature_report: {
            changed: new Date().toISOString(),
            temperature: random.nextInt(30),
          },
        },
      }),
  ];
  random.pick(changes)();
}

/** Sends one random message into the flow. */
export function sendRandomCommand(
  flow: FlowUnderTest,
  simulator: Simulator,
  random: SeededRandom,
): void {
  const { home } = simulator;
  const lamp = random.pick(findDimmableLampIds(simulator));
  const commands: readonly (() => Promise<unknown>)[] = [
    () => flow.sendAndWait('light', { payload: random.oneIn(2), target: lamp }),
    () => flow.sendAndWait('light', { payload: { brightness: random.nextInt(100) }, target: lamp }),
    () => flow.sendAndWait('light', { payload: 'toggle', target: lamp }),
    () =>
      flow.sendAndWait('light', {
        payload: { on: true, kelvin: 2_000 + random.nextInt(4_000) },
        target: random.pick(home.byType('grouped_light')).id,
      }),
    () => flow.sendAndWait('room', { operation: 'list', payload: {} }),
    () =>
      flow.sendAndWait('scene', {
        operation: 'recall',
        payload: true,
        target: random.pick(home.byType('smart_scene')).id,
      }),
    () =>
      flow.sendAndWait('sensor', { payload: true, target: random.pick(home.byType('motion')).id }),
    () =>
      flow.sendAndWait('resource', { operation: 'get', rtype: 'light', target: lamp, payload: {} }),
    () => flow.sendAndWait('poll', {}),
    () => flow.sendAndWait('light', { payload: 'nonsense', target: lamp }),
  ];
  void random.pick(commands)();
}
