import { idOf } from '../../src/simulator';
import type { FlowMessage } from '../support/node-red';

/** A message that no node may act on. */
export interface WrongMessage {
  /** Id of the node in the flow of the test. */
  node: 'light' | 'lamp' | 'room' | 'scene' | 'sensor' | 'resource';
  /** What is wrong with it. */
  what: string;
  message: FlowMessage;
  /** Path that the error names. */
  path: string;
}

const lamp = idOf('light/living-floor');
const huge = 'x'.repeat(1_000_000);

class Lamp {
  on = true;
}

const circular = (): object => {
  const held: Record<string, unknown> = { on: true };
  held['self'] = held;
  return held;
};

/** Something that an `await` would wait for in vain. */
const thenable = (): object => {
  const methods = Object.getOwnPropertyNames(Promise.prototype);
  const never = methods
    .filter((name) => name !== 'constructor')
    .map((name): [string, () => undefined] => [name, () => undefined]);
  return Object.fromEntries(never);
};

const nested = (levels: number): unknown => (levels === 0 ? true : { on: nested(levels - 1) });

const throwing = (): object =>
  Object.defineProperty({}, 'on', {
    enumerable: true,
    get() {
      throw new Error('a trap of the test');
    },
  });

/** Values that are no plain JSON, wherever they stand. */
const unwritable: readonly (readonly [what: string, value: unknown])[] = [
  ['a function', () => true],
  ['a symbol', Symbol('on')],
  ['a BigInt', 1n],
  ['NaN', Number.NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['a date', new Date(0)],
  ['a map', new Map([['on', true]])],
  ['a buffer', Buffer.from('true')],
  ['an error', new Error('on')],
  ['an instance', new Lamp()],
  ['a Proxy', new Proxy({}, { get: () => true })],
  ['a promise', Promise.resolve(true)],
  ['a thenable', thenable()],
  ['a regular expression', /on/],
];

const ofLamps: readonly WrongMessage[] = [
  ...unwritable.map(([what, value]) => lampIs(what, value)),
  ...unwritable.map(([what, value]) => ({
    node: 'lamp' as const,
    what: `${what} inside a payload`,
    message: { payload: { brightness: value } },
    path: 'payload.brightness',
  })),
  lampIs('nothing', undefined),
  lampIs('null', null),
  lampIs('an empty text', ''),
  lampIs('an empty list', []),
  lampIs('an empty object', {}),
  lampIs('an unknown word', 'bright please'),
  lampIs('a number above 100', 1e308),
  lampIs('a negative number', -1),
  lampIs('the time of an inject', 1_700_000_000_000),
  lampIs('a huge text', huge),
  lampIs('a circular object', circular(), 'payload'),
  lampIs('deep nesting', nested(1_000), 'payload'),
  lampIs('a getter that throws', throwing(), 'payload.on'),
  lampIs('a text for on', { on: 'maybe' }, 'payload.on'),
  lampIs('a number for on', { on: 2 }, 'payload.on'),
  lampIs('null for on', { on: null }, 'payload.on'),
  lampIs('a text for brightness', { brightness: 'abc' }, 'payload.brightness'),
  lampIs('brightness above 100', { brightness: 101 }, 'payload.brightness'),
  lampIs('negative brightness', { brightness: -5 }, 'payload.brightness'),
  lampIs('kelvin of zero', { kelvin: 0 }, 'payload.kelvin'),
  lampIs('a list for kelvin', { kelvin: [2700] }, 'payload.kelvin'),
  lampIs('mirek as a text', { mirek: 'warm please' }, 'payload.mirek'),
  lampIs('an unknown colour', { color: 'blurple' }, 'payload.color'),
  lampIs('a bad hex colour', { color: '#12' }, 'payload.color'),
  lampIs('xy outside', { xy: { x: 2, y: 0.3 } }, 'payload.xy'),
  lampIs('a negative transition', { on: true, transition: -1 }, 'payload.transition'),
  lampIs('a transition of years', { on: true, transition: 1e12 }, 'payload.transition'),
  lampIs('an unknown effect object', { effect: { a: 1 } }, 'payload.effect'),
  lampIs('an unknown member', { brightnes: 50 }, 'payload.brightnes'),
  lampIs('the prototype', JSON.parse('{"__proto__":{"on":true}}'), 'payload.__proto__'),
  lampIs('a constructor', { constructor: { prototype: { on: true } } }, 'payload.constructor'),
  lampIs('a service body of wrong type', { dimming: { brightness: '50' } }, 'payload.dimming'),
  lampIs('a NUL in a text', { name: 'a\u0000b' }, 'payload.name'),
  lampIs('half a character', { name: '\ud800' }, 'payload.name'),
];

function lampIs(what: string, payload: unknown, path = 'payload'): WrongMessage {
  return { node: 'lamp', what, message: { payload }, path };
}

const wrongTargets: readonly (readonly [what: string, target: unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['true', true],
  ['a list', [lamp]],
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
  ['the id of a sensor', idOf('temperature/kitchen-motion')],
  ['a query', `${lamp}?x=1`],
  ['line breaks', `${lamp}\r\nHost: elsewhere`],
  ['a huge text', huge],
  ['a prototype name', '__proto__'],
  ['a function', () => lamp],
  ['a getter', Object.defineProperty({}, 'rid', { enumerable: true, get: () => lamp })],
];

const ofTargets: readonly WrongMessage[] = wrongTargets.map(([what, target]) => ({
  node: 'light',
  what: `${what} as target`,
  message: { payload: true, target },
  path: what === 'a getter' ? 'target.rid' : 'target',
}));

const ofRooms: readonly WrongMessage[] = [
  operation('room', 'an unknown operation', { operation: 'explode' }, 'operation'),
  operation('room', 'no operation', {}, 'operation'),
  operation('room', 'a recall of a room', { operation: 'recall' }, 'operation'),
  operation('room', 'an object as operation', { operation: { list: true } }, 'operation'),
  operation('room', 'a room without a name', { operation: 'create', payload: {} }, 'payload.name'),
  roomIs('a name of 33 letters', { name: 'x'.repeat(33) }, 'payload.name'),
  roomIs('a number as name', { name: 5 }, 'payload.name'),
  roomIs('an unknown archetype', { name: 'A', archetype: 'castle' }, 'payload.archetype'),
  roomIs('an unknown device', { name: 'A', children: ['Chandelier'] }, 'payload.children[0]'),
  roomIs('a number as device', { name: 'A', children: [5] }, 'payload.children[0]'),
  roomIs('a path as device', { name: 'A', children: ['../room'] }, 'payload.children[0]'),
  roomIs('an unknown member', { name: 'A', colour: 'red' }, 'payload.colour'),
  roomIs('a list', [], 'payload'),
  operation('room', 'a delete of nothing', { operation: 'delete' }, 'target'),
  operation('room', 'a delete of a lamp', { operation: 'delete', target: lamp }, 'target'),
  operation(
    'room',
    'a change of nothing',
    { operation: 'update', target: 'Kitchen', payload: {} },
    'payload',
  ),
  operation(
    'room',
    'a new name that is null',
    { operation: 'update', target: 'Kitchen', payload: { name: null } },
    'payload.name',
  ),
];

function roomIs(what: string, payload: unknown, path: string): WrongMessage {
  return operation('room', what, { operation: 'create', payload }, path);
}

function operation(
  node: WrongMessage['node'],
  what: string,
  message: FlowMessage,
  path: string,
): WrongMessage {
  return { node, what, message, path };
}

const ofScenes: readonly WrongMessage[] = [
  operation('scene', 'an unknown operation', { operation: 'play' }, 'operation'),
  operation(
    'scene',
    'an unknown scene',
    { operation: 'recall', target: 'Nobody', payload: true },
    'target',
  ),
  operation(
    'scene',
    'a recall of 7',
    { operation: 'recall', target: 'Natural light', payload: 7 },
    'payload',
  ),
  operation(
    'scene',
    'an unknown word',
    { operation: 'recall', target: 'Natural light', payload: 'party' },
    'payload',
  ),
  operation('scene', 'a scene without anything', { operation: 'create', payload: {} }, 'payload'),
  operation(
    'scene',
    'a scene that is a text',
    { operation: 'create', payload: 'Morning' },
    'payload',
  ),
  operation(
    'scene',
    'a transition as text',
    { operation: 'update', target: 'Natural light', payload: { transition_duration: 'slow' } },
    'payload',
  ),
  operation('scene', 'a delete without target', { operation: 'delete' }, 'target'),
];

const ofSensors: readonly WrongMessage[] = [
  operation('sensor', 'an unknown sensor', { target: 'Nobody', payload: true }, 'target'),
  operation('sensor', 'a lamp', { target: lamp, payload: true }, 'target'),
  operation(
    'sensor',
    'an unknown word',
    { target: 'Kitchen sensor/motion', payload: 'maybe' },
    'payload',
  ),
  operation('sensor', 'a number', { target: 'Kitchen sensor/motion', payload: 5 }, 'payload'),
  operation('sensor', 'nothing', { target: 'Kitchen sensor/motion' }, 'payload'),
  operation(
    'sensor',
    'an empty object',
    { target: 'Kitchen sensor/motion', payload: {} },
    'payload',
  ),
  operation(
    'sensor',
    'a high sensitivity',
    { target: 'Kitchen sensor/motion', payload: { sensitivity: 1000 } },
    'payload.sensitivity',
  ),
  operation(
    'sensor',
    'sensitivity of a thermometer',
    { target: 'Kitchen sensor/temperature', payload: { sensitivity: 1 } },
    'payload.sensitivity',
  ),
  operation(
    'sensor',
    'a name that fits three sensors',
    { target: 'Kitchen sensor', payload: true },
    'target',
  ),
];

const ofResources: readonly WrongMessage[] = [
  operation('resource', 'no type', { operation: 'list' }, 'rtype'),
  operation('resource', 'an unknown type', { operation: 'list', rtype: 'lamp' }, 'rtype'),
  operation('resource', 'a path as type', { operation: 'list', rtype: '../config' }, 'rtype'),
  operation(
    'resource',
    'a prototype name as type',
    { operation: 'list', rtype: 'constructor' },
    'rtype',
  ),
  operation('resource', 'a list as type', { operation: 'list', rtype: ['light'] }, 'rtype'),
  operation(
    'resource',
    'a new lamp',
    { operation: 'create', rtype: 'light', payload: {} },
    'operation',
  ),
  operation(
    'resource',
    'a lamp deleted',
    { operation: 'delete', rtype: 'light', target: lamp },
    'operation',
  ),
  operation(
    'resource',
    'plain words in a body of the service',
    { operation: 'update', rtype: 'light', target: lamp, payload: { on: true } },
    'payload.on',
  ),
  operation(
    'resource',
    'an unknown member',
    { operation: 'update', rtype: 'light', target: lamp, payload: { onn: { on: true } } },
    'payload.onn',
  ),
  operation(
    'resource',
    'a wrong type in the body',
    { operation: 'update', rtype: 'light', target: lamp, payload: { type: 'room' } },
    'payload.type',
  ),
  operation(
    'resource',
    'no body',
    { operation: 'update', rtype: 'light', target: lamp },
    'payload',
  ),
  operation(
    'resource',
    'a text as body',
    { operation: 'update', rtype: 'light', target: lamp, payload: 'on' },
    'payload',
  ),
  operation(
    'resource',
    'an id of another type',
    { operation: 'get', rtype: 'room', target: lamp },
    'target',
  ),
  operation(
    'resource',
    'a path as id',
    { operation: 'get', rtype: 'light', target: '../room' },
    'target',
  ),
];

/** All of them. */
export const wrongMessages: readonly WrongMessage[] = [
  ...ofLamps,
  ...ofTargets,
  ...ofRooms,
  ...ofScenes,
  ...ofSensors,
  ...ofResources,
];
