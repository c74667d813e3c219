import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getNestedMember } from '../../../src/resources';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';

const lamp = createFixtureId('light/living-floor');
const spot = createFixtureId('light/kitchen-spot-1');
const other = createFixtureId('light/kitchen-spot-2');

for (const [what, bridgeSettings] of [
  ['of which the settings name the id', (id: string) => ({ bridgeId: id })],
  ['of which the settings name the certificate only', () => ({})],
  ['that was trusted on first use', () => ({ fingerprint: '' })],
] as const)
  describe(`Without a setting of Node-RED, for a bridge ${what}`, () => {
    let simulator: Simulator;
    let nodeRed: RunningNodeRed;
    const createFlow = (): FlowNode[] => {
      const common = { z: 'tab', bridge: 'bridge', wires: [['out']] };
      return [
        createBridgeNode(simulator, bridgeSettings(simulator.bridgeId)),
        { id: 'tab', type: 'tab' },
        { ...common, id: 'lamp', type: 'bridge-light' },
        { ...common, id: 'status', type: 'bridge-status', emit: 'request' },
        { id: 'out', type: 'debug', z: 'tab', active: false, wires: [] },
      ];
    };
    before(async () => {
      simulator = await startSimulator({ events: { batch: 0 } });
      simulator.home.change(other, { on: { on: false } });
      nodeRed = await startNodeRed({
        flows: createFlow(),
        credentials: createCredentials(simulator),
      });
    });
    after(async () => {
      await nodeRed.stop();
      await simulator.stop();
    });
    const ask = async (target: string, payload: unknown): Promise<void> => {
      nodeRed.send('lamp', { target, payload });
      await nodeRed.nextCompletion('lamp');
    };
    /** In alphabetical order. */
    const listKinds = async (): Promise<readonly string[]> => {
      nodeRed.send('status', { payload: 'programs' });
      const { payload } = await nodeRed.nextMessage('out', (seen) => Array.isArray(seen.payload));
      return Array.isArray(payload)
        ? payload.map((program: unknown) => String(getNestedMember(program, 'kind'))).toSorted()
        : [];
    };
    const readBrightness = (): number =>
      Math.round(Number(getNestedMember(simulator.home.get(lamp), 'dimming', 'brightness')));
    const running = ['fade', 'later', 'sequence'];

    it('what runs goes on after Node-RED was killed, and a saved state is restored', async () => {
      await ask(lamp, { on: true, brightness: 37 });
      await ask(spot, { brightness: 100, transition: '3h' });
      await ask(other, { turnOn: 'later', kelvin: 2700 });
      await ask(lamp, {
        play: [
          { brightness: 80, for: '1h' },
          { brightness: 20, for: '1h' },
        ],
        repeat: true,
      });
      await waitUntil('the first step', () => readBrightness() === 80);
      const file = await waitForKept(nodeRed.userDirectory, 3);
      // The answer says that it is on disk: the kill comes at once.
      await ask(lamp, { save: 'evening' });
      const { userDirectory } = nodeRed;
      await nodeRed.kill();
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      assert.equal((await stat(join(userDirectory, 'lighting-bridge'))).mode & 0o777, 0o700);
      nodeRed = await startNodeRed({ userDirectory });
      await waitUntil('what ran', async () => (await listKinds()).length === 3);
      assert.deepEqual(await listKinds(), running);
      await ask(lamp, { brightness: 5 });
      await ask(lamp, { restore: 'evening' });
      assert.equal(readBrightness(), 80);
    });

    it('a program of which a command has taken the lamp is over after the next start too', async () => {
      const { userDirectory } = nodeRed;
      await nodeRed.stop({ keepUserDirectory: true });
      nodeRed = await startNodeRed({ userDirectory });
      await waitUntil('what ran', async () => (await listKinds()).length === 2);
      assert.deepEqual(await listKinds(), ['fade', 'later']);
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
      await waitForKept(userDirectory, 1);
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

/** Waits until a number of programs is on disk. @returns the file of the bridge */
async function waitForKept(userDirectory: string, count: number): Promise<string> {
  const folder = join(userDirectory, 'lighting-bridge');
  let found = '';
  await waitUntil('the programs on disk', async () => {
    const names = await readdir(folder).catch(() => []);
    const name = names.find((one) => /^[0-9a-f]{16}\.json$/.test(one));
    if (name === undefined) return false;
    found = join(folder, name);
    const contents: unknown = JSON.parse(await readFile(found, 'utf8'));
    const programs = getNestedMember(contents, 'programs', 'bridge');
    return Array.isArray(programs) && programs.length === count;
  });
  return found;
}
