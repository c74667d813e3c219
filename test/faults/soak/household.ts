import type { FlowNode } from '../../../scripts/user-directory';
import { member } from '../../../src/resources';
import type { Simulator } from '../../../src/simulator';
import type { FlowTrial } from '../support/flow-trial';
import { lampsOf } from '../support/live-home';
import { node, palette } from '../support/palette';
import type { Chance } from './chance';

/** Types of which the flow keeps the state by its poll nodes. */
export const watched = ['light', 'grouped_light', 'motion', 'temperature', 'room'] as const;

/** The nodes of a soak: those that do things, and those that tell the state. */
export const householdNodes: readonly FlowNode[] = [
  ...palette,
  ...watched.map((rtype) =>
    node(`poll-${rtype}`, 'bridge-poll', {
      rtype,
      interval: '2',
      emit: 'change',
      output: 'resource',
      emitAtStart: true,
    }),
  ),
];

/** Changes something in the house, as people and sensors do. */
export function liveOn({ home }: Simulator, chance: Chance): void {
  const motion = chance.of(home.byType('motion'));
  const changes: readonly (() => void)[] = [
    () => void home.change(chance.of(home.byType('light')).id, { on: { on: chance.oneIn(2) } }),
    () => {
      const lamp = home.get(chance.of(home.byType('light')).id);
      if (member(lamp, 'dimming') === undefined || lamp === undefined) return;
      home.change(lamp.id, { dimming: { brightness: 1 + chance.below(99) } });
    },
    () =>
      void home.change(motion.id, {
        motion: {
          motion_report: { changed: new Date().toISOString(), motion: chance.oneIn(2) },
        },
      }),
    () =>
      void home.change(chance.of(home.byType('temperature')).id, {
        temperature: {
          temperature_report: { changed: new Date().toISOString(), temperature: chance.below(30) },
        },
      }),
  ];
  chance.of(changes)();
}

/** Sends one message of a household into the flow. */
export function command(flow: FlowTrial, simulator: Simulator, chance: Chance): void {
  const { home } = simulator;
  const lamp = chance.of(lampsOf(simulator));
  const commands: readonly (() => Promise<unknown>)[] = [
    () => flow.give('light', { payload: chance.oneIn(2), target: lamp }),
    () => flow.give('light', { payload: { brightness: chance.below(100) }, target: lamp }),
    () => flow.give('light', { payload: 'toggle', target: lamp }),
    () =>
      flow.give('light', {
        payload: { on: true, kelvin: 2_000 + chance.below(4_000) },
        target: chance.of(home.byType('grouped_light')).id,
      }),
    () => flow.give('room', { operation: 'list', payload: {} }),
    () =>
      flow.give('scene', {
        operation: 'recall',
        payload: true,
        target: chance.of(home.byType('smart_scene')).id,
      }),
    () => flow.give('sensor', { payload: true, target: chance.of(home.byType('motion')).id }),
    () => flow.give('resource', { operation: 'get', rtype: 'light', target: lamp, payload: {} }),
    () => flow.give('poll', {}),
    () => flow.give('light', { payload: 'nonsense', target: lamp }),
  ];
  void chance.of(commands)();
}
