import assert from 'node:assert/strict';
import { getRidsOfReferences } from '../../../../src/resources/members';
import { createFixtureId } from '../../../../src/simulator';
import type { Simulator } from '../../../../src/simulator';
import { startSwitchableProxy } from '../../../support/network/switchable-proxy';
import type { FaultCase } from '../../fault-case';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import type { NodeCompletion } from '../../support/node-red/flow-under-test';
import { pause } from '../../support/timing';
import type { Trial } from '../../support/trial';

export const roomMoveCases: readonly FaultCase[] = [
  {
    number: 73,
    title: 'A device moves to another room, and the answer to a step of that is lost',
    bound: 'it is in one room afterwards, in the one that the answer to the message says',
    run: lostMoves,
  },
];

const device = createFixtureId('device/mirror');
/** Rooms of the home, by what they are for the device. */
const rooms = {
  former: createFixtureId('room/bathroom'),
  next: createFixtureId('room/kitchen'),
} as const;
type Place = keyof typeof rooms | 'none';

/** Ways to lose an answer; with the first three the change was made. */
const losses = [
  { cut: 'before' },
  { cut: 'during' },
  { size: 4 },
  { cut: 'request' },
  { status: 500 },
  { status: 503 },
] as const;

async function lostMoves(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const proxy = await startSwitchableProxy(simulator.port);
  trial.addCleanup(() => proxy.stop());
  const flow = await FlowUnderTest.start(trial);
  const bridge = createBridgeNode({ ...simulator, port: proxy.port }, unthrottledSettings);
  const mover = createNode('room', 'bridge-room', { operation: '' });
  await flow.deploy(createFlow(bridge, [mover]), createCredentials(trial));
  const tally = { moves: 0, truthful: 0, placed: 0 };

  const move = async (prepare: () => () => void): Promise<void> => {
    for (const room of Object.values(rooms)) setMember(simulator, room, room === rooms.former);
    const end = prepare();
    const completion = await flow.sendAndWait('room', {
      payload: { move: device, to: rooms.next },
    });
    end();
    const places = findPlaces(simulator);
    tally.moves += 1;
    if (places.length === 1 && places[0] !== 'none') tally.placed += 1;
    const said = parsePlace(completion);
    if (places.length === 1 && said === places[0]) tally.truthful += 1;
    else trial.note(`said ${said}, is in ${places.join(' and ')}: ${String(completion.error)}`);
  };

  for (const step of ['former', 'next'] as const)
    for (const loss of losses)
      for (const times of trial.chooseByMode([1], [1, 2, 4])) {
        const path = `/clip/v2/resource/room/${rooms[step]}`;
        await move(() =>
          simulator.faults.inject({ match: { method: 'PUT', path }, ...loss, times }),
        );
      }

  for (const step of ['former', 'next'] as const)
    for (const outage of trial.chooseByMode([500], [500, 2_000, 5_000, 20_000]))
      await move(() => {
        const onRequest = ({ method, path }: { method: string; path: string }): void => {
          if (method !== 'PUT' || !path.endsWith(rooms[step])) return;
          simulator.log.off('request', onRequest);
          proxy.switchTo(9);
          void pause(outage).then(() => proxy.switchTo(simulator.port));
        };
        simulator.log.on('request', onRequest);
        return () => simulator.log.off('request', onRequest);
      });

  trial.tally('answers said where the device is', tally.truthful, tally.moves);
  trial.tally('devices were in one room afterwards', tally.placed, tally.moves);
}

const getChildren = (simulator: Simulator, room: string): readonly string[] =>
  getRidsOfReferences(simulator.home.get(room)?.['children']);

/** Puts the device into a room or takes it out, as an app would. */
function setMember(simulator: Simulator, room: string, isMember: boolean): void {
  const others = getChildren(simulator, room).filter((rid) => rid !== device);
  const children = (isMember ? [...others, device] : others).map((rid) => ({
    rid,
    rtype: 'device',
  }));
  simulator.home.change(room, { children });
}

/** Where the device is, according to the bridge. */
function findPlaces(simulator: Simulator): readonly Place[] {
  const found = (['former', 'next'] as const).filter((place) =>
    getChildren(simulator, rooms[place]).includes(device),
  );
  return found.length === 0 ? ['none'] : found;
}

/** Where the device is, according to the answer to the message. */
function parsePlace({ error }: NodeCompletion): Place | 'unknown' {
  if (error === undefined) return 'next';
  assert.ok(error instanceof Error);
  if (error.message.endsWith('in the room where they were.')) return 'former';
  if (/Now Mirror is in Kitchen/.test(error.message)) return 'next';
  if (/in no room/.test(error.message)) return 'none';
  // The first step was refused: nothing was changed.
  return /is in|could not be read/.test(error.message) ? 'unknown' : 'former';
}
