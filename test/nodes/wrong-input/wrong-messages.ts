import { createFixtureId } from '../../../src/simulator';
import type { FlowMessage } from '../../support/node-red/node-red';

/** A message that no node may act on. */
export interface InvalidMessage {
  /** Id of the node in the flow of the test. */
  node: 'light' | 'lamp' | 'room' | 'scene' | 'scenes' | 'sensor' | 'resource';
  /** What is wrong with it. */
  what: string;
  message: FlowMessage;
  /** Path that the error names. */
  path: string;
}

const lamp = createFixtureId('light/living-floor');
const huge = 'x'.repeat(1_000_000);

class Lamp {
  on = true;
}

const createCircular = (): object => {
  const object: Record<string, unknown> = { on: true };
  object['self'] = object;
  return object;
};

/** Something that an `await` would wait for in vain. */
const createThenable = (): object => {
  const methods = Object.getOwnPropertyNames(Promise.prototype);
  const never = methods
    .filter((name) => name !== 'constructor')
    .map((name): [string, () => undefined] => [name, () => undefined]);
  return Object.fromEntries(never);
};

const createNested = (levels: number): unknown =>
  levels === 0 ? true : { on: createNested(levels - 1) };

const createThrowing = (): object =>
  Object.defineProperty({}, 'on', {
    enumerable: true,
    get() {
      throw new Error('a trap of the test');
    },
  });

/** Values that are no plain JSON, wherever they stand. */
const nonJsonValues: readonly (readonly [what: string, value: unknown])[] = [
  ['a function', () => true],
  ['a symbol', Symbol('on')],
  ['a BigInt', 1n],
  ['NaN', Number.NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['a date', new Date(0)],
  ['a map', new Map([['on', true]])],
  ['bytes that are no text', Buffer.from([0xff, 0xfe])],
  ['an error', new Error('on')],
  ['an instance', new Lamp()],
  ['a Proxy', new Proxy({}, { get: () => true })],
  ['a promise', Promise.resolve(true)],
  ['a thenable', createThenable()],
  ['a regular expression', /on/],
];

const lampMessages: readonly InvalidMessage[] = [
  ...nonJsonValues.map(([what, value]) => createLampMessage(what, value)),
  ...nonJsonValues.map(([what, value]) => ({
    node: 'lamp' as const,
    what: `${what} inside a payload`,
    message: { payload: { brightness: value } },
    path: 'payload.brightness',
  })),
  createLampMessage('nothing', undefined),
  createLampMessage('null', null),
  createLampMessage('an empty text', ''),
  createLampMessage('an empty list', []),
  createLampMessage('an empty object', {}),
  createLampMessage('an unknown word', 'bright please'),
  createLampMessage('a number above 100', 1e308),
  createLampMessage('a negative number', -1),
  createLampMessage('the time of an inject', 1_700_000_000_000),
  createLampMessage('a huge text', huge),
  createLampMessage('a circular object', createCircular(), 'payload'),
  createLampMessage('deep nesting', createNested(1_000), 'payload'),
  createLampMessage('a getter that throws', createThrowing(), 'payload.on'),
  createLampMessage('a text for on', { on: 'maybe' }, 'payload.on'),
  createLampMessage('a number for on', { on: 2 }, 'payload.on'),
  createLampMessage('null for on', { on: null }, 'payload.on'),
  createLampMessage('a text for brightness', { brightness: 'abc' }, 'payload.brightness'),
  createLampMessage('brightness above 100', { brightness: 101 }, 'payload.brightness'),
  createLampMessage('negative brightness', { brightness: -5 }, 'payload.brightness'),
  createLampMessage('kelvin of zero', { kelvin: 0 }, 'payload.kelvin'),
  createLampMessage('a list for kelvin', { kelvin: [2700] }, 'payload.kelvin'),
  createLampMessage('mirek as a text', { mirek: 'warm please' }, 'payload.mirek'),
  createLampMessage('an unknown colour', { color: 'blurple' }, 'payload.color'),
  createLampMessage('a bad hex colour', { color: '#12' }, 'payload.color'),
  createLampMessage('xy outside', { xy: { x: 2, y: 0.3 } }, 'payload.xy'),
  createLampMessage('a negative transition', { on: true, transition: -1 }, 'payload.transition'),
  createLampMessage('a transition of years', { on: true, transition: 1e12 }, 'payload.transition'),
  createLampMessage('an unknown effect object', { effect: { a: 1 } }, 'payload.effect'),
  createLampMessage('an unknown member', { brightnes: 50 }, 'payload.brightnes'),
  createLampMessage('the prototype', JSON.parse('{"__proto__":{"on":true}}'), 'payload.__proto__'),
  createLampMessage(
    'a constructor',
    { constructor: { prototype: { on: true } } },
    'payload.constructor',
  ),
  createLampMessage(
    'a service body of wrong type',
    { dimming: { brightness: '50' } },
    'payload.dimming',
  ),
  createLampMessage('a NUL in a text', { name: 'a\u0000b' }, 'payload.name'),
  createLampMessage('half a character', { name: '\ud800' }, 'payload.name'),
];

function createLampMessage(what: string, payload: unknown, path = 'payload'): InvalidMessage {
  return { node: 'lamp', what, message: { payload }, path };
}

const wrongTargets: readonly (readonly [what: string, target: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['true', true],
  ['an empty list', []],
  ['an empty object', {}],
  ['a reference without an id', { rtype: 'light' }],
  ['a reference with a path', { rid: '../config', rtype: 'light' }],
  ['an empty text', ''],
  ['blanks', '   '],
  ['an unknown name', 'Chandelier'],
  ['a name in another room', 'Kitchen/Floor lamp'],
  ['another path', '../config'],
  ['an encoded path', `%2e%2e%2fconfig`],
  ['an id with a path behind it', `${lamp}/../../room`],
  ['an id in upper case', lamp.toUpperCase()],
  ['an id that is too long', `${lamp}0`],
  ['an unknown id', '00000000-0000-4000-8000-000000000000'],
  ['the id of a sensor', createFixtureId('temperature/kitchen-motion')],
  ['a query', `${lamp}?x=1`],
  ['line breaks', `${lamp}\r\nHost: elsewhere`],
  ['a huge text', huge],
  ['a prototype name', '__proto__'],
  ['a function', () => lamp],
  ['a getter', Object.defineProperty({}, 'rid', { enumerable: true, get: () => lamp })],
];

const targetMessages: readonly InvalidMessage[] = wrongTargets.map(([what, target]) => ({
  node: 'light',
  what: `${what} as target`,
  message: { payload: true, target },
  path: what === 'a getter' ? 'target.rid' : 'target',
}));

const roomMessages: readonly InvalidMessage[] = [
  createMessage('room', 'an unknown operation', { operation: 'explode' }, 'operation'),
  createMessage('room', 'no operation', {}, 'operation'),
  createMessage('room', 'a recall of a room', { operation: 'recall' }, 'operation'),
  createMessage('room', 'an object as operation', { operation: { list: true } }, 'operation'),
  createRoomMessage('a room without a name', {}, 'payload.name'),
  createRoomMessage('a name of 33 letters', { name: 'x'.repeat(33) }, 'payload.name'),
  createRoomMessage('a number as name', { name: 5 }, 'payload.name'),
  createRoomMessage(
    'an unknown archetype',
    { name: 'A', archetype: 'castle' },
    'payload.archetype',
  ),
  createRoomMessage(
    'an unknown device',
    { name: 'A', children: ['Chandelier'] },
    'payload.children[0]',
  ),
  createRoomMessage('a number as device', { name: 'A', children: [5] }, 'payload.children[0]'),
  createRoomMessage(
    'a path as device',
    { name: 'A', children: ['../room'] },
    'payload.children[0]',
  ),
  createRoomMessage('an unknown member', { name: 'A', colour: 'red' }, 'payload.colour'),
  createRoomMessage('a list', [], 'payload'),
  createMessage('room', 'a delete of nothing', { operation: 'delete' }, 'target'),
  createMessage('room', 'a delete of a lamp', { operation: 'delete', target: lamp }, 'target'),
  createMessage(
    'room',
    'a change of nothing',
    { operation: 'update', target: 'Kitchen', payload: {} },
    'payload',
  ),
  createMessage(
    'room',
    'a new name that is null',
    { operation: 'update', target: 'Kitchen', payload: { name: null } },
    'payload.name',
  ),
  createMessage('room', 'an unknown kind', { operation: 'list', rtype: 'house' }, 'rtype'),
  createMessage('room', 'no kind for a new one', { operation: 'create', payload: 'Den' }, 'rtype'),
  createMessage('room', 'members of nobody', { payload: { members: 'Nobody' } }, 'target'),
  createMessage(
    'room',
    'members beside more',
    { payload: { members: 'Kitchen', of: 1 } },
    'payload.of',
  ),
  createMessage('room', 'members of a number', { payload: { members: 7 } }, 'target'),
  createMessage('room', 'a move of nothing', { payload: { move: [], to: 'Kitchen' } }, 'payload'),
  createMessage('room', 'a move to nowhere', { payload: { move: 'Mirror' } }, 'payload.to'),
  createMessage('room', 'a move to nobody', { payload: { move: 'Mirror', to: 'X' } }, 'payload.to'),
  createMessage(
    'room',
    'a move of a stranger',
    { payload: { move: 'X', to: 'Kitchen' } },
    'payload.move',
  ),
  createMessage(
    'room',
    'a move between zones',
    { rtype: 'zone', payload: { move: 'Mirror', to: 'Kitchen' } },
    'rtype',
  ),
];

function createRoomMessage(what: string, payload: unknown, path: string): InvalidMessage {
  return createMessage('room', what, { operation: 'create', rtype: 'room', payload }, path);
}

function createMessage(
  node: InvalidMessage['node'],
  what: string,
  message: FlowMessage,
  path: string,
): InvalidMessage {
  return { node, what, message, path };
}

const sceneMessages: readonly InvalidMessage[] = [
  createMessage('scene', 'an unknown operation', { operation: 'play' }, 'operation'),
  createMessage(
    'scene',
    'an unknown scene',
    { operation: 'recall', target: 'Nobody', payload: true },
    'target',
  ),
  createMessage(
    'scene',
    'a recall of 7',
    { operation: 'recall', target: 'Natural light', payload: 7 },
    'payload',
  ),
  createMessage(
    'scene',
    'an unknown word',
    { operation: 'recall', target: 'Natural light', payload: 'party' },
    'payload',
  ),
  createMessage(
    'scene',
    'a scene without anything',
    { operation: 'create', payload: {} },
    'payload',
  ),
  createMessage(
    'scene',
    'a scene that is a text',
    { operation: 'create', payload: 'Morning' },
    'payload',
  ),
  createMessage(
    'scene',
    'a transition as text',
    { operation: 'update', target: 'Natural light', payload: { transition_duration: 'slow' } },
    'payload',
  ),
  createMessage('scene', 'a delete without target', { operation: 'delete' }, 'target'),
];

const sensorMessages: readonly InvalidMessage[] = [
  createMessage('sensor', 'an unknown sensor', { target: 'Nobody', payload: true }, 'target'),
  createMessage('sensor', 'a lamp', { target: lamp, payload: true }, 'target'),
  createMessage(
    'sensor',
    'an unknown word',
    { target: 'Kitchen sensor/motion', payload: 'maybe' },
    'payload',
  ),
  createMessage('sensor', 'a number', { target: 'Kitchen sensor/motion', payload: 5 }, 'payload'),
  createMessage(
    'sensor',
    'an empty object',
    { target: 'Kitchen sensor/motion', payload: {} },
    'payload',
  ),
  createMessage(
    'sensor',
    'a high sensitivity',
    { target: 'Kitchen sensor/motion', payload: { sensitivity: 1000 } },
    'payload.sensitivity',
  ),
  createMessage(
    'sensor',
    'sensitivity of a thermometer',
    { target: 'Kitchen sensor/temperature', payload: { sensitivity: 1 } },
    'payload.sensitivity',
  ),
  createMessage(
    'sensor',
    'a name that fits three sensors',
    { target: 'Kitchen sensor', payload: true },
    'target',
  ),
];

const resourceMessages: readonly InvalidMessage[] = [
  createMessage('resource', 'no type', { operation: 'list' }, 'rtype'),
  createMessage(
    'resource',
    'a label as type',
    { operation: 'list', rtype: 'Smart scene' },
    'rtype',
  ),
  createMessage('resource', 'a path as type', { operation: 'list', rtype: '../config' }, 'rtype'),
  createMessage(
    'resource',
    'a type with a query',
    { operation: 'list', rtype: 'light?type=room' },
    'rtype',
  ),
  createMessage('resource', 'a list as type', { operation: 'list', rtype: ['light'] }, 'rtype'),
  createMessage(
    'resource',
    'a new lamp',
    { operation: 'create', rtype: 'light', payload: {} },
    'operation',
  ),
  createMessage(
    'resource',
    'a lamp deleted',
    { operation: 'delete', rtype: 'light', target: lamp },
    'operation',
  ),
  createMessage(
    'resource',
    'plain words in a body of the service',
    { operation: 'update', rtype: 'light', target: lamp, payload: { on: true } },
    'payload.on',
  ),
  createMessage(
    'resource',
    'an unknown member',
    { operation: 'update', rtype: 'light', target: lamp, payload: { onn: { on: true } } },
    'payload.onn',
  ),
  createMessage(
    'resource',
    'a wrong type in the body',
    { operation: 'update', rtype: 'light', target: lamp, payload: { type: 'room' } },
    'payload.type',
  ),
  createMessage(
    'resource',
    'no body',
    { operation: 'update', rtype: 'light', target: lamp },
    'payload',
  ),
  createMessage(
    'resource',
    'a text as body',
    { operation: 'update', rtype: 'light', target: lamp, payload: 'on' },
    'payload',
  ),
  createMessage(
    'resource',
    'an id of another type',
    { operation: 'get', rtype: 'room', target: lamp },
    'target',
  ),
  createMessage(
    'resource',
    'a path as id',
    { operation: 'get', rtype: 'light', target: '../room' },
    'target',
  ),
];

/** All of them. */
export const invalidMessages: readonly InvalidMessage[] = [
  ...lampMessages,
  ...targetMessages,
  ...roomMessages,
  ...sceneMessages,
  ...sensorMessages,
  ...resourceMessages,
];

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
