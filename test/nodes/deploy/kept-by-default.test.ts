import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';

const lamp = createFixtureId('light/living-floor');
const spot = createFixtureId('light/kitchen-spot-1');
const other = createFixtureId('light/kitchen-spot-2');

/** Bridges of one flow, with what their settings name. */
const bridges = [
  {
    what: 'of which the settings name the id',
    bridge: 'named',
    bridgeId: '02a1b2fffec3d4e1',
    settings: { bridgeId: '02a1b2fffec3d4e1' },
  },
  {
    what: 'of which the settings name the certificate only',
    bridge: 'pinned',
    bridgeId: '02a1b2fffec3d4e2',
    settings: {},
  },
  {
    what: 'that was trusted on first use',
    bridge: 'first',
    bridgeId: '02a1b2fffec3d4e3',
    settings: { fingerprint: '' },
  },
] as const;

describe('Without a setting of Node-RED', () => {
  const simulators = new Map<string, Simulator>();
  let nodeRed: RunningNodeRed;
  const simulatorOf = (bridge: string): Simulator => {
    const simulator = simulators.get(bridge);
    assert.ok(simulator !== undefined);
    return simulator;
  };
  const createFlow = (): FlowNode[] => [
    { id: 'tab', type: 'tab' },
    ...bridges.flatMap(({ bridge, settings }) => {
      const common = { z: 'tab', bridge, wires: [[`out ${bridge}`]] };
      return [
        createBridgeNode(simulatorOf(bridge), { id: bridge, ...settings }),
        { ...common, id: `lamp ${bridge}`, type: 'bridge-light' },
        { ...common, id: `status ${bridge}`, type: 'bridge-status', emit: 'request' },
        { id: `out ${bridge}`, type: 'debug', z: 'tab', active: false, wires: [] },
      ];
    }),
  ];
  const restart = async (end: (before: RunningNodeRed) => Promise<void>): Promise<void> => {
    const { userDirectory } = nodeRed;
    await end(nodeRed);
    nodeRed = await startNodeRed({ userDirectory });
  };
  const ask = async (bridge: string, target: string, payload: unknown): Promise<void> => {
    nodeRed.send(`lamp ${bridge}`, { target, payload });
    await nodeRed.nextCompletion(`lamp ${bridge}`);
  };
  const onAll = (act: (bridge: string) => Promise<void>): Promise<unknown> =>
    Promise.all(bridges.map(({ bridge }) => act(bridge)));
  /** In alphabetical order. */
  const listKinds = async (bridge: string): Promise<readonly string[]> => {
    nodeRed.send(`status ${bridge}`, { payload: 'programs' });
    const { payload } = await nodeRed.nextMessage(`out ${bridge}`, (seen) =>
      Array.isArray(seen.payload),
    );
    return Array.isArray(payload)
      ? payload.map((program: unknown) => String(getNestedMember(program, 'kind'))).toSorted()
      : [];
  };
  const assertRunning = async (bridge: string, kinds: readonly string[]): Promise<void> => {
    await waitUntil('what ran', async () => (await listKinds(bridge)).length === kinds.length);
    assert.deepEqual(await listKinds(bridge), kinds);
  };
  const readBrightness = (bridge: string): number =>
    Math.round(
      Number(getNestedMember(simulatorOf(bridge).home.get(lamp), 'dimming', 'brightness')),
    );

  before(async () => {
    for (const { bridge, bridgeId } of bridges) {
      const simulator = await startSimulator({ bridgeId, events: { batch: 0 } });
      simulator.home.change(other, { on: { on: false } });
      simulators.set(bridge, simulator);
    }
    const credentials = bridges.map(
      ({ bridge }) => [bridge, { key: simulatorOf(bridge).key }] as const,
    );
    nodeRed = await startNodeRed({
      flows: createFlow(),
      credentials: Object.fromEntries(credentials),
    });
    await onAll(async (bridge) => {
      await ask(bridge, lamp, { on: true, brightness: 37 });
      await ask(bridge, spot, { brightness: 100, transition: '3h' });
      await ask(bridge, other, { turnOn: 'later', kelvin: 2700 });
      await ask(bridge, lamp, {
        play: [
          { brightness: 80, for: '1h' },
          { brightness: 20, for: '1h' },
        ],
        repeat: true,
      });
      await waitUntil('the first step', () => readBrightness(bridge) === 80);
    });
    for (const { bridge } of bridges) {
      const file = await waitForKept(nodeRed.userDirectory, bridge, 3);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
    }
    const folder = join(nodeRed.userDirectory, 'lighting-bridge');
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    // The answer says that it is on disk: the kill comes at once.
    await onAll((bridge) => ask(bridge, lamp, { save: 'evening' }));
    await restart((running) => running.kill());
  });
  after(async () => {
    await nodeRed.stop();
    for (const simulator of simulators.values()) await simulator.stop();
  });

  for (const { what, bridge } of bridges)
    it(`what runs goes on after Node-RED was killed, and a saved state is restored, for a bridge ${what}`, async () => {
      await assertRunning(bridge, ['fade', 'later', 'sequence']);
      await ask(bridge, lamp, { brightness: 5 });
      await ask(bridge, lamp, { restore: 'evening' });
      assert.equal(readBrightness(bridge), 80);
    });

  describe('a program of which a command has taken the lamp', () => {
    before(() => restart((running) => running.stop({ keepUserDirectory: true })));

    for (const { what, bridge } of bridges)
      it(`is over after the next start too, for a bridge ${what}`, () =>
        assertRunning(bridge, ['fade', 'later']));
  });
});

describe('What an earlier version kept', () => {
  it('in the context of the bridge node and in its file of certificates is taken over', async () => {
    const simulator = await startSimulator({ events: { batch: 0 } });
    const common = { z: 'tab', bridge: 'bridge', wires: [['out']] };
    const settings = { contextStorage: { default: { module: 'localfilesystem' } } };
    let nodeRed = await startNodeRed({
      flows: [
        createBridgeNode(simulator, { fingerprint: '' }),
        { id: 'tab', type: 'tab' },
        { ...common, id: 'lamp', type: 'bridge-light', target: lamp },
        { id: 'out', type: 'debug', z: 'tab', active: false, wires: [] },
      ],
      credentials: createCredentials(simulator),
      settings,
    });
    const { userDirectory } = nodeRed;
    try {
      await nodeRed.stop({ keepUserDirectory: true });
      await rm(join(userDirectory, 'lighting-bridge'), { recursive: true, force: true });
      const pins = join(userDirectory, 'lighting-bridge-known-bridges.json');
      const { bridgeId: commonName, fingerprint } = simulator;
      const pin = { fingerprint, commonName, firstSeen: '2026-01-01T00:00:00.000Z' };
      await writeFile(pins, JSON.stringify({ [`${simulator.host}:${simulator.port}`]: pin }));
      const context = join(userDirectory, 'context', 'bridge', 'flow.json');
      await mkdir(dirname(context), { recursive: true });
      const program = {
        target: { rid: spot, rtype: 'light' },
        lamps: [spot],
        properties: ['brightness'],
        content: { kind: 'fade', from: { brightness: 1 }, to: { brightness: 90 }, duration: 36e5 },
        startedAt: Date.now(),
      };
      const state = {
        lamps: [{ id: lamp, type: 'light', on: { on: true }, dimming: { brightness: 61 } }],
        scenes: [],
      };
      await writeFile(
        context,
        JSON.stringify({ programs: [program], savedStates: { evening: state } }),
      );

      nodeRed = await startNodeRed({ userDirectory, settings });
      await waitForKept(userDirectory, 'bridge', 1);
      nodeRed.send('lamp', { payload: { restore: 'evening' } });
      await nodeRed.nextCompletion('lamp');
      const restored = getNestedMember(simulator.home.get(lamp), 'dimming', 'brightness');
      assert.equal(Math.round(Number(restored)), 61);
      await assert.rejects(stat(pins), { code: 'ENOENT' });
      const known: unknown = JSON.parse(
        await readFile(join(userDirectory, 'lighting-bridge', 'addresses.json'), 'utf8'),
      );
      const address = `${simulator.host}:${simulator.port}`;
      assert.deepEqual(getNestedMember(known, 'addresses', address), pin);
      await nodeRed.stop({ keepUserDirectory: true });
      assert.deepEqual(JSON.parse(await readFile(context, 'utf8')), {});
      nodeRed = await startNodeRed({ userDirectory });
    } finally {
      await nodeRed.stop();
      await simulator.stop();
    }
  });
});

/** Waits until a number of programs of a bridge is on disk. @returns the file of the bridge */
async function waitForKept(userDirectory: string, bridge: string, count: number): Promise<string> {
  const folder = join(userDirectory, 'lighting-bridge');
  let found: string | undefined;
  await waitUntil('the programs on disk', async () => {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => /^[0-9a-f]{16}\.json$/.test(one))) {
      const contents: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
      const programs = getNestedMember(contents, 'programs', bridge);
      if (Array.isArray(programs) && programs.length === count) found = join(folder, name);
    }
    return found !== undefined;
  });
  return found ?? '';
}
