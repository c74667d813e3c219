import assert from 'node:assert/strict';
import { defaultLimits } from '../../src/bridge';
import { listRequest } from '../../src/bridge/wire/request';
import { settle } from './fake-clock';
import { group, lamp, outcomes, prompt, set, Stage } from './queue-stage';
import type { Limits } from '../../src/bridge';
import type { Sent } from './queue-stage';
import type { BridgeRequest } from '../../src/bridge/wire/request';

const {
  lampsPerSecond,
  groupsPerSecond,
  othersPerSecond,
  requestsUnderWay,
  waitingRequests,
  waitingCommands,
  waitingSize,
  commandAge,
  attempts,
  firstHold,
  longestHold,
  longestRetryAfter,
  longestAway,
  closeTimeout,
} = defaultLimits;

const other = (number: number): BridgeRequest => set('motion', number, { enabled: true });

/** A lamp command with a body of so many characters. */
const sized = (number: number, size: number): BridgeRequest => {
  const empty = JSON.stringify({ metadata: { name: '' } }).length;
  return lamp(number, { metadata: { name: 'x'.repeat(size - empty) } });
};

/** A stage where chance makes every wait as long as it may be. */
function patientStage(limits: Partial<Limits> = {}): Stage {
  const stage = new Stage({ commandAge: 3_600_000, attempts: 12, ...limits });
  stage.clock.random = () => 1;
  return stage;
}

/** How long the queue let pass after each answer before it sent the next request. */
async function pausesOf(stage: Stage): Promise<number[]> {
  const answeredAt: number[] = [];
  const { play } = stage;
  assert.ok(play);
  stage.play = (sent) => {
    answeredAt.push(stage.clock.now());
    play(sent);
  };
  const before = stage.sent.length;
  outcomes([stage.queue.submit(lamp(99))]);
  await stage.clock.pass(600_000);
  return stage.sent
    .slice(before + 1)
    .map(({ at }, index) => at - (answeredAt[index] ?? Number.NaN));
}

/** Waits that double, up to a longest. */
const doubling = (count: number, longest: number): number[] =>
  Array.from({ length: count }, (_, step) => Math.min(firstHold * 2 ** step, longest));

describe('The bounds of the queue', () => {
  const keepsRate = async (
    rate: number,
    write: (number: number) => BridgeRequest,
  ): Promise<void> => {
    const stage = prompt();
    const all = Array.from({ length: 20 * rate }, (_, number) => write(number));
    outcomes(all.map((request) => stage.queue.submit(request)));
    await stage.clock.pass(999 / rate);
    assert.equal(stage.sent.length, rate);
    await stage.clock.pass(10_001 - 999 / rate);
    assert.equal(stage.sent.length, rate + 10 * rate);
  };

  it('lampsPerSecond: as many go at once, and then a second', () =>
    keepsRate(lampsPerSecond, lamp));

  it('groupsPerSecond: as many go at once, and then a second', () =>
    keepsRate(groupsPerSecond, group));

  it('othersPerSecond: as many go at once, and then a second', () =>
    keepsRate(othersPerSecond, other));

  it('requestsUnderWay: no more at a time, whatever they are for', async () => {
    const stage = new Stage();
    const all = Array.from({ length: 9 }, (_, number) => [lamp(number), other(number)]).flat();
    outcomes([...all, listRequest()].map((request) => stage.queue.submit(request)));
    await stage.clock.pass(10_000);
    assert.equal(stage.sent.length, requestsUnderWay);
    stage.reply(stage.sent[0]);
    await stage.clock.pass(10_000);
    assert.equal(stage.sent.length, requestsUnderWay + 1);
  });

  it('waitingRequests: one request more than may wait is refused, a merged command is not', async () => {
    const stage = new Stage();
    const room = requestsUnderWay + waitingRequests;
    const seen = outcomes(
      Array.from({ length: room }, (_, number) => stage.queue.submit(lamp(number))),
    );
    const merged = outcomes([stage.queue.submit(lamp(room - 1, { on: { on: false } }))]);
    await settle();
    assert.deepEqual([...seen.codes, ...merged.codes], []);
    const refused = outcomes([stage.queue.submit(lamp(room))]);
    await settle();
    assert.deepEqual(refused.codes, ['ERR_BRIDGE_QUEUE_FULL']);
  });

  it('waitingCommands: one command more than may wait is refused, even where it could be merged', async () => {
    const stage = new Stage();
    const seen = outcomes(
      Array.from({ length: 1 + waitingCommands }, () => stage.queue.submit(lamp(1))),
    );
    await settle();
    assert.deepEqual(seen.codes, []);
    assert.equal(stage.queue.waiting, waitingCommands);
    const refused = outcomes([stage.queue.submit(lamp(1))]);
    await settle();
    assert.deepEqual(refused.codes, ['ERR_BRIDGE_QUEUE_FULL']);
  });

  it('waitingSize: bodies wait up to it, and one character more is refused', async () => {
    const stage = new Stage();
    outcomes(
      Array.from({ length: requestsUnderWay }, (_, number) => stage.queue.submit(lamp(number))),
    );
    const seen = outcomes(
      [11, 12].map((number) => stage.queue.submit(sized(number, waitingSize / 2 - 25))),
    );
    await settle();
    assert.deepEqual(seen.codes, []);
    const [tooLong, fits] = [51, 50].map((size) => outcomes([stage.queue.submit(sized(13, size))]));
    await settle();
    assert.deepEqual(tooLong?.codes, ['ERR_BRIDGE_QUEUE_FULL']);
    assert.deepEqual(fits?.codes, []);
  });

  it('commandAge: what waits longer is answered as expired', async () => {
    const stage = new Stage();
    outcomes(
      Array.from({ length: requestsUnderWay }, (_, number) => stage.queue.submit(lamp(number))),
    );
    const seen = outcomes([stage.queue.submit(lamp(50))]);
    await stage.clock.pass(commandAge - 1);
    assert.deepEqual(seen.codes, []);
    await stage.clock.pass(1);
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_EXPIRED']);
  });

  it('attempts: a request that goes wrong is sent as often, and then answered', async () => {
    const wrongs: readonly ((stage: Stage, sent: Sent) => void)[] = [
      (stage, sent) => stage.reply(sent, 503),
      (stage, sent) => stage.fail(sent, 'lost'),
      (stage, sent) => stage.fail(sent, 'away'),
    ];
    for (const goWrong of wrongs) {
      const stage = new Stage({ commandAge: 3_600_000 });
      stage.play = (sent) => goWrong(stage, sent);
      const seen = outcomes([stage.queue.submit(lamp(1))]);
      await stage.clock.pass(600_000);
      assert.equal(stage.sent.length, attempts);
      assert.equal(seen.merged.length + seen.codes.length, 1);
    }
  });

  it('firstHold and longestHold: waits of a bridge that is busy double, from the one to the other', async () => {
    const stage = patientStage();
    stage.play = (sent) => stage.reply(sent, 503);
    assert.deepEqual(await pausesOf(stage), doubling(11, longestHold));
  });

  it('firstHold: a bridge that asks for less is given its own wait all the same', async () => {
    const stage = patientStage();
    stage.play = (sent) => stage.reply(sent, 429, String((firstHold - 1) / 1_000));
    assert.deepEqual(await pausesOf(stage), doubling(11, longestHold));
  });

  it('longestAway: waits before a bridge that is away double up to it', async () => {
    const stage = patientStage();
    stage.play = (sent) => stage.reply(sent);
    outcomes([stage.queue.submit(lamp(1))]);
    await stage.clock.pass(1_000);
    stage.play = (sent) => stage.fail(sent, 'away');
    const pauses = await pausesOf(stage);
    assert.ok(pauses.length > 100);
    assert.deepEqual(pauses, doubling(pauses.length, longestAway));
  });

  it('longestRetryAfter: no bridge is waited for any longer', async () => {
    for (const [asked, waited] of [
      [longestRetryAfter - 1_000, longestRetryAfter - 1_000],
      [longestRetryAfter + 1_000, longestRetryAfter],
    ] as const) {
      const stage = patientStage();
      outcomes([stage.queue.submit(lamp(1))]);
      stage.reply(stage.sent[0], 429, String(asked / 1_000));
      await stage.clock.pass(waited - 1);
      assert.equal(stage.sent.length, 1);
      await stage.clock.pass(1);
      assert.equal(stage.sent.length, 2);
    }
  });

  it('closeTimeout: closing waits no longer for what is under way', async () => {
    const stage = new Stage();
    const seen = outcomes([stage.queue.submit(lamp(1))]);
    const closed = stage.queue.close();
    await stage.clock.pass(closeTimeout - 1);
    assert.deepEqual(seen.codes, []);
    await stage.clock.pass(1);
    await closed;
    assert.deepEqual(seen.codes, ['ERR_BRIDGE_CLOSED']);
  });
});
