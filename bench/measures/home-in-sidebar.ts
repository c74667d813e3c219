import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import { BridgeSession } from '../../src/runtime/bridge/session';
import { HomeFeed } from '../../src/runtime/home/home-feed';
import { waitUntil } from '../../test/support/wait-until';
import type { MeasureOptions, Measure, MeasureResult } from '../measure';
import { cpuTime, measureMemory, pause } from '../support/clock';
import { startSimulatorProcess } from '../support/simulator-process';
import type { SimulatorProcess } from '../support/simulator-process';

/** With device and temperature sensor each: 2,000 resources. */
const lamps = 666;
const perSecond = 100;
const editors = 20;

export const homeInSidebarMeasure: Measure = {
  name: 'home-in-sidebar',
  title: `The home in the sidebar: 2,000 resources, ${perSecond} changes a second`,
  runsSources: true,
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const seconds = quick ? 4 : 10;
  const rounds = quick ? 1 : 3;
  const simulator = await startSimulatorProcess(lamps, { batch: 3_600_000 });
  const session = openSession(simulator);
  const { client } = await session.open();
  const watch = client.watch({ rtype: 'light', onChange: () => undefined });
  await waitUntil('an event stream', () => client.connectionState.mode === 'stream');
  const feed = new HomeFeed(
    () => session,
    () => () => undefined,
  );
  const server = await startServer(feed);
  const cpuOf = async (readers: number): Promise<number> => {
    const stop = await openReaders(server, feed, readers);
    await storm(simulator, 1); // The first run includes compilation.
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = cpuTime();
      await storm(simulator, seconds);
      costs.push((cpuTime() - before) / seconds);
    }
    await stop();
    return Math.min(...costs);
  };
  for (const readers of [0, 1, editors]) await cpuOf(readers);
  const none = await cpuOf(0);
  bytesSent = 0;
  const one = await cpuOf(1);
  const kilobytes = bytesSent / 1_024 / (1 + rounds * seconds);
  const memoryBefore = await measureMemory();
  const many = await cpuOf(editors);
  const memoryAfter = await measureMemory();
  watch.stop();
  server.close();
  await session.close();
  await simulator.stop();
  return [
    { what: 'CPU of a second without an editor', value: none, unit: 'ms' },
    { what: 'CPU of a second for the first editor', value: one - none, unit: 'ms' },
    {
      what: `CPU of a second for each of ${editors} editors`,
      value: (many - none) / editors,
      unit: 'ms',
      atMost: 2,
    },
    { what: 'sent to an editor in a second', value: kilobytes, unit: 'KB' },
    {
      what: `memory after ${editors} editors were opened and closed again`,
      value: (memoryAfter - memoryBefore) / 1_024,
      unit: 'KB',
      atMost: 512,
    },
  ];
}

function openSession({ address }: SimulatorProcess): BridgeSession {
  const { host, port, fingerprint, key } = address;
  const def = { id: 'bridge', type: 'bridge-config', name: '', z: '', host, fingerprint };
  const node = { warn: (warning: unknown) => console.error(warning) };
  return new BridgeSession({ settings: {} }, node, { ...def, port: String(port) }, { key });
}

const storm = async (simulator: SimulatorProcess, seconds: number): Promise<void> => {
  await simulator.storm({ perSecond, seconds, lamps, changesPerEvent: 1 });
  await pause(300);
};

/** Bytes to readers that are closed. */
let bytesSent = 0;

async function startServer(feed: HomeFeed): Promise<Server> {
  const server = createServer(({ socket }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const remove = feed.add(response);
    response.on('close', () => {
      bytesSent += socket.bytesWritten;
      remove();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Reads in a process of its own, whose CPU does not count. Returns a function that closes the readers. */
async function openReaders(
  server: Server,
  feed: HomeFeed,
  count: number,
): Promise<() => Promise<void>> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const script = `for (let n = 0; n < ${count}; n += 1) require('node:http').get({ host: '127.0.0.1', port: ${port}, agent: false }, (response) => response.resume());`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await waitUntil('the readers', () => feed.readers === count);
  return async () => {
    child.kill();
    await ended;
    await waitUntil('the end of the readers', () => feed.readers === 0);
  };
}
