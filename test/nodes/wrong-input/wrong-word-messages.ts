import { createFixtureId } from '../../../src/simulator';
import type { InvalidMessage } from './wrong-messages';

const step = { on: true, for: '1s' };

type WrongPayload = readonly [what: string, payload: unknown, path?: string];

const kitchen = createFixtureId('room/kitchen');

/** For a lamp: saved states, what goes on over time, and small words. */
const lampPayloads: readonly WrongPayload[] = [
  ['a state saved without a name', { save: '' }, 'payload.save'],
  ['a state saved under a number', { save: 5 }, 'payload.save'],
  ['a state saved under a name of 65 letters', { save: 'x'.repeat(65) }, 'payload.save'],
  ['save beside restore', { save: 'a', restore: 'a' }],
  ['save beside another word', { save: 'a', brightness: 50 }, 'payload.brightness'],
  ['a state that nobody has saved', { restore: 'nobody' }, 'payload.restore'],
  ['restore of a number', { restore: 7 }, 'payload.restore'],
  ['restore with a slow transition', { restore: 'a', transition: 'slow' }, 'payload.transition'],
  ['restore beside another word', { restore: 'a', color: 'red' }, 'payload.color'],
  ['later without anything to show', { turnOn: 'later' }],
  ['later with off', { turnOn: 'later', on: false }],
  ['later with an unknown colour', { turnOn: 'later', color: 'blurple' }, 'payload.color'],
  ['another time than later', { turnOn: 'tomorrow', brightness: 10 }, 'payload.turnOn'],
  ['a sequence of nothing', { play: [] }, 'payload.play'],
  ['a sequence that is a number', { play: 5 }, 'payload.play'],
  ['an unknown sequence', { play: 'candel' }, 'payload.play'],
  ['a step that is no object', { play: ['red'] }, 'payload.play[0]'],
  ['a step without a time', { play: [{ color: 'red' }] }, 'payload.play[0].for'],
  ['a step of two days', { play: [{ color: 'red', for: '48h' }] }, 'payload.play[0].for'],
  ['a step with an unknown word', { play: [{ colr: 'red', for: '1s' }] }, 'payload.play[0].colr'],
  ['a step that is relative', { play: [{ brightness: '+5', for: '1s' }] }, 'payload.play[0]'],
  ['a sequence in a sequence', { play: [{ play: 'sea', for: '1s' }] }, 'payload.play[0].play'],
  ['more steps than may be', { play: Array.from({ length: 201 }, () => step) }, 'payload.play'],
  ['no rounds', { play: 'sea', repeat: 0 }, 'payload.repeat'],
  ['half a round', { play: 'sea', repeat: 1.5 }, 'payload.repeat'],
  ['a random that is neither', { play: 'sea', random: 'often' }, 'payload.random'],
  ['a restore that is neither', { play: 'sea', restore: 'later' }, 'payload.restore'],
  ['a colour beside a sequence', { play: 'sea', color: 'red' }, 'payload.color'],
  [
    'a step of brightness beside a sequence',
    { play: 'sea', brightness: '+5' },
    'payload.brightness',
  ],
  ['an alert that is none, to return from', { alert: 'boo', restore: true }, 'payload.alert'],
  ['restore without what to return from', { restore: true }],
  ['a transition of two weeks', { brightness: 1, transition: '336h' }, 'payload.transition'],
  ['a long transition of a step', { brightness: '+10', transition: '3h' }],
  ['a long transition of an effect', { effect: 'candle', transition: '3h' }],
  ['a long transition of nothing', { transition: '3h' }],
  ['an unknown white', { kelvin: 'warmish' }, 'payload.kelvin'],
  ['a brightness that is neither most nor least', { brightness: 'most' }, 'payload.brightness'],
  ['a direction of dimming that is none', { dim: 'around' }, 'payload.dim'],
  ['a saturation above 100', { saturation: 101 }, 'payload.saturation'],
  ['a hue above 360', { hue: 400 }, 'payload.hue'],
  ['hue beside a colour', { hue: 20, color: 'red' }],
  ['a white beside random', { color: 'random', kelvin: 2700 }],
  ['a list of states of which none is of the lamp', [{ id: kitchen, type: 'light' }]],
  ['a reference', { rid: kitchen, rtype: 'room' }, 'payload.rid'],
  ['a ring of a bell', { event: 'ring', button: 'bell' }, 'payload.event'],
];

/** For the scenes of a room. */
const scenePayloads: readonly WrongPayload[] = [
  ['an unknown scene', 'Relaks'],
  ['an empty name', ''],
  ['off', false],
  ['a number', 7],
  ['an unknown word', { scene: 'Relax', colour: 'red' }, 'payload.colour'],
  ['a brightness above 100', { scene: 'Relax', brightness: 101 }, 'payload.brightness'],
  ['a speed above 1', { scene: 'Relax', speed: 2 }, 'payload.speed'],
  ['a dynamic that is neither', { scene: 'Relax', dynamic: 'maybe' }, 'payload.dynamic'],
  ['two things at once', { next: true, previous: true }],
  ['a toggle of one', { toggle: ['Relax'] }, 'payload.toggle'],
  ['a toggle of numbers', { toggle: [1, 2] }, 'payload.toggle[0]'],
  ['a next of an unknown scene', { next: ['Relax', 'Nobody'] }, 'payload.next[1]'],
  ['a store without a name', { store: '' }, 'payload.store'],
  ['a store under a name of 33 letters', { store: 'x'.repeat(33) }, 'payload.store'],
  ['a store beside more', { store: 'Evening', brightness: 5 }, 'payload.brightness'],
  ['a new name that is a number', { scene: 'Relax', rename: 5 }, 'payload.rename'],
  ['a delete of nobody', { delete: 'Nobody' }, 'payload.delete'],
  ['a list of something', { list: 'all' }, 'payload.list'],
  ['everywhere without a scene', { everywhere: true }],
];

const toMessages = (
  node: InvalidMessage['node'],
  payloads: readonly WrongPayload[],
): readonly InvalidMessage[] =>
  payloads.map(([what, payload, path = 'payload']) => ({ node, what, message: { payload }, path }));

/** Wrong messages for scenes of rooms, saved states, programs, and small words of lamps. */
export const invalidWordMessages: readonly InvalidMessage[] = [
  ...toMessages('lamp', lampPayloads),
  ...toMessages('scenes', scenePayloads),
  {
    node: 'light',
    what: 'a bridge that is not there',
    message: { payload: true, target: 'Attic:Floor lamp' },
    path: 'target',
  },
];
