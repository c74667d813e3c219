import assert from 'node:assert/strict';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { startAutomationChanges } from '../../../src/runtime/nodes/automation';
import { startDaylight } from '../../../src/runtime/nodes/daylight';
import { startLightChanges } from '../../../src/runtime/nodes/light-changes';
import { startSceneChanges } from '../../../src/runtime/nodes/scene-changes';
import { startSensorReadings } from '../../../src/runtime/nodes/sensor-readings';
import { registerBridgeNode } from '../../../src/runtime/bridge/bridge-node';
import { requireBridgeSession } from '../../../src/runtime/bridge/deployed';
import type { Bridge } from '../../../src/runtime/bridge/bridge';
import type { RunContext } from '../../../src/runtime/running';
import { countOpen, sumOpen } from '../../support/count-open';
import { createDeferred } from '../../support/deferred';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-harness';
import { loadFlow } from '../../support/node-red/flow-in-process';
import type { LoadedFlow } from '../../support/node-red/flow-in-process';
import { waitUntil } from '../../support/wait-until';

const lamp = createFixtureId('light/living-floor');
const def = { id: 'emitting', type: 'source', name: '', z: 'tab', x: 0, y: 0, wires: [] };
const target = (address: string) => ({ ...def, target: address, targetType: 'str' });

type Start = (context: RunContext) => Promise<{ stop(): void } | undefined>;

const starts: Readonly<Record<string, Start>> = {
  'the states of a lamp': (context) =>
    startLightChanges(
      { ...target('Floor lamp'), changes: 'value', foreignChanges: true, unreachableIsOff: true },
      context,
    ),
  'the readings of a sensor': (context) =>
    startSensorReadings({ ...target('Kitchen sensor'), rtype: 'motion' }, context),
  automations: (context) => startAutomationChanges(target('Wake up'), context),
  'the active scene of a room': (context) => startSceneChanges(target('Living room'), context),
  'the light of the day': (context) =>
    startDaylight({ ...target('Floor lamp'), latitude: '52', longitude: '5' }, context),
};

describe('What a node sends by itself', () => {
  let simulator: Simulator;
  let flow: LoadedFlow;
  let RED: NodeAPI;
  let node: Node;
  let bridge: Bridge;
  let said: unknown[];
  let isStopped: boolean;
  const onStarted = (started: Node): void => {
    node = started;
  };
  beforeEach(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    flow = await loadFlow(
      [{ id: 'tab', type: 'tab' }, createBridgeNode(simulator), def],
      createCredentials(simulator),
      [
        (api: NodeAPI) => {
          RED = api;
          registerBridgeNode(api, 'bridge-config');
          api.nodes.registerType('source', function (this: Node, settings: NodeDef) {
            api.nodes.createNode(this, settings);
            onStarted(this);
          });
        },
      ],
    );
    bridge = await requireBridgeSession(RED, 'bridge').open();
    said = [];
    isStopped = false;
  });
  afterEach(async () => {
    await flow.unload();
    await simulator.stop();
  });

  const createContext = (): RunContext => {
    const say = (what: unknown): void => void said.push(what);
    return {
      RED,
      node,
      bridge,
      format: undefined,
      send: say,
      onError: say,
      isStopped: () => isStopped,
      status: {
        setLasting: () => undefined,
        setTemporary: say,
        refresh: () => undefined,
        setConnection: () => undefined,
        forgetConnection: () => undefined,
      },
    };
  };

  /** Lets somebody turn a lamp on or off. Resolves when the client has learnt of that. */
  async function toggleLamp(): Promise<void> {
    const changed = createDeferred();
    const watch = bridge.client.watch({ rtype: 'light', onChange: () => changed.resolve() });
    await waitUntil('the stream', () => bridge.client.connectionState.mode === 'stream');
    const on = bridge.client.stateCache.get(lamp, 'light')?.on?.on !== true;
    simulator.home.change(lamp, { on: { on } });
    await changed.promise;
    watch.stop();
  }

  for (const [what, start] of Object.entries(starts)) {
    it(`ends with the node, and leaves nothing at the client: ${what}`, async () => {
      await bridge.stateReader.read();
      const count = countOpen(bridge.client);
      const source = await start(createContext());
      await waitUntil('a watch', () => count.watches.open > 0);
      await toggleLamp();
      source?.stop();
      // What runs on lamps listens to writes and to the connection for as long as the bridge is open.
      const isDaylight = what === 'the light of the day';
      assert.equal(sumOpen(count), isDaylight ? 2 : 0);
      const before = said.length;
      await toggleLamp();
      assert.equal(said.length, before);
    });

    it(`leaves nothing, and says nothing, where the node stops while it begins: ${what}`, async () => {
      const count = countOpen(bridge.client);
      isStopped = true;
      const source = await start(createContext());
      source?.stop();
      await bridge.stateReader.read();
      await toggleLamp();
      assert.deepEqual([sumOpen(count), said], [0, []]);
    });
  }

  for (const what of ['the states of a lamp', 'the readings of a sensor', 'automations'] as const) {
    it(`says nothing of a name that it was looking for when it ended: ${what}`, async () => {
      const named = target('No such thing');
      const begin: Record<typeof what, Start> = {
        'the states of a lamp': (context) =>
          startLightChanges({ ...named, changes: 'value' }, context),
        'the readings of a sensor': (context) => startSensorReadings(named, context),
        automations: (context) => startAutomationChanges(named, context),
      };
      const source = await begin[what](createContext());
      source?.stop();
      await bridge.stateReader.read();
      await toggleLamp();
      assert.deepEqual(said, []);
    });
  }

  it('does not follow the day where the node stops while its code is loaded', async () => {
    const programs = bridge.programs;
    const load = programs.load.bind(programs);
    programs.load = () => {
      isStopped = true;
      return load();
    };
    const settings = { ...target('Floor lamp'), latitude: '52', longitude: '5' };
    assert.equal(await startDaylight(settings, createContext()), undefined);
  });
});
