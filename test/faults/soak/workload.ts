import type { FlowNode } from '../../../scripts/node-red/user-directory';
import { getNestedMember } from '../../../src/resources/members';
import type { Simulator } from '../../../src/simulator';
import { createNode, paletteNodes } from '../support/node-red/flow-under-test';
import type { FlowUnderTest } from '../support/node-red/flow-under-test';
import { findDimmableLampIds } from '../support/client-harness';
import type { SeededRandom } from './seeded-random';
import type { Fault } from '../../../src/simulator/fault-injector';

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

/** Faults of single requests. */
const allFaults: readonly Fault[] = [
  { status: 503, body: '<html></html>' },
  { status: 429 },
  { status: 500 },
  { status: 200, body: '{"errors":[],"data":' },
  { status: 200, body: '{"errors":[{"description":"No."}],"data":[]}' },
  { cut: 'request' },
  { cut: 'before' },
  { cut: 'during' },
  { cut: 'after' },
  { close: true },
  { delay: 1_500 },
  // An event stream that never begins is given up only by the next check, long after the end of a short run.
  { match: { path: '/clip' }, stall: 'headers' },
];

/** Those that cause no back-off of the client. */
export const faultsWithoutBackoff: readonly Fault[] = allFaults.filter(
  ({ status, delay, stall }) => status !== 503 && status !== 429 && !delay && !stall,
);

/**
 * Lets one request in so many go wrong, and cuts the event stream now and then.
 *
 * @returns how many faults there were, and what ends them
 */
export function injectRandomFaults(
  simulator: Simulator,
  random: SeededRandom,
  { faults = allFaults, oneIn = 50 }: { faults?: readonly Fault[]; oneIn?: number } = {},
): { count(): number; end(): void } {
  let count = 0;
  const maybeInject = (): void => {
    if (!random.oneIn(oneIn)) return;
    count += 1;
    if (random.oneIn(faults.length)) simulator.events.disconnectAll();
    else simulator.faults.inject({ ...random.pick(faults), times: 1 });
  };
  simulator.log.on('request', maybeInject);
  return {
    count: () => count,
    end() {
      simulator.log.off('request', maybeInject);
      simulator.faults.clear();
    },
  };
}
