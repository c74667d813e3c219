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
