import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { BridgeError } from '../../../src/bridge/errors/bridge-error';
import { ConnectionMonitor } from '../../../src/bridge/connection/connection-monitor';
import type { ConnectionState } from '../../../src/bridge/connection/connection-monitor';
import { FakeClock } from '../support/fake-clock';

const unreachable = new BridgeError('ERR_BRIDGE_UNREACHABLE', 'Could not reach the bridge.');
const busy = new BridgeError('ERR_BRIDGE_BUSY', 'The bridge is busy.');

describe('The state of a connection', () => {
  let warnings: string[];
  let states: ConnectionState[];
  let monitor: ConnectionMonitor;
  beforeEach(() => {
    warnings = [];
    states = [];
    monitor = new ConnectionMonitor(
      () => 7,
      (warning) => warnings.push(warning),
      new FakeClock(),
    );
    monitor.subscribe((state) => states.push(state));
  });
  const kinds = (): string[] => states.map(({ kind }) => kind);

  it('is reported once for each change, with the reason of that change and no other', () => {
    monitor.setState('away', unreachable);
    monitor.setState('away', busy);
    monitor.setState('waiting', busy);
    monitor.setState('connected');
    monitor.setState('connected');
    assert.deepEqual(kinds(), ['away', 'waiting', 'connected']);
    assert.deepEqual(
      states.map(({ reason }) => reason),
      [unreachable, busy, undefined],
    );
    assert.equal('reason' in monitor.state, false);
    assert.equal(monitor.state.queued, 7);
  });

  it('warns of what a person must know, and not of a bridge that is busy', () => {
    monitor.setState('waiting', busy);
    monitor.setState('away', unreachable);
    monitor.setState('connected');
    assert.deepEqual(warnings, [unreachable.message]);
  });

  it('says since when it is so', async () => {
    const { since } = monitor.state;
    await wait(5);
    monitor.setState('connected');
    assert.ok(monitor.state.since > since);
  });

  it('says when the bridge last answered', () => {
    assert.equal('lastContact' in monitor.state, false);
    const before = Date.now();
    monitor.recordContact();
    assert.ok((monitor.state.lastContact?.getTime() ?? 0) >= before);
    assert.deepEqual(states, []);
  });

  it('reports address and mode when they change, and only then', () => {
    for (const address of ['192.0.2.7', '192.0.2.7', undefined, undefined]) {
      monitor.setMovedTo(address);
    }
    assert.deepEqual(
      states.map(({ movedTo }) => movedTo),
      ['192.0.2.7', undefined],
    );
    for (const mode of ['stream', 'stream', 'polling'] as const)
      monitor.setChangeDetectionMode(mode);
    assert.deepEqual(
      states.slice(2).map(({ mode }) => mode),
      ['stream', 'polling'],
    );
  });

  it('is reported to a listener as often as it was added, until it is removed', () => {
    let calls = 0;
    const listener = (): void => void (calls += 1);
    const removeFirst = monitor.subscribe(listener);
    const removeSecond = monitor.subscribe(listener);
    monitor.setState('connected');
    assert.equal(calls, 2);
    removeFirst();
    removeFirst();
    monitor.setState('waiting', busy);
    assert.equal(calls, 3);
    removeSecond();
    monitor.setState('connected');
    assert.equal(calls, 3);
  });

  it('is reported to all, though one of them fails, and a warning says why', () => {
    const failing = new ConnectionMonitor(
      () => 0,
      (warning) => warnings.push(warning),
      new FakeClock(),
    );
    const reported: string[] = [];
    failing.subscribe(() => {
      throw new Error('not today');
    });
    failing.subscribe(({ kind }) => reported.push(kind));
    failing.setState('connected');
    assert.deepEqual(reported, ['connected']);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /not today/);
  });

  it('changes no more once it is closed, and nothing is reported or warned of', () => {
    monitor.close();
    monitor.close();
    monitor.setState('away', unreachable);
    monitor.setState('connected');
    monitor.setMovedTo('192.0.2.7');
    monitor.setChangeDetectionMode('stream');
    assert.deepEqual(kinds(), ['closed']);
    assert.deepEqual(warnings, []);
    assert.equal(monitor.state.kind, 'closed');
    assert.equal(monitor.state.reason?.code, 'ERR_BRIDGE_CLOSED');
  });
});
