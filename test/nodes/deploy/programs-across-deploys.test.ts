import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId, startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { programEvents, programKinds } from '../../programs/support/program-events';
import type { LampFate, ProgramKind } from '../../programs/support/program-events';
import {
  createBridgeNode,
  createCredentials,
  toResourcePath,
} from '../../support/node-red/flow-harness';
import { readFastTime } from '../../support/node-red/fast-time';
import type { FastTime } from '../../support/node-red/fast-time';
import { startNodeRed } from '../../support/node-red/node-red';
import type { FlowNode, RunningNodeRed } from '../../support/node-red/node-red';
import { findLatestStatus } from '../../support/node-red/observation-log';
import {
  changed,
  createProgramFlow,
  idOf,
  keyOf,
  lampKeys,
  listedKinds,
  payloads,
  without,
} from './support/program-flow';
import type { Place } from './support/program-flow';
import { readKeptPrograms } from './support/kept-programs';
import { waitUntil } from '../../support/wait-until';

type DeployType = 'full' | 'flows' | 'nodes';

let simulator: Simulator;
let nodeRed: RunningNodeRed;
/** Differs with each event, so that a deploy ends what is left of the one before. */
let round = 0;
/** Of Node-RED; what is waited for are its limits and back-offs of seconds. */
const time: FastTime = { speed: 3, since: Date.now() };
/** When its programs began at the earliest, in ms since the epoch, in the time of Node-RED. */
let startedAt = 0;
/** Commands for lamps a second; another one begins anew what a bridge that refused has slowed down. */
let rate = 100;
/** True after Node-RED has forgotten the key with the bridge node. */
let isKeyLost = false;

const createFlow = (): FlowNode[] => {
  const bridge = {
    ...createBridgeNode(simulator),
    lampsPerSecond: String(rate),
    ...(isKeyLost ? { credentials: createCredentials(simulator)['bridge'] } : {}),
  };
  return createProgramFlow(bridge, `Round ${round}`);
};

/** In percent; a lamp rounds it to one of 254 steps. */
const readBrightness = (key: string): number =>
  Math.round(Number(getNestedMember(simulator.home.get(idOf(key)), 'dimming', 'brightness')));
/** A person turns a lamp on or off. */
const turn = (key: string, on: boolean): void => {
  simulator.home.change(idOf(key), { on: { on } });
};
const setConnected = (key: string, isConnected: boolean): void => {
  simulator.home.change(createFixtureId(`zigbee_connectivity/${key}`), {
    status: isConnected ? 'connected' : 'connectivity_issue',
  });
};
const isWrite =
  (key: string) =>
  (request: { method: string; path: string }): boolean =>
    request.method === 'PUT' && request.path.endsWith(idOf(key));

/** What runs, as `kind` and id of the lamp. */
const listPrograms = async (): Promise<readonly string[]> => {
  nodeRed.send('status', { payload: 'programs' });
  const { payload } = await nodeRed.nextMessage('out', (seen) => Array.isArray(seen.payload));
  assert.ok(Array.isArray(payload));
  return payload.map(
    (program: unknown) =>
      `${String(getNestedMember(program, 'kind'))} ${String(getNestedMember(program, 'rid'))}`,
  );
};
const nameProgram = (kind: ProgramKind, place: Place): string =>
  `${listedKinds[kind]} ${idOf(keyOf(kind, place))}`;
/** Waits until what runs is as it is meant to be. */
async function untilListed(
  what: string,
  isMeant: (listed: readonly string[]) => boolean,
): Promise<void> {
  let listed: readonly string[] = [];
  const isListed = async (): Promise<boolean> => isMeant((listed = await listPrograms()));
  await waitUntil(what, isListed, { interval: 30 }).catch((cause: unknown) => {
    throw new Error(`${what}; what runs is ${listed.join(', ')}`, { cause });
  });
}

/** Starts a program of each kind, each on a lamp of its own, after all of the event before have ended. */
async function startAll(place: Place): Promise<void> {
  round += 1;
  heal();
  const daylightKey = keyOf('daylight', place);
  simulator.home.change(idOf(daylightKey), { on: { on: false }, dimming: { brightness: 50 } });
  await nodeRed.deploy(createFlow());
  isKeyLost = false;
  await untilListed('the end of what ran', (listed) =>
    listed.every((one) => one.startsWith('daylight') && !one.includes(idOf(daylightKey))),
  );
  for (const [kind, key] of Object.entries(lampKeys))
    if (kind !== 'daylight')
      simulator.home.change(idOf(key), {
        on: { on: kind !== 'later' },
        dimming: { brightness: 50 },
      });
  // On its own: a lamp that comes on with a brightness was set by somebody.
  turn(daylightKey, true);
  startedAt = Math.floor(readFastTime(time));
  const node = place === 'tab' ? 'lamp' : 'instance';
  for (const [kind, payload] of payloads)
    nodeRed.send(node, { payload, target: idOf(lampKeys[kind]) });
  await waitUntil('the first steps', () =>
    [lampKeys.return, lampKeys.sequence, lampKeys['sequence with restore']].every(
      (key) => readBrightness(key) !== 50,
    ),
  );
  setConnected(lampKeys.return, false);
  nodeRed.send('commander', { payload: 'stop', target: idOf(lampKeys.return) });
  await nodeRed.nextCompletion('commander');
  await untilListed('all programs', (listed) =>
    programKinds.every((kind) => listed.includes(nameProgram(kind, place))),
  );
}

/** Ends what went wrong: the lamps can be reached again, and the bridge answers. */
function heal(): void {
  simulator.faults.clear();
  for (const key of Object.values(lampKeys)) setConnected(key, true);
}

/** Waits for what becomes of the lamps, and checks that nothing else was sent. */
async function check(
  fates: ReadonlyMap<ProgramKind, LampFate>,
  { place, hasBridge, from }: { place: Place; hasBridge: boolean; from: number },
): Promise<void> {
  const kindsWith = (...meant: readonly LampFate[]): readonly ProgramKind[] =>
    programKinds.filter((kind) => meant.includes(fates.get(kind) ?? 'stays'));
  const namesOf = (kinds: readonly ProgramKind[]): readonly string[] =>
    kinds.map((kind) => nameProgram(kind, place));
  const goOn = kindsWith('goes on');
  const haveEnded = namesOf(kindsWith('stays', 'returns', 'follows once on'));
  heal();
  if (hasBridge)
    await untilListed(
      `${namesOf(goOn).join(', ')} alone`,
      (listed) =>
        namesOf(goOn).every((name) => listed.includes(name)) &&
        haveEnded.every((name) => !listed.includes(name)),
    );
  turn(lampKeys.later, true);
  for (const kind of kindsWith('returns'))
    await waitUntil(`the return of ${kind}`, () => readBrightness(lampKeys[kind]) === 50);
  for (const kind of kindsWith('follows once on')) {
    turn(keyOf(kind, place), false);
    await waitUntil('the daylight node to know that it is off', async () => {
      nodeRed.send('sun', { payload: 'get' });
      const { payload } = await nodeRed.nextMessage('sun-out');
      return getNestedMember(payload, 'off') === 1;
    });
    turn(keyOf(kind, place), true);
    await untilListed('daylight', (listed) => listed.includes(nameProgram(kind, place)));
  }
  const marks = new Map(goOn.map((kind) => [kind, simulator.requests.length]));
  for (const kind of goOn) {
    const key = keyOf(kind, place);
    const isSent = (): boolean => simulator.requests.slice(marks.get(kind)).some(isWrite(key));
    if (kind === 'later') await waitUntil(kind, () => readBrightness(key) === 20);
    else if (kind === 'daylight') await waitUntil(kind, () => readBrightness(key) === 40);
    else if (kind.startsWith('sequence')) await waitUntil(`the next step of ${kind}`, isSent);
  }
  if (!hasBridge) await nodeRed.deploy(deployedFlow, 'full');
  for (const kind of kindsWith('stays')) {
    const writes = simulator.requests.slice(from).filter(isWrite(keyOf(kind, place)));
    assert.equal(writes.length, 0, `${kind}: ${writes.map(({ body }) => body).join(', ')}`);
  }
}

/** The flow that a deploy of an event has left. */
let deployedFlow: readonly FlowNode[] = [];

/** What happens; the deploy type is that of the changes of the flow. */
interface Happening {
  readonly place?: Place;
  /** Whether a bridge is deployed afterwards. */
  readonly hasBridge?: boolean;
  readonly happen: () => Promise<void>;
}

const deployed = (
  type: DeployType,
  change: (flow: FlowNode[]) => FlowNode[],
  more: Partial<Happening> = {},
): Happening => ({
  ...more,
  happen() {
    deployedFlow = change(createFlow());
    return nodeRed.deploy(deployedFlow, type);
  },
});

/** Stops the bridge, and starts it again as it was. */
const restartBridge = async (meanwhile: () => Promise<void>): Promise<void> => {
  const { identity, port, key, home } = simulator;
  await simulator.stop();
  await meanwhile();
  simulator = await startSimulator({
    identity,
    port,
    key,
    home: home.all(),
    events: { batch: 0 },
  });
};

/** Waits until the bridge has answered a few requests with a status. */
const waitForAnswers = (status: number): Promise<void> => {
  const from = simulator.requests.length;
  return waitUntil(
    `answers with ${status}`,
    () => simulator.requests.slice(from).filter((one) => one.status === status).length > 2,
  );
};

/** Has the bridge refuse changes until it has done so a few times. */
const refuse = (status: number): Happening => ({
  happen() {
    simulator.faults.inject({ match: { method: 'PUT' }, status });
    rate -= 1;
    return waitForAnswers(status);
  },
});

const restartNodeRed = (end: () => Promise<void>): Happening => ({
  async happen() {
    const { userDirectory } = nodeRed;
    await end();
    nodeRed = await startNodeRed({ userDirectory, time });
  },
});

/** Times of a process that stands still: one that is noticed. */
const pauseTime = 6_000;

const programNodes = ['lamp', 'sun'];
const innerNodes = ['inner', 'inner-sun'];
const disabled = { d: true, disabled: true };
const inSubflow = { place: 'subflow' } as const;
const noBridge = { hasBridge: false } as const;

/** What happens, by the deploy type where that says something. */
const happenings: Readonly<Record<string, (type: DeployType) => Happening>> = {
  'a command sets its brightness': () => ({
    async happen() {
      for (const key of Object.values(lampKeys)) {
        nodeRed.send('commander', { payload: { brightness: 70 }, target: idOf(key) });
        await nodeRed.nextCompletion('commander');
      }
    },
  }),
  'the bridge answers 207, since the lamp did not take it': () => ({
    async happen() {
      const description = 'device (light) has communication issues, command may not have effect';
      for (const key of Object.values(lampKeys)) {
        const body = { data: [{ rid: idOf(key), rtype: 'light' }], errors: [{ description }] };
        const path = toResourcePath('light', idOf(key));
        simulator.faults.inject({ match: { method: 'PUT', path }, status: 207, body });
      }
      await waitForAnswers(207);
    },
  }),
  'the bridge answers 429 for a while': () => refuse(429),
  'the bridge answers 503 for a while': () => refuse(503),
  'the bridge is away for a while': () => ({
    happen: () =>
      restartBridge(() =>
        waitUntil(
          'the flows to notice it',
          () => findLatestStatus(nodeRed.observations, 'status')['fill'] !== 'green',
        ),
      ),
  }),
  'the bridge starts again': () => ({ happen: () => restartBridge(() => Promise.resolve()) }),
  'a full deploy leaves its node as it is': () =>
    deployed('full', changed(['neighbour'], { name: 'Other' })),
  'a deploy of flows leaves its node as it is': () =>
    deployed('flows', changed(['neighbour'], { name: 'Other' })),
  'a deploy of nodes leaves its node as it is': () =>
    deployed('nodes', changed(['neighbour'], { name: 'Other' })),
  'its node is changed': (type) => deployed(type, changed(programNodes, { name: 'Other' })),
  'its node is disabled': (type) => deployed(type, changed(programNodes, disabled)),
  'its node is deleted': (type) => deployed(type, without(...programNodes)),
  'its tab is changed': (type) => deployed(type, changed(['tab'], { label: 'Other' })),
  'its tab is disabled': (type) => deployed(type, changed(['tab'], disabled)),
  'its tab is deleted': (type) => deployed(type, without('tab')),
  'its subflow is changed': (type) =>
    deployed(type, changed(innerNodes, { name: 'Other' }), inSubflow),
  'its subflow is disabled': (type) => deployed(type, changed(['instance'], disabled), inSubflow),
  'its subflow is deleted': (type) => deployed(type, without('instance', 'sub'), inSubflow),
  'its bridge is changed': (type) => deployed(type, changed(['bridge'], { lampsPerSecond: '60' })),
  'its bridge is disabled': (type) => {
    const { happen } = deployed(type, changed(['bridge'], disabled));
    return {
      ...noBridge,
      async happen() {
        setConnected(lampKeys.return, true);
        await happen();
      },
    };
  },
  'its bridge is deleted': (type) => {
    const { happen } = deployed(type, without('bridge'));
    return {
      ...noBridge,
      async happen() {
        await happen();
        isKeyLost = true;
        await waitUntil('a warning that names the lamp', () =>
          nodeRed.observations.some(
            (seen) => seen.kind === 'log' && seen.text.includes('returned to what they were: TV'),
          ),
        );
      },
    };
  },
  'Node-RED is stopped and starts again': () =>
    restartNodeRed(() => nodeRed.stop({ keepUserDirectory: true })),
  'Node-RED is killed and starts again': () =>
    restartNodeRed(async () => {
      await waitUntil('all of this round to be kept', () => {
        const { startTimes, text } = readKeptPrograms(nodeRed.userDirectory);
        return (
          startTimes.length === programKinds.length - 1 &&
          startTimes.every((start) => start >= startedAt) &&
          text.includes('"restore"')
        );
      });
      await nodeRed.kill();
    }),
  'Node-RED stands still for a while': () => ({ happen: () => nodeRed.pause(pauseTime) }),
};

/** Kinds of deploys by the end of an event: each makes Node-RED start other nodes again. */
const deployTypes: Readonly<Record<string, DeployType>> = {
  changed: 'nodes',
  disabled: 'flows',
  deleted: 'full',
};
const listDeployTypes = (event: string): readonly DeployType[] =>
  event.startsWith('its node ')
    ? ['full', 'flows', 'nodes']
    : [deployTypes[event.slice(event.lastIndexOf(' ') + 1)] ?? 'full'];

const inNodeRed = programEvents.filter(({ testedIn }) => testedIn !== 'programs');

describe('Programs of nodes in Node-RED', () => {
  before(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    nodeRed = await startNodeRed({
      flows: createFlow(),
      credentials: createCredentials(simulator),
      time,
    });
  });
  after(async () => {
    await nodeRed.stop();
    await simulator.stop();
  });

  it('are tested with each event of the table that concerns Node-RED or the bridge', () => {
    assert.deepEqual(
      inNodeRed.map(({ event }) => event).toSorted(),
      Object.keys(happenings).toSorted(),
    );
  });

  for (const { event, fields } of inNodeRed)
    for (const type of listDeployTypes(event)) {
      const title = event.startsWith('its ') ? `${event} by a deploy of the kind ${type}` : event;
      it(`do what the table says of each kind when ${title}`, async () => {
        const { place = 'tab', hasBridge = true, happen } = happenings[event]?.(type) ?? {};
        assert.ok(happen);
        await startAll(place);
        await happen();
        // A last step may be on its way until an answer has come.
        if (hasBridge) await listPrograms();
        const from = simulator.requests.length;
        await check(new Map(programKinds.map((kind) => [kind, fields[kind].lamp])), {
          place,
          hasBridge,
          from,
        });
      });
    }
});
