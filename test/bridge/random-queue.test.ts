import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { buildCreateRequest, buildListRequest } from '../../src/bridge/request';
import type { BridgeRequest } from '../../src/bridge/request';
import { getNestedMember } from '../../src/resources/members';
import {
  createGroupCommand,
  createLampCommand,
  QueueHarness,
  createUpdate,
  serializeRequestBody,
} from './support/queue-harness';
import type { SentRequest } from './support/queue-harness';
import type { TransportFailureKind } from '../../src/bridge/transport-failure';
import { isBridgeError } from '../../src/bridge/errors';
import { Turn } from '../../src/bridge/turn';
import type { CommandOptions } from '../../src/bridge/queue';
import { FakeClock, flushMicrotasks } from './support/fake-clock';
import {
  groups,
  listLampPathsOf,
  properties,
  RememberingBridge,
  toLampPath,
} from './support/remembering-bridge';
import type { Group, Lamp, Property } from './support/remembering-bridge';

/** One random step of a run. */
type QueueStep =
  | { kind: 'ask'; what: 'lamp' | 'group' | 'read' | 'create'; target: number }
  | { kind: 'askAndGiveUp'; after: number }
  | { kind: 'reply'; index: number; status: number }
  | { kind: 'fail'; index: number; problem: TransportFailureKind }
  | { kind: 'pass'; time: number };

const kind = <const Kind extends QueueStep['kind']>(name: Kind): fc.Arbitrary<Kind> =>
  fc.constant(name);

const what = fc.constantFrom('lamp' as const, 'lamp', 'group', 'read', 'create');

const problem = fc.constantFrom<TransportFailureKind>('away', 'lost', 'timeout', 'malformed');

const status = fc.constantFrom(200, 200, 404, 429, 503);

const anyStep: fc.Arbitrary<QueueStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('ask'), what, target: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('askAndGiveUp'), after: fc.nat(3_000) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('reply'), index: fc.nat(2), status }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('fail'), index: fc.nat(2), problem }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('pass'), time: fc.nat(2_000) }) },
);

/** One random run of the queue, with its outcomes. */
class RandomRun {
  readonly harness = new QueueHarness({
    maxQueuedRequests: 6,
    maxQueueTime: 30_000,
    maxHangingRequests: 2,
  });
  /** How often each caller got an outcome. */
  readonly answerCounts: number[] = [];
  /** Brightness that the last successful caller of each lamp requested. */
  readonly requestedBrightness = new Map<string, number>();

  async applyStep(one: QueueStep): Promise<void> {
    if (one.kind === 'ask') this.#submit(this.#createRequest(one.what, one.target));
    else if (one.kind === 'askAndGiveUp') this.#submitAndAbort(one.after);
    else if (one.kind === 'pass') await this.harness.clock.advance(one.time);
    else if (one.kind === 'reply')
      this.#withUnanswered(one.index, (sent) => this.harness.reply(sent, one.status));
    else this.#withUnanswered(one.index, (sent) => this.harness.fail(sent, one.problem));
    assert.ok(this.harness.inFlight <= 4, 'two places and two requests that hang');
  }

  /** Answers everything with success until the queue is empty. */
  async end(): Promise<void> {
    const { harness } = this;
    harness.onSent = (sent) => harness.reply(sent);
    const unanswered = harness.sent.filter((sent) => sent.status === undefined);
    for (const sent of unanswered) harness.reply(sent);
    await harness.clock.advance(200_000);
  }

  /** Brightness of the last successful request to each lamp. */
  lastExecutedBrightness(): Map<string, unknown> {
    const done = this.harness.sent.filter(
      (sent) =>
        sent.status === 200 && sent.request.rtype === 'light' && sent.request.method === 'PUT',
    );
    return new Map(done.map(({ request }) => [request.path, parseBrightness(request)]));
  }

  #createRequest(name: 'lamp' | 'group' | 'read' | 'create', target: number): BridgeRequest {
    if (name === 'group') return createGroupCommand(10 + target);
    if (name === 'read') return buildListRequest('light');
    if (name === 'create') return buildCreateRequest('geofence_client', '{}');
    return createLampCommand(target, { dimming: { brightness: this.answerCounts.length } });
  }

  #submit(request: BridgeRequest, signal?: AbortSignal): void {
    const number = this.answerCounts.push(0) - 1;
    const count = (): void =>
      void (this.answerCounts[number] = (this.answerCounts[number] ?? 0) + 1);
    this.harness.queue.submit(request, { signal }).then(({ response: reply }) => {
      count();
      const isLampUpdate =
        request.rtype === 'light' && request.method === 'PUT' && reply.status === 200;
      if (isLampUpdate)
        this.requestedBrightness.set(
          request.path,
          Math.max(number, this.requestedBrightness.get(request.path) ?? 0),
        );
      return undefined;
    }, count);
  }

  #submitAndAbort(after: number): void {
    const controller = new AbortController();
    this.#submit(createGroupCommand(20), controller.signal);
    this.harness.clock.setTimeout(() => controller.abort(), after);
  }

  #withUnanswered(index: number, action: (sent: SentRequest) => void): void {
    const unanswered = this.harness.sent.filter((sent) => sent.status === undefined);
    const sent = unanswered[index % Math.max(1, unanswered.length)];
    if (sent !== undefined) action(sent);
  }
}

const parseBrightness = (request: BridgeRequest): unknown => {
  const body: unknown = JSON.parse(request.body ?? '{}');
  return getNestedMember(body, 'dimming', 'brightness');
};

describe('The queue, whatever happens', () => {
  it('answers everybody exactly once, and carries out the last command last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 80 }), async (steps) => {
        const randomRun = new RandomRun();
        for (const one of steps) await randomRun.applyStep(one);
        await randomRun.end();
        assert.ok(
          randomRun.answerCounts.every((times) => times === 1),
          randomRun.answerCounts.join(),
        );
        assert.equal(randomRun.harness.queue.queued, 0);
        assert.equal(randomRun.harness.clock.pendingTimers, 0);
        const lastExecutedBrightness = randomRun.lastExecutedBrightness();
        for (const [lampPath, brightness] of randomRun.requestedBrightness)
          assert.equal(lastExecutedBrightness.get(lampPath), brightness);
      }),
      { numRuns: 200, seed: 20_261_120 },
    );
  });
});

const answers = [
  'done',
  'done',
  'done',
  'missed',
  'refused',
  'lost',
  'lost after',
  'late',
  'busy',
  'never',
] as const;

const withoutEffect: ReadonlySet<string> = new Set(['refused', 'lost', 'busy', 'never']);

const sender = fc.nat(1);

const brief = fc.constantFrom(0, 0, 3, 20, 90, 400);

type Generated<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;

/** Without a delay at once: each timer of the clock costs time of the test. */
function callAfter(clock: FakeClock, delay: number, callback: () => void): void {
  if (delay === 0) callback();
  else clock.setTimeout(callback, delay);
}

const pause = (clock: FakeClock, time: number): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimeout(resolve, time);
  });

function listLampPaths(to: Lamp | Group): readonly string[] {
  return isGroup(to) ? groups[to].map(toLampPath) : [toLampPath(to)];
}

function isGroup(to: Lamp | Group): to is Group {
  return to in groups;
}

const createRequest = (to: Lamp | Group, members: object, isMomentary: boolean): BridgeRequest =>
  isGroup(to)
    ? { ...createUpdate('grouped_light', to, members, isMomentary), lampPaths: lampsOfGroups[to] }
    : createUpdate('light', to, members, isMomentary);

const lampsOfGroups: Readonly<Record<Group, ReadonlySet<string>>> = {
  10: new Set(listLampPaths(10)),
  11: new Set(listLampPaths(11)),
  12: new Set(listLampPaths(12)),
};

describe('The order of messages, whatever is merged, taken back, refused or lost', () => {
  const target = fc.constantFrom<Lamp | Group>(1, 1, 1, 2, 3, 4, 5, 10, 10, 11, 12);

  const messages = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('plain'),
        target,
        sender,
        set: fc.subarray([...properties], { minLength: 1 }),
        on: fc.boolean(),
        /** As `delta` and recalled scenes. */
        isMomentary: fc.constantFrom(false, false, false, true),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('toggle'), target, sender, takes: brief }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('slow'),
        targets: fc.array(target, { minLength: 1, maxLength: 2 }),
        sender,
        takes: brief,
        waits: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('step'), target, lasts: brief }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('read') }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('deploy'), sender }) },
  );

  const runs = fc.record({
    messages: fc.array(fc.record({ message: messages, gap: brief }), {
      minLength: 2,
      maxLength: 8,
    }),
    answers: fc.array(
      fc.record({ answer: fc.constantFrom(...answers), takes: brief, after: brief }),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
  });

  /** One random run: messages are sent and taken back while the bridge answers as it likes. */
  class OrderedRun {
    readonly harness = new QueueHarness({}, new FakeClock(flushMicrotasks));
    readonly bridge = new RememberingBridge();
    readonly problems: unknown[] = [];
    unanswered = 0;
    #lastMessage = 0;
    readonly #senders: (AbortController | undefined)[] = [];

    constructor(row: (typeof runs extends fc.Arbitrary<infer Value> ? Value : never)['answers']) {
      let requests = 0;
      this.harness.onSent = (sent) => {
        const { answer, takes, after } = row[requests % row.length] ?? {
          answer: 'done',
          takes: 0,
          after: 0,
        };
        requests += 1;
        // In the end, all is answered.
        if (requests > 60) this.#answer(sent, 'done', 0, 0);
        else this.#answer(sent, answer, takes, after);
      };
    }

    send(message: Message): void {
      this.#lastMessage += 1;
      const number = this.#lastMessage;
      if (message.kind === 'deploy') {
        this.#senders[message.sender]?.abort();
        this.#senders[message.sender] = undefined;
      } else if (message.kind === 'read') this.#follow(number, buildListRequest('scene'), [], {});
      else if (message.kind === 'slow') void this.#sendSlowly(number, message);
      else if (message.kind === 'step') {
        const stop = new AbortController();
        this.harness.clock.setTimeout(() => stop.abort(), message.lasts);
        const options = { signal: stop.signal, isBackground: true };
        this.#submit(number, message.target, properties.slice(0, 2), options);
      } else {
        const { signal } = this.#deploySender(message.sender);
        if (message.kind === 'toggle') this.#toggle(number, message, signal);
        else this.#submit(number, message.target, message.set, { signal }, message);
      }
    }

    #deploySender(number: number): AbortController {
      return (this.#senders[number] ??= new AbortController());
    }

    /** A message that waits, such as for the state of its lamps, before it sends. */
    async #sendSlowly(
      number: number,
      { targets, sender: from, takes, waits }: Message & { kind: 'slow' },
    ): Promise<void> {
      const { queue, clock } = this.harness;
      const { signal } = this.#deploySender(from);
      const findPaths = (): ReadonlySet<string> => new Set(targets.flatMap(listLampPaths));
      const bridge = { holdLamps: (held: Turn) => queue.holdLamps(held, findPaths) };
      const turn = new Turn();
      turn.wait([bridge]);
      await pause(clock, takes / 2);
      turn.keepOnly([]);
      if (waits) await turn.waitForEarlier(bridge);
      await pause(clock, takes / 2);
      for (const one of targets) this.#submit(number, one, ['on', 'dimming'], { signal, turn });
      turn.done();
    }

    #toggle(
      number: number,
      { target: toggled, takes }: Message & { kind: 'toggle' },
      signal: AbortSignal,
    ): void {
      const { clock } = this.harness;
      const stateDependentBody = {
        fromFreshState: async () => {
          await pause(clock, takes);
          return serializeRequestBody({ on: { on: true, by: number } });
        },
        ...(takes > 3
          ? {}
          : { fromPendingWrites: () => serializeRequestBody({ on: { on: true, by: number } }) }),
      };
      const { body: _body, members: _members, ...request } = createRequest(toggled, {}, false);
      this.#follow(number, request, ['on'], { signal, stateDependentBody });
    }

    #submit(
      number: number,
      to: Lamp | Group,
      set: readonly Property[],
      options: CommandOptions,
      { on = true, isMomentary = false }: { on?: boolean; isMomentary?: boolean } = {},
    ): void {
      const members = Object.fromEntries(
        set.map((property) => [property, property === 'on' ? { on, by: number } : { by: number }]),
      );
      this.#follow(number, createRequest(to, members, isMomentary), set, options);
    }

    #follow(
      number: number,
      request: BridgeRequest,
      set: readonly Property[],
      options: CommandOptions,
    ): void {
      this.unanswered += 1;
      const { bridge } = this;
      const check = (test: () => void): void => {
        this.unanswered -= 1;
        try {
          test();
        } catch (error) {
          this.problems.push(error);
        }
      };
      this.harness.queue.submit(request, options).then(
        ({ response }) =>
          check(() => {
            if (response.status !== 200) return;
            const missed: unknown = JSON.parse(response.body.toString());
            const reached =
              set.length === 0
                ? []
                : [...listLampPathsOf(request)].filter(
                    (path) => !(Array.isArray(missed) && missed.includes(path)),
                  );
            bridge.assertTookEffect(number, reached, set);
          }),
        (error: unknown) =>
          check(() => {
            if (!isBridgeError(error)) throw error;
            bridge.takenBack.add(number);
            if (error.cause.sent === 'no' && options.turn === undefined)
              assert.ok(!bridge.hasEffectOf(number), `${number} was taken back, but sent`);
          }),
      );
    }

    #answer(
      sent: SentRequest,
      answer: (typeof answers)[number],
      takes: number,
      after: number,
    ): void {
      const { harness, bridge } = this;
      const { clock } = harness;
      const isRead = sent.request.method === 'GET';
      const missed = new Set(answer === 'missed' ? [toLampPath(2)] : []);
      const execute = (): void => {
        try {
          bridge.execute(sent.request, missed);
        } catch (error) {
          this.problems.push(error);
        }
      };
      const reply = (): void => {
        if (sent.status !== undefined) return;
        if (answer === 'refused') harness.reply(sent, 429);
        else if (answer === 'busy') harness.reply(sent, 503);
        else if (answer === 'never') harness.fail(sent, 'timeout');
        else if (answer === 'lost' || answer === 'lost after') harness.fail(sent, 'lost');
        else
          sent.outcome({
            status: 200,
            retryAfter: undefined,
            body: Buffer.from(JSON.stringify([...missed])),
          });
      };
      callAfter(clock, takes, () => {
        if (!isRead && !withoutEffect.has(answer)) execute();
        callAfter(clock, after + (answer === 'late' ? 700 : 0), reply);
      });
    }
  }

  const { stackTraceLimit } = Error;
  after(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it('is the order in which they take effect on each lamp, at every moment', async () => {
    // Many requests fail, and their stacks cost more time than all else.
    Error.stackTraceLimit = 0;
    await fc.assert(
      fc.asyncProperty(runs, async ({ messages: row, answers: outcomes }) => {
        const run = new OrderedRun(outcomes);
        for (const { message, gap } of row) {
          run.send(message);
          if (gap > 0) await run.harness.clock.advance(gap);
        }
        await run.harness.clock.advance(300_000);
        if (run.problems.length > 0) throw run.problems[0];
        assert.equal(run.unanswered, 0);
        assert.equal(run.harness.queue.queued, 0);
      }),
      { numRuns: 10_000, seed: 20_261_128 },
    );
  });

  type Message = Generated<typeof messages>;
});
