import { startMqttBroker } from '../../scripts/start/mqtt-broker';
import type { MqttBroker } from '../../scripts/start/mqtt-broker';
import { getNestedMember } from '../../src/resources/members';
import { startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { waitUntil } from '../../test/support/wait-until';
import type { Measure, MeasureOptions, MeasureResult } from '../measure';
import { median, quantile } from '../statistics';
import { monotonicNow, pause } from '../support/clock';
import { startNodeRedProcess } from '../support/node-red-process';
import { readExampleFlow } from '../../scripts/node-red/example-flows';
import type { FlowCredentials, FlowNode } from '../../scripts/node-red/user-directory';
import type { NodeRedStart } from '../support/node-red-child';

const homeCount = 20;
const nodeRedCount = 2;
/** In ms. */
const timeout = 120_000;

export const mqttMeasure: Measure = {
  name: 'mqtt',
  title: 'Twenty homes of 30 lamps, published by two Node-RED at one broker',
  run,
};

interface PublishedLamp {
  readonly home: Simulator;
  readonly rid: string;
  /** Without its last level. */
  readonly topic: string;
}

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const homes = await startHomes(homeCount);
  const board = new MessageBoard(await startMqttBroker(0));
  const began = monotonicNow();
  const nodeReds = await Promise.all(
    Array.from({ length: nodeRedCount }, (_, index) =>
      startNodeRedProcess(
        createPublishingFlow(
          homes.filter((_home, place) => place % nodeRedCount === index),
          `node-red-${index}`,
          board.port,
        ),
      ),
    ),
  );
  const lamps = homes.flatMap((home, place) => listLamps(home, `node-red-${place % nodeRedCount}`));
  await waitUntil('the state of every lamp', () => countWrong(lamps, board) === 0, { timeout });
  const complete = monotonicNow() - began;
  await board.waitUntilQuiet();
  const retained = board.retainedCount;
  const states = await measureStates(lamps, board, quick ? 100 : 1_000);
  const commands = await measureCommands(lamps, board, quick ? 100 : 1_000);
  const rate = await measureRate(lamps, board, quick ? 3 : 10);
  const restart = await restartBroker(lamps, board);
  const cpu = await Promise.all(nodeReds.map((nodeRed) => nodeRed.stop()));
  await board.stop();
  await Promise.all(homes.map((home) => home.stop()));
  return [
    { what: 'retained messages of all homes', value: retained, unit: '' },
    { what: 'until all were there, Node-RED started', value: complete, unit: 'ms' },
    {
      what: 'state of a lamp, from its bridge to the broker, median',
      value: median(states),
      unit: 'ms',
      atMost: 50,
    },
    { what: 'the same, 95 of 100', value: quantile(states, 0.95), unit: 'ms', atMost: 250 },
    {
      what: 'command, from the broker to its bridge, median',
      value: median(commands),
      unit: 'ms',
      atMost: 50,
    },
    { what: 'the same, 95 of 100', value: quantile(commands, 0.95), unit: 'ms', atMost: 250 },
    { what: 'states a second, as fast as it goes', value: rate, unit: '/s' },
    {
      what: 'broker restarted empty: until all was there again',
      value: restart.complete,
      unit: 'ms',
    },
    { what: 'states that are missing or old then', value: restart.lost, unit: '', atMost: 0 },
    {
      what: 'processor time of the two Node-RED',
      value: cpu.reduce((sum, time) => sum + time, 0),
      unit: 'ms',
    },
  ];
}

const listLamps = (home: Simulator, prefix: string): PublishedLamp[] =>
  home.home.byType('light').map(({ id: rid }) => ({
    home,
    rid,
    topic: `${prefix}/${home.bridgeId.toLowerCase()}/light/${rid}`,
  }));

const getBrightness = ({ home, rid }: PublishedLamp): unknown =>
  getNestedMember(home.home.get(rid), 'dimming', 'brightness');

/** Converts to the scale of Home Assistant. */
const toScale = (percent: number): number => Math.max(1, Math.round((percent / 100) * 255));

/** Counts states that are missing at the broker or differ from the bridge. */
const countWrong = (lamps: readonly PublishedLamp[], board: MessageBoard): number =>
  lamps.filter((lamp) => {
    const state = board.read(`${lamp.topic}/state`);
    const percent = getBrightness(lamp);
    if (state === undefined) return true;
    return typeof percent === 'number' && getNestedMember(state, 'brightness') !== toScale(percent);
  }).length;

const isDimmable = (lamp: PublishedLamp): boolean => typeof getBrightness(lamp) === 'number';

/** Changes fifty lamps a second. Returns the ms until each state was at the broker. */
async function measureStates(
  lamps: readonly PublishedLamp[],
  board: MessageBoard,
  count: number,
): Promise<number[]> {
  const dimmable = lamps.filter(isDimmable);
  const times: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    const lamp = dimmable[index % dimmable.length];
    if (lamp === undefined) break;
    const percent = 10 + (Math.floor(index / dimmable.length) * 7 + (index % 40));
    if (getBrightness(lamp) !== percent) {
      const at = monotonicNow();
      times.push(
        board
          .next(
            `${lamp.topic}/state`,
            (state) => getNestedMember(state, 'brightness') === toScale(percent),
          )
          .then((arrivedAt) => arrivedAt - at),
      );
      lamp.home.home.change(lamp.rid, { dimming: { brightness: percent } });
    }
    await pause(20);
  }
  return Promise.all(times);
}

/** Sends fifty commands a second, to all homes in turn. Returns the ms until each was at the bridge. */
async function measureCommands(
  lamps: readonly PublishedLamp[],
  board: MessageBoard,
  count: number,
): Promise<number[]> {
  const dimmable = lamps.filter(isDimmable);
  const times: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    // Alternating homes stay below their rate.
    const lamp =
      dimmable[
        (index * Math.floor(dimmable.length / homeCount) + Math.floor(index / homeCount)) %
          dimmable.length
      ];
    if (lamp === undefined) break;
    const brightness = 130 + (index % 100);
    const at = monotonicNow();
    times.push(waitForBrightness(lamp, brightness).then((arrivedAt) => arrivedAt - at));
    board.publish(`${lamp.topic}/set`, JSON.stringify({ state: 'ON', brightness }));
    await pause(20);
  }
  return Promise.all(times);
}

const waitForBrightness = ({ home, rid }: PublishedLamp, brightness: number): Promise<number> =>
  new Promise((resolve) => {
    const check = ({ resource }: { resource: { id: string } }): void => {
      if (resource.id !== rid) return;
      const percent = getNestedMember(resource, 'dimming', 'brightness');
      // Lamps round to their own steps.
      if (typeof percent !== 'number' || Math.abs(toScale(percent) - brightness) > 1) return;
      home.home.off('change', check);
      resolve(monotonicNow());
    };
    home.home.on('change', check);
  });

/** Changes lamps as fast as states arrive. Returns states per second at the broker. */
async function measureRate(
  lamps: readonly PublishedLamp[],
  board: MessageBoard,
  rounds: number,
): Promise<number> {
  const dimmable = lamps.filter(isDimmable);
  const [before, began] = [board.receivedCount, monotonicNow()];
  for (let round = 0; round < rounds; round += 1) {
    const percent = 20 + 4 * (round % 15);
    for (const { home, rid } of dimmable)
      home.home.change(rid, { dimming: { brightness: percent } });
    await waitUntil('all states', () => countWrong(dimmable, board) === 0, { timeout });
  }
  return ((board.receivedCount - before) * 1_000) / (monotonicNow() - began);
}

/** Drops retained messages; meanwhile all lamps change. */
async function restartBroker(
  lamps: readonly PublishedLamp[],
  board: MessageBoard,
): Promise<{ complete: number; lost: number }> {
  const expected = board.retainedCount;
  await board.stop();
  for (const lamp of lamps.filter(isDimmable))
    lamp.home.home.change(lamp.rid, { dimming: { brightness: 99 } });
  await pause(1_000);
  const began = monotonicNow();
  await board.restart();
  const isComplete = (): boolean =>
    countWrong(lamps, board) === 0 && board.retainedCount >= expected;
  await waitUntil('everything again', isComplete, { timeout }).catch(() => undefined);
  return { complete: monotonicNow() - began, lost: countWrong(lamps, board) };
}

class MessageBoard {
  readonly #retained = new Map<string, string>();
  readonly #waiting = new Map<string, (payload: string) => void>();
  #broker: MqttBroker;
  receivedCount = 0;

  constructor(broker: MqttBroker) {
    this.#broker = broker;
    this.#listen();
  }

  get port(): number {
    return this.#broker.port;
  }

  get retainedCount(): number {
    return this.#retained.size;
  }

  /** Returns the retained message; undefined without one. */
  read(topic: string): unknown {
    const payload = this.#retained.get(topic);
    return payload === undefined ? undefined : JSON.parse(payload);
  }

  /** Returns the arrival time. */
  next(topic: string, matches: (message: unknown) => boolean): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.set(topic, (payload) => {
        if (!matches(JSON.parse(payload))) return;
        this.#waiting.delete(topic);
        resolve(monotonicNow());
      });
    });
  }

  /** Late announcements would disturb the next measurement. */
  async waitUntilQuiet(): Promise<void> {
    let before = -1;
    while (this.receivedCount !== before) {
      before = this.receivedCount;
      await pause(500);
    }
  }

  publish(topic: string, payload: string): void {
    const packet = { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false } as const;
    this.#broker.aedes.publish(packet, (error) => {
      if (error) throw error;
    });
  }

  /** Drops the retained messages. */
  async stop(): Promise<void> {
    await this.#broker.stop();
    this.#retained.clear();
  }

  async restart(): Promise<void> {
    this.#broker = await startMqttBroker(this.#broker.port);
    this.#listen();
  }

  #listen(): void {
    this.#broker.aedes.on('publish', ({ topic, payload, retain }) => {
      const text = payload.toString();
      this.receivedCount += 1;
      if (retain && text !== '') this.#retained.set(topic, text);
      this.#waiting.get(topic)?.(text);
    });
  }
}

/** Starts homes of thirty lamps, which push changes at once. */
const startHomes = (count: number): Promise<Simulator[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      startSimulator({
        port: 0,
        events: { batch: 0 },
        bridgeId: `ecb5fafffe${String(index).padStart(6, '0')}`,
      }),
    ),
  );

/**
 * Copies the Home Assistant example, with a node for each home behind the same MQTT nodes.
 *
 * @param prefix of topics
 */
function createPublishingFlow(
  homes: readonly Simulator[],
  prefix: string,
  brokerPort: number,
): NodeRedStart {
  const example = readExampleFlow('home-assistant');
  const homeNode = example.find(({ type }) => type === 'bridge-mqtt');
  const bridgeNode = example.find(({ type }) => type === 'bridge-config');
  if (homeNode === undefined || bridgeNode === undefined)
    throw new Error('The example has no home or no bridge.');
  const homeIds = homes.map(({ bridgeId }) => `home-${bridgeId}`);
  const others = example
    .filter((node) => node !== homeNode && node !== bridgeNode && node.type !== 'debug')
    .map((node) => withPrefix(node, prefix))
    .map((node) => (node.type === 'mqtt in' ? { ...node, wires: [homeIds] } : node))
    .map((node) =>
      node.type === 'mqtt-broker'
        ? { ...node, broker: '127.0.0.1', port: String(brokerPort) }
        : node,
    );
  const bridges = homes.flatMap((home): FlowNode[] => {
    const { bridgeId, host, port, fingerprint } = home;
    const address = { host, port: String(port), fingerprint, bridgeId };
    const wires = [['home-assistant-publish'], []];
    return [
      { ...bridgeNode, id: `bridge-${bridgeId}`, ...address },
      { ...homeNode, id: `home-${bridgeId}`, bridge: `bridge-${bridgeId}`, prefix, wires },
    ];
  });
  const credentials: FlowCredentials = Object.fromEntries(
    homes.map(({ bridgeId, key }) => [`bridge-${bridgeId}`, { key }]),
  );
  return { flows: [...others, ...bridges], credentials };
}

const withPrefix = (node: FlowNode, prefix: string): FlowNode => ({
  ...Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^lighting-bridge\//, `${prefix}/`) : value,
    ]),
  ),
  id: node.id,
  type: node.type,
});
