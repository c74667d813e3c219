import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { StatusOnBridge } from '../../../src/runtime/nodes/status';
import { TargetNodeStatusObserver } from '../../../src/runtime/target-status';
import { ButtonsOnBridge } from '../../../src/runtime/nodes/button';
import { HomePublisher } from '../../../src/runtime/nodes/mqtt-home';
import { PollOnBridge } from '../../../src/runtime/nodes/poll';
import { parsePollSettings } from '../../../src/runtime/nodes/poll-settings';
import { ActiveSceneSource } from '../../../src/runtime/nodes/scene-changes';
import { SensorOnBridge } from '../../../src/runtime/nodes/sensor-readings';
import { BridgeSession } from '../../../src/runtime/bridge/session';
import type { Bridge } from '../../../src/runtime/bridge/bridge';
import { resolveLightTarget } from '../../../src/vocabulary/lookup';
import { countOpen, sumOpen } from '../../support/count-open';
import { createDeferred } from '../../support/deferred';
import { waitUntil } from '../../support/wait-until';

/** Starts what a node runs. @param said takes what it sends, shows or fails with */
type Start = (bridge: Bridge, said: (what: unknown) => void) => { stop(): void };

const sensorSettings = {
  emit: 'change',
  emitAtStart: true,
  onlyReadings: false,
  endAfter: 0,
  interval: 1_000,
} as const;
const node = { id: '', type: '', name: '', z: '' };

const startPoll =
  (rtype: string, unreachableIsOff: boolean, targets: readonly string[]): Start =>
  (bridge, said) =>
    new PollOnBridge(
      bridge,
      parsePollSettings({ ...node, rtype, interval: 1, emitAtStart: true, unreachableIsOff }),
      targets,
      {
        send: said,
        status: { succeed: said, report: said },
      },
    );

const startSensor =
  (address: string): Start =>
  (bridge, said) =>
    new SensorOnBridge(bridge, { ...sensorSettings, rtype: 'motion' }, address, {
      send: said,
      showWaiting: said,
      warn: said,
      fail: said,
    });

const starts: Readonly<Record<string, Start>> = {
  'a poll node of all lamps': startPoll('light', false, []),
  'a poll node of one lamp that counts as off while it cannot be reached': startPoll(
    'light',
    true,
    [createFixtureId('light/living-floor')],
  ),
  'a sensor node of all sensors of a type': startSensor(''),
  'a sensor node of one sensor': startSensor(createFixtureId('motion/kitchen-motion')),
  'a button node': (bridge, said) =>
    new ButtonsOnBridge(
      bridge,
      { outputs: { rules: undefined }, output: 'event', interval: 1_000 },
      [],
      { send: said, onPress: said, onListed: said, fail: said },
    ),
  'a status node': (bridge, said) =>
    new StatusOnBridge(
      bridge,
      { emit: 'change', output: 'status', emitAtStart: true, interval: 1_000 },
      { send: said, succeed: said, fail: said },
    ),
  'a status node of the sun': (bridge, said) =>
    new StatusOnBridge(
      bridge,
      { emit: 'sun', output: 'status', emitAtStart: true, interval: 1_000 },
      { send: said, succeed: said, fail: said },
    ),
  'an MQTT node': (bridge, said) =>
    new HomePublisher(
      bridge,
      { prefix: 'home', discoveryPrefix: '', interval: 1_000 },
      { allLights: 'All', dial: 'Dial', button: String },
      { send: said, succeed: said, fail: said },
    ),
  'a node of the active scenes': (bridge, said) =>
    new ActiveSceneSource({ bridge, send: said, onError: said }, ''),
};

describe('A node that was stopped', () => {
  let simulator: Simulator;
  let session: BridgeSession;
  let bridge: Bridge;
  beforeEach(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    const { host, port, fingerprint, key } = simulator;
    session = new BridgeSession(
      { settings: {} },
      { warn: (warning: unknown) => assert.fail(String(warning)) },
      { ...node, host, port, fingerprint },
      { key },
    );
    bridge = await session.open();
    await bridge.stateReader.read();
  });
  afterEach(async () => {
    await session.close();
    await simulator.stop();
  });

  /** Resolves when the client has learnt of one more change, after whoever watched before. */
  async function changeHome(): Promise<void> {
    const changed = createDeferred();
    const watch = bridge.client.watch({
      rtype: 'light',
      interval: 1_000,
      onChange: () => changed.resolve(),
    });
    await waitUntil('the stream', () => bridge.client.connectionState.mode === 'stream');
    const { home } = simulator;
    const changedAt = new Date().toISOString();
    const motion = { motion: true, motion_report: { changed: changedAt, motion: true } };
    for (const { id } of home.byType('motion')) home.change(id, { motion });
    const button = { last_event: 'short_release' };
    for (const { id } of home.byType('button'))
      home.change(id, {
        button: { ...button, button_report: { updated: changedAt, event: 'short_release' } },
      });
    const lamp = createFixtureId('light/living-floor');
    const isOn = home.get(lamp)?.['on'];
    home.change(createFixtureId('zigbee_connectivity/living-floor'), {
      status: 'connectivity_issue',
    });
    home.change(lamp, { on: { on: !JSON.stringify(isOn).includes('true') } });
    await changed.promise;
    watch.stop();
  }

  for (const [what, start] of Object.entries(starts)) {
    it(`asks nothing of the client any more, and says nothing: ${what}`, async () => {
      const count = countOpen(bridge.client);
      const said: unknown[] = [];
      const running = start(bridge, (one) => said.push(one));
      assert.ok(sumOpen(count) > 0);
      await changeHome();
      running.stop();
      assert.equal(sumOpen(count), 0);
      const before = said.length;
      await changeHome();
      assert.equal(said.length, before);
    });
  }

  it('shows nothing of its lamp any more, also if its status is asked for once more', async () => {
    const count = countOpen(bridge.client);
    const said: unknown[] = [];
    const status = new TargetNodeStatusObserver(
      bridge,
      { addresses: [createFixtureId('light/living-floor')], resolve: resolveLightTarget },
      { refresh: () => said.push('refresh'), say: (error) => said.push(error) },
    );
    status.choose(0);
    assert.equal(count.observations.open, 1);
    status.stop();
    status.choose(0);
    assert.equal(count.observations.open, 0);
    await changeHome();
    assert.deepEqual(said, []);
  });

  it('says nothing of what it had begun to look for', async () => {
    const said: unknown[] = [];
    const running = startSensor('No such sensor')(bridge, (one) => said.push(one));
    running.stop();
    await bridge.stateReader.read();
    await setImmediate();
    assert.deepEqual(said, []);
  });
});
