import assert from 'node:assert/strict';
import { BridgeError } from '../../../src/bridge/errors';
import { ConnectionStateReporter } from '../../../src/bridge/connection-state';
import type { ConnectionState } from '../../../src/bridge/connection-state';
import { waitUntil } from '../../support/wait-until';
import { FakeClock } from '../support/fake-clock';

const unreachable = new BridgeError('ERR_BRIDGE_UNREACHABLE', 'Could not reach the bridge.');
const busy = new BridgeError('ERR_BRIDGE_BUSY', 'The bridge is busy.');

describe('The state of a connection', () => {
  let warnings: string[];
  let states: ConnectionState[];
  let reporter: ConnectionStateReporter;
  beforeEach(() => {
    warnings = [];
    states = [];
    reporter = new ConnectionStateReporter(
      () => 7,
      (warning) => warnings.push(warning),
      new FakeClock(),
    );
    reporter.subscribe((state) => states.push(state));
  });
  const kinds = (): string[] => states.map(({ kind }) => kind);

  it('is reported once for each change, with the reason of that change and no other', () => {
    reporter.setState('away', unreachable);
    reporter.setState('away', busy);
    reporter.setState('waiting', busy);
    reporter.setState('connected');
    reporter.setState('connected');
    assert.deepEqual(kinds(), ['away', 'waiting', 'connected']);
    assert.deepEqual(
      states.map(({ reason }) => reason),
      [unreachable, busy, undefined],
    );
    assert.equal('reason' in reporter.state, false);
    assert.equal(reporter.state.queued, 7);
  });

  it('warns of what a person must know, and not of a bridge that is busy', () => {
    reporter.setState('waiting', busy);
    reporter.setState('away', unreachable);
    reporter.setState('connected');
    assert.deepEqual(warnings, [unreachable.message]);
  });

  it('says since when it is so', async () => {
    const { since } = reporter.state;
    await waitUntil('a later time', () => Date.now() > since.getTime(), { interval: 1 });
    reporter.setState('connected');
    assert.ok(reporter.state.since > since);
  });

  it('says when the bridge last answered', () => {
    assert.equal('lastContact' in reporter.state, false);
    const before = Date.now();
    reporter.recordContact();
    assert.ok((reporter.state.lastContact?.getTime() ?? 0) >= before);
    assert.deepEqual(states, []);
  });

  it('reports address and mode when they change, and only then', () => {
    for (const address of ['192.0.2.7', '192.0.2.7', undefined, undefined]) {
      reporter.setMovedTo(address);
    }
    assert.deepEqual(
      states.map(({ movedTo }) => movedTo),
      ['192.0.2.7', undefined],
    );
    for (const mode of ['stream', 'stream', 'polling'] as const) reporter.setMode(mode);
    assert.deepEqual(
      states.slice(2).map(({ mode }) => mode),
      ['stream', 'polling'],
    );
  });

  it('is reported to a listener as often as it was added, until it is removed', () => {
    let calls = 0;
    const listener = (): void => void (calls += 1);
    const removeFirst = reporter.subscribe(listener);
    const removeSecond = reporter.subscribe(listener);
    reporter.setState('connected');
    assert.equal(calls, 2);
    removeFirst();
    removeFirst();
    reporter.setState('waiting', busy);
    assert.equal(calls, 3);
    removeSecond();
    reporter.setState('connected');
    assert.equal(calls, 3);
  });

  it('is reported to all, though one of them fails, and a warning says why', () => {
    const failing = new ConnectionStateReporter(
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
    reporter.close();
    reporter.close();
    reporter.setState('away', unreachable);
    reporter.setState('connected');
    reporter.setMovedTo('192.0.2.7');
    reporter.setMode('stream');
    assert.deepEqual(kinds(), ['closed']);
    assert.deepEqual(warnings, []);
    assert.equal(reporter.state.kind, 'closed');
    assert.equal(reporter.state.reason?.code, 'ERR_BRIDGE_CLOSED');
  });
});
