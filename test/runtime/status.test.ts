import assert from 'node:assert/strict';
import { BridgeError, errorCodesByStatus, nonStatusErrorCodes } from '../../src/bridge';
import type { ConnectionState } from '../../src/bridge';
import { isObject, getNestedMember } from '../../src/resources/members';
import { formatTimeOrDate, NodeStatusTracker, noPendingMessages } from '../../src/runtime/status';
import type { NodeStatusContent } from '../../src/runtime/status';
import { catalogue, invalid, Shown, stateOf, translate } from './status/support/shown-node';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  fadeStatusText,
  getNextStatusUpdate,
  chooseResourceStatus,
  chooseStatusOfSeveralResources,
} from '../../src/runtime/resource-status';
import { createStateCache } from '../bridge/support/stored-resources';

/** @param countWaiting gives the number of messages that wait */
const createStatus = (node: Shown, countWaiting: () => number): NodeStatusTracker =>
  new NodeStatusTracker(
    { RED: { _: translate }, node },
    {
      get count() {
        return countWaiting();
      },
    },
  );

/** Waits until a status that is due by now would have been written, and one after it. */
async function waitForTwoUpdates(): Promise<void> {
  const shown = new Shown();
  const status = new NodeStatusTracker({ RED: { _: translate }, node: shown }, noPendingMessages);
  status.refresh();
  await shown.next();
  status.succeed({ key: 'off' });
  await shown.next();
  status.stop();
}

describe('The texts of a status', () => {
  it('are translated once for all nodes of a Node-RED, and for each Node-RED by itself', async () => {
    const translated: string[] = [];
    const createRED = (name: string) => ({
      _(key: string, values?: Record<string, string | number>) {
        translated.push(`${name}: ${translate(key, values)}`);
        return key;
      },
    });
    const first = createRED('first');
    for (const RED of [first, first, createRED('second')]) {
      const node = new Shown();
      const status = new NodeStatusTracker({ RED, node }, noPendingMessages);
      status.succeed({ key: 'brightness', values: { brightness: 40 } });
      await node.next();
      status.stop();
    }
    assert.deepEqual(translated, ['first: 40 %', 'second: 40 %']);
  });
});

describe('The status below a node', () => {
  let shown: Shown;
  let status: NodeStatusTracker;
  let waiting: number;
  const begin = (): void => {
    shown = new Shown();
    waiting = 0;
    status = createStatus(shown, () => waiting);
  };
  const work = (count: number): void => {
    waiting = count;
    status.refresh();
  };
  const lose = (kind: ConnectionState['kind'], count: number): void => {
    waiting = count;
    status.setConnection(stateOf(kind));
  };
  beforeEach(begin);
  afterEach(() => status.stop());

  it('has a colour and a shape for each state', async () => {
    const looks: readonly [() => void, string][] = [
      [() => status.refresh(), 'grey ring ready'],
      [() => work(1), 'blue dot working'],
      [() => work(2), 'blue dot working on 2'],
      [() => work(12), 'blue dot working on 12'],
      [() => status.succeed({ key: 'on' }), 'green dot on'],
      [() => lose('waiting', 0), 'yellow ring waiting'],
      [() => lose('waiting', 3), 'yellow ring 3 waiting'],
      [() => status.fail(new Error('bug')), 'red ring unexpected error'],
      [() => status.fail(invalid()), 'red ring invalid message'],
      [() => status.fail(invalid('WRONG_SETTING')), 'red ring wrong setting'],
    ];
    for (const [show, look] of looks) {
      status.stop();
      begin();
      show();
      await shown.next();
      assert.deepEqual(shown.looks, [look]);
    }
  });

  it('says since when the bridge is away, or how many messages wait for it', async () => {
    lose('away', 0);
    await shown.next();
    assert.match(shown.looks[0] ?? '', /^yellow ring away since \d\d:\d\d$/);
    begin();
    lose('away', 5);
    await shown.next();
    assert.deepEqual(shown.looks, ['yellow ring away, 5 waiting']);
  });

  it('says why the bridge refuses Node-RED, and which bridge of several that is', async () => {
    for (const [kind, code] of [
      ['unauthorized', 'ERR_BRIDGE_FORBIDDEN'],
      ['untrusted', 'ERR_BRIDGE_UNTRUSTED'],
    ] as const) {
      const text = translate(`@lighting-bridge/node-red/bridge-config:status.failed.${code}`);
      for (const [bridge, look] of [
        [undefined, `red ring ${text}`],
        ['Attic', `red ring Attic: ${text}`],
      ] as const) {
        begin();
        status.setConnection({ ...stateOf(kind), reason: new BridgeError(code, 'No.') }, bridge);
        await shown.next();
        assert.deepEqual(shown.looks, [look]);
        status.stop();
      }
    }
  });

  it('is written less often while it keeps changing', async () => {
    const writtenAt: number[] = [];
    for (const brightness of [10, 20, 30]) {
      status.succeed({ key: 'brightness', values: { brightness } });
      await shown.next();
      writtenAt.push(performance.now());
    }
    const [first = 0, second = 0, third = 0] = writtenAt;
    // A timer may be late, but is never more than a millisecond early.
    assert.ok(second - first >= 199, `${second - first} ms`);
    assert.ok(third - second >= 249, `${third - second} ms`);
    assert.equal(shown.looks.at(-1), 'green dot 30 %');
  });

  it('is written less often while other nodes change theirs, too', async () => {
    const others = Array.from({ length: 9 }, () => new Shown());
    const statuses = others.map((node) => createStatus(node, () => 0));
    try {
      for (const one of statuses) one.refresh();
      await Promise.all(others.map((node) => node.next()));
      const intervals: number[] = [];
      for (const brightness of [10, 20]) {
        status.succeed({ key: 'brightness', values: { brightness } });
        await shown.next();
        intervals.push(performance.now());
      }
      const [first = 0, second = 0] = intervals;
      assert.ok(second - first >= 499, `${second - first} ms`);
    } finally {
      for (const one of statuses) one.stop();
    }
  });

  it('says nothing of a connection that is well', async () => {
    for (const kind of ['idle', 'connected', 'closed'] as const) {
      begin();
      lose(kind, 0);
      await shown.next();
      assert.deepEqual(shown.looks, ['grey ring ready']);
    }
  });

  it('shows the last of a thousand states, and few on the way', async () => {
    status.refresh();
    await shown.next();
    for (let count = 1; count <= 1_000; count += 1) work(count);
    await shown.next();
    assert.deepEqual(shown.looks, ['grey ring ready', 'blue dot working on 1000']);
  });

  it('does not flicker for a message that is answered at once', async () => {
    work(1);
    waiting = 0;
    status.succeed({ key: 'on' });
    await shown.next();
    assert.deepEqual(shown.looks, ['green dot on']);
  });

  it('shows nothing after the node was stopped, also nothing that was to be shown by then', async () => {
    status.refresh();
    status.stop();
    status.succeed({ key: 'on' });
    await waitForTwoUpdates();
    assert.deepEqual(shown.looks, []);
  });

  it('shows nothing that comes after the node was stopped', async () => {
    status.stop();
    status.refresh();
    await waitForTwoUpdates();
    assert.deepEqual(shown.looks, []);
  });

  it('is written once while it stays the same', async () => {
    status.succeed({ key: 'on' });
    await shown.next();
    status.succeed({ key: 'on' });
    status.succeed({ key: 'brightness', values: { brightness: 40 } });
    status.succeed({ key: 'on' });
    await waitForTwoUpdates();
    assert.deepEqual(shown.looks, ['green dot on']);
  });

  it('has words for every error code', () => {
    for (const code of [...Object.values(errorCodesByStatus), ...nonStatusErrorCodes]) {
      translate(`@lighting-bridge/node-red/bridge-config:status.failed.${code}`);
    }
  });

  it('has room for each of its words', () => {
    const longest: Readonly<Record<string, string>> = {
      since: '2026-11-20',
      time: '14:05',
      end: '14:05:30',
      button: '2',
      event: 'new_event',
      degrees: '-360',
    };
    const texts = (node: unknown): string[] =>
      isObject(node) ? Object.values(node).flatMap(texts) : [String(node)];
    for (const text of texts(getNestedMember(catalogue, 'status'))) {
      const filled = text.replace(/__(\w+)__/g, (_whole, name: string) => longest[name] ?? '500');
      assert.ok(filled.length <= 21, `${filled} is too long`);
    }
  });
});

describe('The time since when a bridge is away', () => {
  const now = new Date(2026, 10, 20, 14, 5);
  const format = (...parts: [number, number, number, number, number]): string =>
    formatTimeOrDate(new Date(...parts), now);

  it('is a time of day for up to a day, then a date', () => {
    assert.equal(format(2026, 10, 20, 9, 3), '09:03');
    assert.equal(format(2026, 10, 19, 14, 6), '14:06');
    assert.equal(format(2026, 10, 19, 14, 5), '2026-11-19');
    assert.equal(format(2026, 0, 2, 0, 0), '2026-01-02');
  });
});

describe('The status of a node that answers messages', () => {
  let shown: Shown;
  let status: NodeStatusTracker;
  let waiting: number;
  beforeEach(() => {
    shown = new Shown();
    waiting = 0;
    status = createStatus(shown, () => waiting);
  });
  afterEach(() => status.stop());

  const look = async (): Promise<string | undefined> => {
    await shown.next();
    return shown.looks.at(-1);
  };

  it('counts while the bridge is away only what waits now', async () => {
    status.setConnection(stateOf('away'));
    assert.match((await look()) ?? '', /^yellow ring away since/);
    waiting = 2;
    status.refresh();
    assert.equal(await look(), 'yellow ring away, 2 waiting');
    waiting = 1;
    status.fail(new BridgeError('ERR_BRIDGE_EXPIRED', 'Waited too long.'));
    assert.equal(await look(), 'yellow ring away, 1 waiting');
    waiting = 0;
    status.refresh();
    assert.match((await look()) ?? '', /^yellow ring away since/);
  });

  it('says that it works while one message is left', async () => {
    waiting = 1;
    status.refresh();
    assert.equal(await look(), 'blue dot working');
    status.succeed({ key: 'on' });
    await waitForTwoUpdates();
    assert.deepEqual(shown.looks, ['blue dot working']);
    waiting = 0;
    status.refresh();
    assert.equal(await look(), 'green dot on');
  });

  it('says once where the bridge was found, and then again what happens', async () => {
    const moved = { ...stateOf('connected'), movedTo: '10.0.0.7' };
    status.setConnection(moved);
    assert.match((await look()) ?? '', /^green dot .*10\.0\.0\.7$/);
    status.succeed({ key: 'on' });
    assert.equal(await look(), 'green dot on');
    status.setConnection({ ...moved, kind: 'away' });
    assert.match((await look()) ?? '', /^yellow ring away since/);
    status.setConnection(moved);
    assert.equal(await look(), 'green dot on');
  });

  for (const code of ['ERR_BRIDGE_UNREACHABLE', 'ERR_BRIDGE_EXPIRED'] as const) {
    it(`forgets ${code} once the bridge is back, and does not bring back a success from before`, async () => {
      status.succeed({ key: 'on' });
      assert.equal(await look(), 'green dot on');
      status.setConnection(stateOf('away'));
      status.fail(new BridgeError(code, 'The bridge does not answer.'));
      assert.match((await look()) ?? '', /^yellow ring away/);
      status.setConnection(stateOf('connected'));
      assert.equal(await look(), 'grey ring ready');
    });
  }

  it('says what its own dialog lacks, and leaves what the bridge lacks to the bridge node', () => {
    for (const reason of ['NO_KEY', 'NO_HOST', 'NO_TARGET'])
      status.report(new BridgeError('ERR_BRIDGE_NOT_CONFIGURED', `Said: ${reason}`, { reason }));
    assert.deepEqual(shown.sentences, ['Said: NO_TARGET']);
  });

  for (const code of ['ERR_BRIDGE_INVALID_COMMAND', 'ERR_BRIDGE_NOT_CONFIGURED'] as const) {
    it(`keeps ${code}, which does not end with an outage`, async () => {
      status.fail(new BridgeError(code, 'Not possible.'));
      assert.match((await look()) ?? '', /^red ring/);
      status.setConnection(stateOf('away'));
      assert.match((await look()) ?? '', /^yellow ring away/);
      status.setConnection(stateOf('connected'));
      assert.match((await look()) ?? '', /^red ring/);
    });
  }
});

describe('The status of a node that shows the state of its lamp', () => {
  let shown: Shown;
  let status: NodeStatusTracker;
  let lamp: NodeStatusContent | undefined;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    shown = new Shown();
    lamp = {
      fill: 'green',
      shape: 'dot',
      text: { key: 'brightness', values: { brightness: 40 } },
    };
    status = new NodeStatusTracker({ RED: { _: translate }, node: shown }, noPendingMessages);
    status.setLasting({ choose: () => lamp });
    mock.timers.tick(50);
  });
  afterEach(() => {
    status.stop();
    mock.timers.reset();
  });

  /** What is shown after a time in ms. */
  const lookAfter = async (time: number): Promise<string | undefined> => {
    for (let passed = 0; passed < time; passed += 10) {
      mock.timers.tick(10);
      // A slice that took long goes on in the next turn.
      await setImmediate();
    }
    return shown.looks.at(-1);
  };

  it('is there before any message', () => {
    assert.deepEqual(shown.looks, ['green dot 40 %']);
  });

  it('shows the result of a command for a moment, then the state again', async () => {
    await lookAfter(1_000);
    lamp = { fill: 'grey', shape: 'dot', text: { key: 'off' } };
    status.succeed({ key: 'changed' });
    assert.equal(await lookAfter(1_000), 'green dot changed');
    assert.equal(await lookAfter(2_500), 'grey dot off');
  });

  it('shows an error longer, then the state again', async () => {
    await lookAfter(1_000);
    status.fail(invalid());
    assert.equal(await lookAfter(5_000), 'red ring invalid message');
    assert.equal(await lookAfter(6_000), 'green dot 40 %');
  });

  it('shows an error of the start as long, also where the state was known only after it', async () => {
    const node = new Shown();
    const starting = new NodeStatusTracker({ RED: { _: translate }, node }, noPendingMessages);
    shown = node;
    starting.fail(invalid());
    starting.setLasting({ choose: () => lamp });
    assert.equal(await lookAfter(5_000), 'red ring invalid message');
    assert.equal(await lookAfter(6_000), 'green dot 40 %');
    starting.stop();
  });

  it('is written as often as at first after a pause', async () => {
    const countWritten = async (): Promise<number> => {
      const before = shown.looks.length;
      for (let result = 1; result <= 30; result += 1) {
        status.succeed({ key: 'brightness', values: { brightness: result } });
        await lookAfter(100);
      }
      return shown.looks.length - before;
    };
    await lookAfter(5_000);
    const written = await countWritten();
    await lookAfter(20_000);
    assert.equal(await countWritten(), written);
  });

  it('is written at once while other nodes have nothing to write', async () => {
    const others = Array.from({ length: 100 }, () => {
      const other = new NodeStatusTracker(
        { RED: { _: translate }, node: new Shown() },
        noPendingMessages,
      );
      other.refresh();
      return other;
    });
    await lookAfter(100);
    for (const other of others.slice(50)) other.refresh();
    await lookAfter(30_000);
    for (const brightness of [10, 20]) {
      status.succeed({ key: 'brightness', values: { brightness } });
      assert.equal(await lookAfter(300), `green dot ${brightness} %`);
    }
    for (const other of others) other.stop();
  });

  it('keeps the result where nothing newer is known', async () => {
    lamp = undefined;
    status.succeed({ key: 'on' });
    assert.equal(await lookAfter(20_000), 'green dot on');
  });

  it('shows the state at once when the bridge is back', async () => {
    await lookAfter(1_000);
    status.setConnection(stateOf('away'));
    status.fail(new BridgeError('ERR_BRIDGE_EXPIRED', 'Waited too long.'));
    assert.match((await lookAfter(1_000)) ?? '', /^yellow ring away/);
    status.setConnection(stateOf('connected'));
    assert.equal(await lookAfter(1_000), 'green dot 40 %');
  });
});

const minute = 60_000;

const course = { from: 20, to: 80, startedAt: 0, duration: 5 * minute };

describe('The status during a fade', () => {
  it('shows the brightness, where it leads, and the time that is left', () => {
    for (const [now, text] of [
      [0, 'minutes 20 80 5'],
      [minute, 'minutes 32 80 4'],
      [4 * minute, 'seconds 68 80 60'],
      [6 * minute, 'seconds 80 80 0'],
    ] as const) {
      const { key, values = {} } = fadeStatusText(course, now);
      const shown = [key.replace('fading.', ''), values['from'], values['to'], values['left']];
      assert.equal(shown.join(' '), text);
    }
    const long = { ...course, to: 0, duration: 180 * minute };
    assert.deepEqual(fadeStatusText(long, 0), {
      key: 'fading.hours',
      values: { from: 20, to: 0, left: 3 },
    });
  });

  it('changes at most every two seconds, and once more at the end', () => {
    assert.equal(getNextStatusUpdate(course, 0), 5_000);
    assert.equal(getNextStatusUpdate({ ...course, duration: 10_000 }, 0), 2_000);
    assert.equal(getNextStatusUpdate({ ...course, duration: 24 * 60 * minute }, 0), minute);
    assert.equal(getNextStatusUpdate(course, 5 * minute - 500), 501);
  });
});

const device = { rid: 'device', rtype: 'device' };

describe('The status of a resource', () => {
  /** A status as one text: colour, shape, key of the text and its values. */
  const format = ({ fill, shape, text }: NodeStatusContent): string => {
    const { key, values = {} } = typeof text === 'function' ? text() : text;
    return [fill, shape, key, ...Object.values(values)].join(' ');
  };

  for (const [type, members, status] of [
    ['light', { on: { on: true } }, 'green dot on'],
    ['light', { on: { on: true }, dimming: { brightness: 40.6 } }, 'green dot brightness 41'],
    ['light', { on: { on: false }, dimming: { brightness: 40 } }, 'grey dot off'],
    ['light', {}, 'green dot read'],
    ['grouped_light', { on: { on: false } }, 'grey dot off'],
    ['grouped_light', { on: { on: true } }, 'green dot on'],
    ['motion', { enabled: true, motion: { motion_report: { motion: true } } }, 'green dot motion'],
    [
      'motion',
      { enabled: true, motion: { motion_report: { motion: false } } },
      'grey dot noMotion',
    ],
    ['motion', { enabled: false }, 'grey ring disabled'],
    [
      'temperature',
      { enabled: true, temperature: { temperature_report: { temperature: 21.34 } } },
      'green dot measurement 21.3 °C',
    ],
    ['device_power', { power_state: { battery_level: 64.4 } }, 'green dot measurement 64 %'],
    ['behavior_instance', { enabled: true, status: 'running' }, 'green dot running'],
    ['behavior_instance', { enabled: true, status: 'errored' }, 'red dot errored'],
    ['behavior_instance', { enabled: true, status: 'initializing' }, 'green dot enabled'],
    ['behavior_instance', { enabled: false, status: 'errored' }, 'grey ring disabled'],
    ['smart_scene', { state: 'active' }, 'green dot active'],
    ['smart_scene', { state: 'inactive' }, 'grey dot inactive'],
    ['scene', { status: { active: 'static' } }, 'green dot active'],
    ['scene', { status: { active: 'inactive' } }, 'grey dot inactive'],
    ['room', { children: [] }, 'grey dot noScene'],
  ] as const) {
    it(`is “${status}” for a ${type} with ${JSON.stringify(members)}`, () => {
      const resource = { id: 'resource', type, owner: device, ...members };
      assert.equal(format(chooseResourceStatus(createStateCache([resource]), resource)), status);
    });
  }

  it('is yellow while its device is unreachable, and names the active scene of a room', () => {
    const light = { id: 'light', type: 'light', owner: device, on: { on: true } };
    const radio = { id: 'radio', type: 'zigbee_connectivity', owner: device };
    const owner = { id: 'device', type: 'device', services: [{ rid: 'radio', rtype: radio.type }] };
    const room = { id: 'room', type: 'room', children: [] };
    const scene = {
      id: 'scene',
      type: 'scene',
      group: { rid: 'room', rtype: 'room' },
      metadata: { name: 'Relax' },
      status: { active: 'static' },
    };
    const unreachable = { ...radio, status: 'connectivity_issue' };
    const stateCache = createStateCache([light, owner, unreachable, room, scene]);
    assert.equal(format(chooseResourceStatus(stateCache, light)), 'yellow dot unreachable');
    assert.equal(format(chooseResourceStatus(stateCache, room)), 'green dot value Relax');
  });

  it('counts of several those that are on; it is red once all are deleted', () => {
    const lit = { id: 'lit', type: 'light', on: { on: true } };
    const dark = { id: 'dark', type: 'light', on: { on: false } };
    const stateCache = createStateCache([lit, dark]);
    for (const [resources, status] of [
      [[lit, dark, undefined], 'green dot onCount 1 3'],
      [[dark, undefined], 'grey dot onCount 0 2'],
      [[undefined, undefined], 'red ring gone'],
    ] as const)
      assert.equal(format(chooseStatusOfSeveralResources(stateCache, resources)), status);
  });
});
