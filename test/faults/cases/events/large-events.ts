import type { Resource } from '../../../../src/resources/resource';
import type { FaultCase } from '../../fault-case';
import { shortLimitsWithoutCheck, startClientHarness } from '../../support/client-harness';
import { makeRid } from '../../support/client-requests';
import type { Trial } from '../../support/trial';
import { watchEventLoop } from '../../../support/longest-block';
import { waitUntil } from '../../../support/wait-until';

export const largeEventCases: readonly FaultCase[] = [
  {
    number: 68,
    title: '16,000 new resources in one event, and 10,500 in as many events of one frame',
    bound:
      'each reported with its name and room, in order; nothing else waits for more than 100 ms',
    run: manyNewResources,
  },
];

/** What comes in one message of the stream. Each lamp has a device, and each ten of them a room. */
const forms = [
  { form: 'in one event', lampCount: 7_620, perEvent: Infinity },
  { form: 'in as many events', lampCount: 5_000, perEvent: 1 },
] as const;

async function manyNewResources(trial: Trial): Promise<void> {
  for (const { form, lampCount, perEvent } of forms) {
    const harness = await startClientHarness(trial, {
      rtypes: ['device', 'room'],
      limits: shortLimitsWithoutCheck,
    });
    await harness.waitForStream();
    const { client, simulator } = harness;
    const data = createLamps(lampCount);
    const frame = createFrame(perEvent === 1 ? data.map((resource) => [resource]) : [data]);
    const reported: string[] = [];
    let named = 0;
    for (let watcher = 0; watcher < 3; watcher += 1) {
      client.watch({
        rtype: 'light',
        interval: 60_000,
        onChange({ resource }) {
          const { name, room } = client.stateCache.displayNames(resource.id);
          if (name?.startsWith('Lamp') === true && room?.startsWith('Room') === true) named += 1;
          if (watcher === 0) reported.push(resource.id);
        },
      });
    }
    const watch = watchEventLoop();
    simulator.events.writeRaw(frame);
    await waitUntil(
      'all lamps',
      () => named >= 3 * lampCount && harness.changes.length > lampCount,
    );
    watch.stop();
    const sent = data.filter(({ type }) => type === 'light').map(({ id }) => id);
    const inOrder = reported.filter((rid, index) => rid === sent[index]).length;
    trial.note(`${data.length} resources ${form}`);
    trial.tally('lamps reported in order, with name and room', inOrder, lampCount);
    trial.atMost('longest block', watch.longest, trial.chooseByMode(400, 100), ' ms');
    await client.close();
  }
}

/** A frame of the event stream with an event for each group of new resources. */
function createFrame(groups: readonly (readonly Resource[])[]): string {
  const creationtime = '2026-11-20T10:00:00Z';
  const events = groups.map((data, index) => ({
    id: `${data.length}-${index}`,
    type: 'add',
    creationtime,
    data,
  }));
  return `id: 1700000000:0\ndata: ${JSON.stringify(events)}\n\n`;
}

/** Tens of devices with their room, and then their lamps. */
function createLamps(count: number): Resource[] {
  const resources: Resource[] = [];
  for (let first = 0; first < count; first += 10) {
    const numbers = Array.from({ length: 10 }, (_, index) => first + index);
    const devices = numbers.map((number) => ({
      id: makeRid(2 * number),
      type: 'device',
      metadata: { name: `Lamp ${number}` },
    }));
    const room = {
      id: makeRid(1_000_000 + first),
      type: 'room',
      metadata: { name: `Room ${first}` },
      children: devices.map(({ id }) => ({ rid: id, rtype: 'device' })),
    };
    const lamps = devices.map(({ id }, index) => ({
      id: makeRid(2 * (first + index) + 1),
      type: 'light',
      owner: { rid: id, rtype: 'device' },
      on: { on: true },
    }));
    resources.push(...devices, room, ...lamps);
  }
  return resources;
}
