import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import type { Fault } from '../../../src/simulator/fault-injector';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';
import type { FlowMessage } from '../../support/node-red/node-red';
import { waitUntil } from '../../support/wait-until';
import { LampHistory, toBrightness } from './lamp-history';
import type { SentMessage } from './lamp-history';

const lamps = ['living-floor', 'sofa-left', 'sofa-right'].map((key) =>
  createFixtureId(`light/${key}`),
);

const [floor = '', sofa = ''] = lamps;

const room = 'Living room';

const groups = [room, 'Downstairs', 'Home'];

const maxMessages = 12;

const faults: Readonly<Record<string, Omit<Fault, 'match' | 'times'>>> = {
  lost: { cut: 'request' },
  'lost after': { cut: 'after' },
  refused: { status: 429 },
  missed: {
    status: 207,
    body: { data: [], errors: [{ description: 'device (light) has issues, may not have effect' }] },
  },
};

const delays = fc.constantFrom<number>(0, 0, 3, 15, 60);

const gap = fc.constantFrom<number>(0, 0, 0, 2, 10, 30);

const sent = fc.record({
  kind: fc.constantFrom<SentMessage['kind']>(
    ...Array<'plain'>(7).fill('plain'),
    'off',
    'later',
    'sequence',
    'twice',
    'stop',
    'fade',
    'scene',
    'save',
    'restore',
  ),
  target: fc.constantFrom<string | readonly string[]>(floor, floor, sofa, lamps, ...groups),
  sender: fc.constantFrom('first', 'second'),
  gap,
  delayOfReads: delays,
  delayOfWrites: delays,
  fault: fc.constantFrom(...Array<undefined>(9), ...Object.keys(faults)),
});

const deployed = fc.record({ kind: fc.constantFrom('change', 'remove'), waits: fc.boolean(), gap });

const steps = fc.array(
  fc.oneof({ weight: 12, arbitrary: sent }, { weight: 1, arbitrary: deployed }),
  { minLength: 3, maxLength: maxMessages },
);

type Step = typeof steps extends fc.Arbitrary<(infer Value)[]> ? Value : never;

type SendingStep = Extract<Step, { sender: unknown }>;

function toPayload(kind: SentMessage['kind'], number: number): unknown {
  const brightness = toBrightness(number);
  switch (kind) {
    case 'plain':
      return { on: true, brightness, transition: 0 };
    case 'off':
      return { on: false, transition: 0 };
    case 'later':
      return { turnOn: 'later', brightness, transition: 0 };
    case 'fade':
      return { brightness, transition: '3h' };
    case 'scene':
      return `Mark ${number}`;
    case 'stop':
    case 'save':
    case 'restore':
      return kind;
    default: {
      const play = [brightness, brightness + 1].map((level) => ({
        brightness: level,
        transition: 0,
        for: '20ms',
      }));
      return { play, repeat: kind === 'sequence' ? true : 2 };
    }
  }
}

/** The last command for the lamp may join the one before, and is taken back: the other must not move with it. */
const takenBack: [Step[]] = [
  (
    [
      ['first', 'plain', floor],
      ['first', 'plain', floor],
      ['first', 'off', room],
      ['second', 'plain', floor],
    ] as const
  ).map(([sender, kind, target]): SendingStep => {
    const delay = { delayOfReads: 0, delayOfWrites: 200 } as const;
    return { sender, kind, target, gap: 10, ...delay, fault: undefined };
  }),
];

takenBack[0].push({ kind: 'remove', waits: true, gap: 0 });

/** One random run: messages are sent, and flows are deployed, while the bridge answers as it likes. */
class OrderedRun {
  readonly #answers: Promise<void>[] = [];
  readonly #problems: unknown[] = [];
  #lastNumber = 0;
  #deploys = 0;
  #deploying = Promise.resolve();

  constructor(
    private readonly harness: FlowHarness,
    private readonly history: LampHistory,
  ) {}

  async play(row: readonly Step[]): Promise<void> {
    for (const step of row) {
      if ('sender' in step) this.#send(step);
      else {
        const deploying = this.deploy(step.kind === 'remove');
        if (step.waits) await deploying;
      }
      if (step.gap > 0) await pause(step.gap);
    }
    await this.#deploying;
    await Promise.all(this.#answers);
    if (this.#problems.length > 0) throw this.#problems[0];
  }

  /** Changes or removes the second sender, or deploys it again. */
  deploy(isRemoved: boolean): Promise<void> {
    this.#deploys += 1;
    const name = `Changed ${this.#deploys} times`;
    const flow = this.harness.flow
      .filter(({ id }) => id !== 'second' || !isRemoved)
      .map((node) => (node.id === 'second' ? { ...node, name } : node));
    this.#deploying = this.#deploying.then(() => this.harness.deploy(flow));
    return this.#deploying;
  }

  #send(step: SendingStep): void {
    const { kind, sender, delayOfReads, delayOfWrites } = step;
    const { harness, history } = this;
    const { faults: injected } = harness.simulator;
    const to = selectTarget(step);
    const node = kind === 'scene' ? 'scene' : harness.isRunning(sender) ? sender : 'first';
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    injected.inject({ match: { method: 'GET' }, delay: delayOfReads, times: 1 });
    const fault = step.fault === undefined ? {} : faults[step.fault];
    injected.inject({
      match: { method: 'PUT' },
      delay: delayOfWrites,
      times: 1,
      ...fault,
    });
    history.addMessage({ kind, number, lamps: toLamps(to) });
    harness.send(node, { target: to, payload: toPayload(kind, number), number });
    const answer = harness.nextCompletion(node, (message) => message['number'] === number);
    this.#answers.push(this.#check(number, answer));
  }

  async #check(number: number, answer: Promise<FlowMessage>): Promise<void> {
    try {
      const { bridge } = await answer;
      // Some lamps are missed on purpose.
      if (JSON.stringify(bridge).includes('may not have effect')) return;
    } catch (error) {
      if (getNestedMember(error, 'cause', 'cause', 'sent') === 'no') this.history.takeBack(number);
      return;
    }
    try {
      this.history.recordAnswer(number);
    } catch (error) {
      this.#problems.push(error);
    }
  }
}

function selectTarget({ kind, target }: SendingStep): SendingStep['target'] {
  if (kind === 'scene') return room;
  // A fade of a group starts from the mean of its lamps, which tells no message.
  return kind === 'fade' && typeof target === 'string' && groups.includes(target) ? floor : target;
}

const toLamps = (target: string | readonly string[]): readonly string[] =>
  typeof target === 'string' && lamps.includes(target) ? [target] : lamps;

/** Each brings the lamps of the room to the brightness of one message. */
function addScenes({ home }: Simulator): void {
  const scene = home.get(createFixtureId('scene/living-room/relax'));
  assert.ok(scene);
  for (let number = 1; number <= maxMessages; number += 1)
    home.add({
      ...structuredClone(scene),
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      metadata: { name: `Mark ${number}` },
      actions: lamps.map((rid) => ({
        target: { rid, rtype: 'light' },
        action: {
          on: { on: true },
          dimming: { brightness: toBrightness(number) },
          dynamics: { duration: 0 },
        },
      })),
    });
}

describe('Random messages for lamps, their room, a zone and the home, amid deploys, whose answers are slow, lost or refused,', () => {
  const history = new LampHistory(lamps);
  let harness: FlowHarness;
  before(async () => {
    const simulator = await startSimulator({ events: { batch: 0 } });
    addScenes(simulator);
    harness = await startFlowHarness(
      [
        { id: 'told', type: 'bridge-light', target: '' },
        { id: 'first', type: 'bridge-light', target: '', wires: [[]] },
        { id: 'second', type: 'bridge-light', target: '', wires: [[]] },
        { id: 'scene', type: 'bridge-scene', target: '', wires: [[]] },
        { id: 'status', type: 'bridge-status', emit: 'request' },
      ],
      {
        simulator,
        // No sequence is refused for its rate.
        bridge: { lampsPerSecond: '1000', groupsPerSecond: '1000' },
      },
    );
    simulator.home.on('change', ({ resource }) => history.recordChange(resource));
  });
  after(() => harness.stop());

  it('set a lamp in their order where the node of the first has just been deployed', async () => {
    const run = new OrderedRun(harness, history);
    for (const name of ['once', 'twice', 'thrice']) {
      await run.deploy(false);
      for (const [node, brightness] of [
        ['second', 20],
        ['first', 40],
      ] as const)
        harness.send(node, { target: floor, payload: { brightness, transition: 0 }, number: name });
      const isLast = ({ number }: FlowMessage): boolean => number === name;
      await harness.nextCompletion('second', isLast);
      await harness.nextCompletion('first', isLast);
      const lamp = harness.simulator.home.get(floor);
      assert.equal(Math.round(Number(getNestedMember(lamp, 'dimming', 'brightness'))), 40, name);
    }
  });

  it('set each lamp in their order, at every moment', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (row) => {
        runs += 1;
        const run = new OrderedRun(harness, history);
        if (!harness.isRunning('second')) await run.deploy(false);
        await harness.request('told', { target: 'Home', payload: 'stop' });
        await harness.request('told', {
          target: lamps,
          payload: { on: true, brightness: toBrightness(0), transition: 0 },
        });
        history.clear();
        try {
          await run.play(row);
          history.assertOrdered();
        } catch (error) {
          throw new Error(`run ${runs}: ${JSON.stringify(row)}`, { cause: error });
        } finally {
          harness.simulator.faults.clear();
          await harness.request('told', { target: 'Home', payload: 'stop' });
        }
        await waitUntil('the end of all programs', async () => {
          const { payload } = await harness.request('status', { payload: 'programs' });
          return Array.isArray(payload) && payload.length === 0;
        });
      }),
      { numRuns: 50, seed: 20_261_128, endOnFailure: true, examples: [takenBack] },
    );
  });
});
