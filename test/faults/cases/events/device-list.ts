import { getNestedMember, isObject } from '../../../../src/resources/members';
import type { Resource } from '../../../../src/resources/resource';
import { createFixtureId } from '../../../../src/simulator';
import type { Simulator } from '../../../../src/simulator';
import { waitUntil } from '../../../support/wait-until';
import type { FaultCase } from '../../fault-case';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import type { Trial } from '../../support/trial';

export const deviceListCases: readonly FaultCase[] = [
  {
    number: 75,
    title: 'A bridge without a list of its devices, or with a malformed one',
    bound:
      'lamps and rooms are set and reported all the same, by id and by name; devices are there as soon as the bridge lists them',
    run: oddDeviceLists,
  },
];

const lamp = createFixtureId('light/living-floor');
const group = createFixtureId('grouped_light/kitchen');

interface Variant {
  what: string;
  /** Lets the bridge answer so. @returns ends that */
  readonly begin: (simulator: Simulator) => () => void;
}

/** The bridge answers so for its devices, and has no answer that holds everything. */
const answerForDevices =
  (fault: object): Variant['begin'] =>
  ({ faults }) => {
    faults.inject({ match: { path: /\/resource$/ }, status: 404 });
    faults.inject({ match: { method: 'GET', rtype: 'device' }, ...fault });
    return () => faults.clear();
  };

/** The bridge holds others in the place of its devices. */
const replaceDevices =
  (replace: (device: Resource) => readonly Resource[]): Variant['begin'] =>
  ({ home }) => {
    const devices = home.byType('device');
    const put = (next: readonly Resource[]): void => {
      for (const { id } of devices) home.remove(id);
      for (const device of next) home.add(device);
    };
    put(devices.flatMap(replace));
    return () => put(devices);
  };

const envelope = (data: unknown): object => ({ errors: [], data });

const variants: readonly Variant[] = [
  { what: 'none (404)', begin: answerForDevices({ status: 404 }) },
  { what: 'an error (500)', begin: answerForDevices({ status: 500 }) },
  { what: 'cut short', begin: answerForDevices({ body: '{"errors":[],"data":[{"id":' }) },
  { what: 'null', begin: answerForDevices({ body: envelope(null) }) },
  { what: 'no object', begin: answerForDevices({ body: '[]' }) },
  {
    what: 'entries that are no devices',
    begin: answerForDevices({ body: envelope([null, 7, 'device', [], {}, { id: 7 }]) }),
  },
  { what: 'empty', begin: answerForDevices({ body: envelope([]) }) },
  { what: 'left out of everything', begin: replaceDevices(() => []) },
  { what: 'devices without members', begin: replaceDevices(({ id, type }) => [{ id, type }]) },
  {
    what: 'devices with odd members',
    begin: replaceDevices((device) => [
      { ...device, services: [null, 7, { rid: lamp }], metadata: { name: 7 }, product_data: [] },
    ]),
  },
  {
    what: 'devices whose members are no objects',
    begin: replaceDevices(({ id, type }) => [{ id, type, services: 'none', metadata: 'Lamp' }]),
  },
];

const nodes = [
  createNode('light', 'bridge-light'),
  createNode('resource', 'bridge-resource', { operation: 'list', rtype: 'light' }),
  createNode('poll', 'bridge-poll', { rtype: 'light', interval: '1', wires: [['changes']] }),
  createNode('status', 'bridge-status'),
  createNode('mqtt', 'bridge-mqtt'),
  { id: 'changes', type: 'debug', z: 'tab', active: false, wires: [] },
];

async function oddDeviceLists(trial: Trial): Promise<void> {
  const flow = await FlowUnderTest.start(trial);
  const tally = { set: 0, reported: 0, returned: 0 };
  const chosen = variants.filter((_, index) => trial.mode === 'long' || index % 3 === 1);
  for (const [index, { what, begin }] of chosen.entries()) {
    const simulator = await trial.simulator({ events: { batch: 0 } });
    const end = begin(simulator);
    await flow.deploy(
      createFlow(createBridgeNode(simulator, unthrottledSettings), nodes),
      createCredentials(trial),
    );
    for (const [target, rid, payload] of [
      [lamp, lamp, true],
      ['Floor lamp', lamp, false],
      ['Kitchen', group, true],
    ] as const) {
      const before = countWrites(simulator, rid);
      const { error } = await flow.sendAndWait('light', { target, payload });
      if (error === undefined && countWrites(simulator, rid) === before + 1) tally.set += 1;
      else trial.note(`${what}: ${target} was not set: ${describeError(error)}`);
    }
    const { payload: lamps } = await flow.sendOrThrow('resource', {});
    const isWhole = Array.isArray(lamps) && lamps.length === simulator.home.byType('light').length;
    if (!isWhole) trial.note(`${what}: ${Array.isArray(lamps) ? lamps.length : 'no'} lamps listed`);
    const wasReported = await isReported(flow, simulator, 60 + index);
    if (!wasReported) trial.note(`${what}: a change was not reported`);
    if (isWhole && wasReported) tally.reported += 1;
    end();
    const { error } = await flow.sendAndWait('light', {
      target: 'Living room/Floor lamp',
      payload: true,
    });
    if (error === undefined) tally.returned += 1;
    else trial.note(`${what}, afterwards: ${describeError(error)}`);
  }
  const count = chosen.length;
  trial.tally(
    'commands for a lamp and a room, by id and by name, carried out',
    tally.set,
    3 * count,
  );
  trial.tally('homes whose lamps were listed and reported', tally.reported, count);
  trial.tally('homes whole again once the bridge listed its devices', tally.returned, count);
}

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : 'no error';

/** Number of commands for a resource that the bridge got. */
const countWrites = ({ requests }: Simulator, rid: string): number =>
  requests.filter(({ method, path }) => method === 'PUT' && path.endsWith(rid)).length;

/** Changes a lamp at the bridge, and waits for the message of the poll node. */
async function isReported(
  flow: FlowUnderTest,
  { home }: Simulator,
  brightness: number,
): Promise<boolean> {
  home.change(lamp, { on: { on: true }, dimming: { brightness } });
  const isChange = ({ resource }: Readonly<Record<string, unknown>>): boolean =>
    isObject(resource) &&
    resource['id'] === lamp &&
    getNestedMember(resource, 'dimming', 'brightness') === brightness;
  return waitUntil('the message', () => flow.arrived('changes').some(isChange)).then(
    () => true,
    () => false,
  );
}
