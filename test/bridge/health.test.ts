import assert from 'node:assert/strict';
import { ConnectionHealthMonitor } from '../../src/bridge/health';
import { defaultLimits } from '../../src/bridge/limits';
import { FakeClock, flushPromises } from './support/fake-clock';
import { intervalsBetween } from './support/fake-bridge';
import type { TransportFailure, TransportFailureKind } from '../../src/bridge/transport-failure';

const { probeInterval, lateProbeInterval, lateProbeAfter, probeTimeout } = defaultLimits;

const createFailure = (kind: TransportFailureKind): TransportFailure => ({
  kind,
  code: 'ERR_BRIDGE_UNREACHABLE',
  detail: `it is ${kind}`,
  hint: '',
});

describe('The health of a connection', () => {
  let clock: FakeClock;
  let health: ConnectionHealthMonitor;
  /** How a probe ends after 5 ms; undefined for one that is never answered. */
  let outcome: TransportFailureKind | 'answer' | undefined;
  let probedAt: number[];
  let inFlight: number;

  beforeEach(() => {
    clock = new FakeClock();
    // The middle of the random range, so that waits have their nominal length.
    clock.random = () => 0.5;
    outcome = 'answer';
    probedAt = [];
    inFlight = 0;
    health = new ConnectionHealthMonitor({
      limits: defaultLimits,
      clock,
      getEndpoint: () => '192.0.2.7:443',
      probe(listener) {
        probedAt.push(clock.now());
        inFlight += 1;
        const fail = (failure: TransportFailure): void => {
          inFlight -= 1;
          clock.clearTimeout(timer);
          listener(failure);
        };
        const end = outcome;
        const timer = clock.setTimeout(
          () => {
            if (end !== 'answer') return fail(createFailure(end ?? 'timeout'));
            inFlight -= 1;
            return listener({
              status: 200,
              retryAfter: undefined,
              body: Buffer.alloc(0),
            });
          },
          end === undefined ? 1e9 : 5,
        );
        return { sent: true, cancel: fail };
      },
    });
  });
  afterEach(async () => {
    health.close();
    await flushPromises();
    assert.equal(clock.pendingTimers, 0, 'a timer was left behind');
    assert.equal(inFlight, 0, 'a probe was left behind');
  });

  for (const kind of ['away', 'untrusted'] as const) {
    it(`is down at once when the connection is ${kind}, without a question`, () => {
      health.recordFailure(createFailure(kind), 0);
      assert.equal(health.status, 'down');
      assert.equal(health.failure?.kind, kind);
      assert.deepEqual(probedAt, []);
    });
  }

  it('is down where the question is not answered, though the event stream had bytes since', async () => {
    outcome = undefined;
    health.doubt();
    await clock.advance(probeTimeout - 1);
    health.getLastStreamActivity = () => clock.now();
    assert.equal(health.status, 'doubtful');
    await clock.advance(1);
    assert.equal(health.status, 'down');
  });

  it('is down also where it is doubted then', () => {
    health.recordFailure(createFailure('untrusted'), 0);
    health.doubt();
    assert.equal(health.status, 'down');
    assert.equal(health.allowsRequests, true);
  });

  for (const kind of ['lost', 'timeout'] as const) {
    it(`is asked for after a request was ${kind}, and stays up when the bridge answers`, async () => {
      const statuses: string[] = [];
      health.subscribe(() => statuses.push(health.status));
      health.recordFailure(createFailure(kind), 0);
      assert.equal(health.allowsRequests, false);
      await clock.advance(5);
      assert.deepEqual(statuses, ['doubtful', 'up']);
      assert.equal(probedAt.length, 1);
    });

    it(`is down after a request was ${kind}, when the question fails too`, async () => {
      outcome = 'away';
      health.recordFailure(createFailure(kind), 0);
      let isJudged = false;
      void health.whenJudged().then(() => (isJudged = true));
      assert.equal(isJudged, false);
      await clock.advance(5);
      assert.equal(health.status, 'down');
      assert.equal(isJudged, true);
      assert.equal(health.failure?.kind, 'away');
    });
  }

  it('is not doubted for a time-out while anything else was answered, or the event stream had bytes', async () => {
    await clock.advance(1_000);
    health.recordContact();
    health.recordFailure(createFailure('timeout'), 500);
    assert.equal(health.status, 'up');
    await clock.advance(10_000);
    health.getLastStreamActivity = () => 5_000;
    health.recordFailure(createFailure('timeout'), 4_000);
    assert.equal(health.status, 'up');
    assert.deepEqual(probedAt, []);
    health.recordFailure(createFailure('timeout'), 6_000);
    assert.equal(health.status, 'doubtful');
  });

  it('is not doubted for a connection that was not taken, while the bridge answered over another one', async () => {
    await clock.advance(10_000);
    health.recordContact();
    health.recordFailure(createFailure('away'), 5_000);
    assert.equal(health.status, 'up');
    assert.deepEqual(probedAt, []);
  });

  it('is asked for when a further connection is refused just after an answer, and again while it answers others', async () => {
    const statuses: string[] = [];
    health.subscribe(() => statuses.push(health.status));
    await clock.advance(1_000);
    health.recordContact();
    await clock.advance(100);
    outcome = 'away';
    health.recordFailure(createFailure('away'), clock.now());
    await clock.advance(300);
    assert.deepEqual([statuses, probedAt.length], [['doubtful'], 2]);
    health.recordContact();
    await clock.advance(probeInterval);
    assert.deepEqual([statuses, probedAt.length], [['doubtful', 'up'], 2]);
  });

  it('is down within 1.3 s of the last answer when the connection is refused', async () => {
    await clock.advance(1_000);
    health.recordContact();
    await clock.advance(100);
    outcome = 'away';
    health.recordFailure(createFailure('away'), clock.now());
    await clock.advance(800);
    assert.equal(health.status, 'doubtful');
    await clock.advance(400);
    assert.equal(health.status, 'down');
  });

  it('says nothing about a request that was given up, or an answer that cannot be read', () => {
    for (const kind of ['ended', 'malformed'] as const)
      health.recordFailure(createFailure(kind), 0);
    assert.equal(health.status, 'up');
  });

  it('ends all waits with the first answer to anything', async () => {
    outcome = 'away';
    health.recordFailure(createFailure('away'), 0);
    await clock.advance(60_000);
    const probes = probedAt.length;
    health.recordContact();
    assert.equal(health.status, 'up');
    assert.equal(health.failedProbes, 0);
    await clock.advance(60_000);
    assert.equal(probedAt.length, probes);
  });

  it('is asked for at once when the bridge is seen on the network', async () => {
    outcome = 'away';
    health.recordFailure(createFailure('away'), 0);
    await clock.advance(lateProbeAfter + 60_000);
    outcome = 'answer';
    health.retryNow();
    await clock.advance(5);
    assert.equal(health.status, 'up');
  });

  it('is asked for while an earlier question waits for a host that is silent', async () => {
    outcome = undefined;
    health.recordFailure(createFailure('away'), 0);
    await clock.advance(2_000);
    assert.equal(inFlight, 2, 'one waits, and another tries');
    await clock.advance(60_000);
    assert.ok(inFlight <= 2);
    assert.ok(Math.max(...intervalsBetween(probedAt)) <= probeTimeout);
  });

  it('probeInterval and lateProbeInterval: the bridge is tried about every second, later less often', async () => {
    outcome = 'away';
    health.recordFailure(createFailure('away'), 0);
    await clock.advance(2 * lateProbeAfter);
    const waits = intervalsBetween(probedAt);
    const early = waits.filter((_, index) => (probedAt[index] ?? 0) < lateProbeAfter);
    assert.ok((probedAt[0] ?? Infinity) <= probeInterval / 2);
    assert.deepEqual(new Set(early), new Set([probeInterval]));
    assert.deepEqual(new Set(waits.slice(early.length)), new Set([lateProbeInterval]));
  });

  it('is asked for at times that are spread by a fifth either way', async () => {
    clock.random = new FakeClock().random.bind(new FakeClock());
    outcome = 'away';
    health.recordFailure(createFailure('away'), 0);
    await clock.advance(lateProbeAfter / 2);
    const waits = intervalsBetween(probedAt);
    assert.ok(
      Math.max(...waits) <= 1.2 * probeInterval && Math.min(...waits) >= 0.8 * probeInterval,
    );
    assert.ok(
      Math.max(...waits) > 1.15 * probeInterval && Math.min(...waits) < 0.85 * probeInterval,
    );
  });

  it('lateProbeAfter: for so long the bridge is tried often', async () => {
    outcome = 'away';
    health.recordFailure(createFailure('away'), 0);
    await clock.advance(2 * lateProbeAfter);
    const waits = intervalsBetween(probedAt);
    const firstLate = waits.findIndex((wait) => wait > probeInterval);
    const lateAt = probedAt[firstLate] ?? 0;
    assert.ok(Math.abs(lateAt - lateProbeAfter) <= probeInterval, `${lateAt}`);
  });

  it('lateProbeInterval: another host in the place of the bridge is tried as seldom from the start', async () => {
    outcome = 'untrusted';
    health.recordFailure(createFailure('untrusted'), 0);
    await clock.advance(60_000);
    assert.deepEqual(new Set(intervalsBetween(probedAt)), new Set([lateProbeInterval]));
    assert.equal(health.allowsRequests, true, 'a request tries by itself, and gets nothing sent');
  });

  it('probeTimeout: a question without an answer counts as failed after so long', async () => {
    outcome = undefined;
    health.doubt();
    await clock.advance(probeTimeout - 1);
    assert.equal(health.status, 'doubtful');
    await clock.advance(1);
    assert.equal(health.status, 'down');
    assert.equal(health.failure?.kind, 'timeout');
  });
});
