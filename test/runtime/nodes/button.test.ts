import assert from 'node:assert/strict';
import type { NodeMessage } from 'node-red';
import type { TranslatableStatusText } from '../../../src/runtime/status';
import { BridgeSession } from '../../../src/runtime/bridge/session';
import { createFixtureId } from '../../../src/simulator/fixtures/device';
import { startSimulator } from '../../../src/simulator/start-simulator';
import type { Simulator } from '../../../src/simulator/start-simulator';
import { ButtonsOnBridge } from '../../../src/runtime/nodes/button';
import { accelerateClock } from '../../support/accelerate-clock';
import { waitUntil } from '../../support/wait-until';

const dimmer = createFixtureId('device/living-dimmer');
const firstButton = createFixtureId('button/living-dimmer');

describe('What a button node runs', () => {
  accelerateClock(10);
  let simulator: Simulator;
  let session: BridgeSession;
  let runner: ButtonsOnBridge;
  let sent: (NodeMessage | null)[][];
  let shown: TranslatableStatusText[];
  const start = async (events: 'auto' | 'never'): Promise<void> => {
    const { host, port, fingerprint, key } = simulator;
    session = new BridgeSession(
      { settings: {} },
      { warn: (warning: unknown) => assert.fail(String(warning)) },
      { id: '', type: '', name: '', z: '', host, port, fingerprint, events },
      { key },
    );
    const outputs = { split: 'event', events: 'short_release', rules: undefined };
    const settings = { outputs, output: 'event', interval: 1_000 } as const;
    const bridge = await session.open();
    runner = new ButtonsOnBridge(bridge, settings, [dimmer], {
      send: (messages) => sent.push(messages),
      onPress: (statusText) => shown.push(statusText),
      onListed: (count) => shown.push({ key: 'listed', values: { count } }),
      fail: (error) => assert.fail(error),
    });
    await waitUntil('the number of buttons', () => shown.length > 0);
    const mode = events === 'auto' ? 'stream' : 'polling';
    await waitUntil('the mode', () => bridge.client.connectionState.mode === mode);
  };
  const press = (event: string, updated: string): void =>
    void simulator.home.change(firstButton, {
      button: { last_event: event, button_report: { updated, event } },
    });
  const countReads = (rtype: string): number =>
    simulator.requests.filter(({ path }) => path.endsWith(`/resource/${rtype}`)).length;
  beforeEach(async () => {
    sent = [];
    shown = [];
    simulator = await startSimulator({ events: { batch: 0 } });
  });
  afterEach(async () => {
    runner.stop();
    await session.close();
    await simulator.stop();
  });

  it('sends and shows nothing for a press that no output is for', async () => {
    await start('auto');
    press('initial_press', '2026-11-20T10:00:00.000Z');
    press('short_release', '2026-11-20T10:00:00.500Z');
    await waitUntil('the press', () => sent.length > 0);
    assert.deepEqual(
      sent.map((messages) => messages.map((message) => message?.payload)),
      [['short_release']],
    );
    const presses = shown.filter(({ key }) => key !== 'listed').map(({ key }) => key);
    assert.deepEqual(presses, ['press.short_release']);
  });

  it('polls often only the types of which it watches something', async () => {
    await start('never');
    const before = countReads('bell_button');
    const polls = countReads('button');
    await waitUntil('five polls', () => countReads('button') >= polls + 5);
    assert.ok(countReads('bell_button') <= before + 1, `${countReads('bell_button')} polls`);
  });
});
