import assert from 'node:assert/strict';
import { BridgeError, errorCodesByStatus, nonStatusErrorCodes } from '../../../src/bridge';
import type { ConnectionState } from '../../../src/bridge';
import { isObject, getNestedMember } from '../../../src/resources/members';
import {
  formatTimeOrDate,
  NodeStatusTracker,
  noPendingMessages,
} from '../../../src/runtime/status';
import { catalogue, invalid, Shown, stateOf, translate } from './support/shown-node';

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
