import assert from 'node:assert/strict';
import type { NodeMessage } from 'node-red';
import type { TranslatableStatusText } from '../../../src/runtime/status';
import { BridgeSession } from '../../../src/runtime/bridge/session';
import { createFixtureId } from '../../../src/simulator/fixtures/fixture';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { ButtonsOnBridge } from '../../../src/runtime/nodes/button';
import { accelerateClock } from '../../support/accelerate-clock';
import { waitUntil } from '../../support/wait-until';
import { setImmediate } from 'node:timers/promises';
import { BridgeError } from '../../../src/bridge';
import type { WatchOptions } from '../../../src/bridge';
import { ResourceTypeWatch } from '../../../src/runtime/nodes/type-watch';
import { createDeferred } from '../../support/deferred';

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

const interval = 1_000;

describe('A resource type that a button node watches', () => {
  /** The watches at the client, oldest first. */
  let watches: { options: WatchOptions; stopped: boolean }[];
  let events: string[];
  let poll: () => Promise<void>;
  const start = (mode: 'stream' | 'polling', ownInterval = interval): ResourceTypeWatch => {
    watches = [];
    events = [];
    const client = {
      connectionState: {
        kind: 'connected',
        since: new Date(),
        mode,
        queued: 0,
        requestsPerMinute: 0,
      } as const,
      watch(options: WatchOptions) {
        const watch = { options, stopped: false };
        watches.push(watch);
        return {
          pollNow: () => poll(),
          stop() {
            watch.stopped = true;
          },
        };
      },
    };
    return new ResourceTypeWatch(client, 'button', ownInterval, {
      onChange: ({ kind }) => events.push(kind),
      onResourcesLoaded: () => events.push('loaded'),
      onError: ({ code }) => events.push(code),
    });
  };
  const describeWatches = (): string[] =>
    watches.map(({ options, stopped }) => `${options.interval}${stopped ? ' stopped' : ''}`);
  const emit = (kind: 'added' | 'changed' | 'deleted'): void =>
    watches.at(-1)?.options.onChange?.({
      kind,
      resource: { id: 'x', type: 'button' },
      changed: [],
      own: false,
      cause: 'poll',
      reports: [],
    });
  beforeEach(() => {
    poll = () => Promise.resolve();
  });

  it('is polled once a minute while nothing of it is selected, and at the interval of the node again after that', () => {
    const watch = start('polling');
    watch.setActive(true);
    assert.deepEqual(describeWatches(), ['1000']);
    watch.setActive(false);
    watch.setActive(false);
    assert.deepEqual(describeWatches(), ['1000 stopped', '60000']);
    watch.setActive(true);
    assert.deepEqual(describeWatches(), ['1000 stopped', '60000 stopped', '1000']);
    watch.stop();
    assert.ok(watches.every(({ stopped }) => stopped));
  });

  it('is never polled more often than the node wants', () => {
    const watch = start('polling', 90_000);
    watch.setActive(false);
    assert.deepEqual(describeWatches(), ['90000 stopped', '90000']);
  });

  it('is loaded once it is read, or at once where the event stream has kept it current', async () => {
    const answer = createDeferred();
    poll = () => answer.promise;
    const polled = start('polling');
    await setImmediate();
    assert.equal(polled.isLoaded, false);
    answer.resolve();
    await setImmediate();
    assert.equal(polled.isLoaded, true);
    const streamed = start('stream');
    await setImmediate();
    assert.equal(streamed.isLoaded, true);
    assert.deepEqual(events, ['loaded']);
  });

  it('is looked at once when many are added or deleted, not when one changes, and not after the end', async () => {
    const watch = start('stream');
    await setImmediate();
    for (let count = 0; count < 100; count += 1) emit(count % 2 === 0 ? 'added' : 'deleted');
    await setImmediate();
    assert.equal(events.filter((event) => event === 'loaded').length, 2);
    emit('changed');
    await setImmediate();
    assert.equal(events.filter((event) => event === 'loaded').length, 2);
    emit('added');
    await setImmediate();
    assert.equal(events.filter((event) => event === 'loaded').length, 3, 'one that is added later');
    emit('added');
    watch.stop();
    await setImmediate();
    assert.equal(events.filter((event) => event === 'loaded').length, 3);
  });

  it('is loaded, without resources, where the bridge has no such type; other errors are reported', () => {
    poll = () => createDeferred().promise;
    const watch = start('polling');
    const [{ options } = { options: undefined }] = watches;
    options?.onError?.(new BridgeError('ERR_BRIDGE_UNREACHABLE', 'Away.'));
    assert.equal(watch.isLoaded, false);
    options?.onError?.(new BridgeError('ERR_BRIDGE_NOT_FOUND', 'No such type.'));
    assert.equal(watch.isLoaded, true);
    assert.deepEqual(events, ['ERR_BRIDGE_UNREACHABLE', 'loaded']);
  });
});
