import assert from 'node:assert/strict';
import { join } from 'node:path';
import { packageFolder } from '../../scripts/node-red/user-directory';
import type { ResourceType } from '../../src/resources/table';
import {
  resolveResource,
  createTargetResolver,
  resolveButtonTarget,
  resolveLightTarget,
  resolveRecallTarget,
  resolveSceneTarget,
  selectGroupResolver,
  findTextAfterBridgeName,
} from '../../src/vocabulary/lookup';
import type { TargetResolver } from '../../src/vocabulary/lookup';
import { createStore } from '../bridge/support/stored-resources';
import { listLanguages, original, readTexts } from '../editor/languages/language-files';
import {
  sampleIndex,
  id,
  createIndex,
  expectProblem,
  sampleResources,
  expectSentence,
  expectValue,
} from './support/sample-resources';
import type { Resource } from '../../src/resources/resource';

const lights: readonly ResourceType[] = ['light', 'grouped_light'];

const sensors: readonly ResourceType[] = ['motion', 'temperature', 'light_level'];

const resolvedAddresses: readonly [
  address: string,
  rtypes: readonly ResourceType[],
  rid: string,
][] = [
  [id(11), lights, id(11)],
  ['Floor lamp', lights, id(11)],
  ['  Floor lamp  ', lights, id(11)],
  ['floor LAMP', lights, id(11)],
  ['Living room/Floor lamp', lights, id(11)],
  ['living room/floor lamp', lights, id(11)],
  ['Living room/Ceiling', lights, id(12)],
  ['Kitchen/Ceiling', lights, id(14)],
  ['Kitchen/Ceiling/light', lights, id(14)],
  ['kitchen / Ceiling', lights, id(14)],
  ['Kitchen/ Ceiling /light', lights, id(14)],
  ['Lampe/🌈', lights, id(16)],
  ['Spare bulb', lights, id(16)],
  ['Living room', lights, id(121)],
  ['Living room/grouped_light', lights, id(121)],
  ['kitchen', lights, id(122)],
  [id(21), lights, id(121)],
  [id(1), lights, id(11)],
  ['Living room', ['room', 'zone'], id(21)],
  ['Hall sensor/motion', sensors, id(15)],
  ['hall sensor/temperature', sensors, id(17)],
  ['Hall sensor', ['motion'], id(15)],
  ['Living room/smart_scene', ['smart_scene'], id(41)],
  ['Natural light', ['smart_scene'], id(41)],
  ['Living room/Natural light', ['smart_scene'], id(41)],
  ['Kitchen/Bright', ['scene'], id(33)],
];

const refusedAddresses: readonly [
  address: unknown,
  rtypes: readonly ResourceType[],
  sentence: RegExp,
][] = [
  ['Ceiling', lights, /one resource, this fits 2: Living room\/Ceiling, Kitchen\/Ceiling, got/],
  ['Hall sensor', sensors, /fits 2: Hall sensor\/motion, Hall sensor\/temperature/],
  ['Bright', ['scene'], /fits 2: Living room\/Bright, Kitchen\/Bright/],
  ['Flor lamp', lights, /the id or name of a light or grouped light, .*Did you mean Floor lamp\?/],
  ['Kitchen/Ceilng', lights, /Did you mean Kitchen\/Ceiling\?/],
  ['Attic/Ceiling', lights, /the id or name of a light.*Did you mean Living room\/Ceiling\?/],
  ['Floor', lights, /Did you mean Floor lamp\?/],
  ['Big floor lamp', lights, /Did you mean Floor lamp\?/],
  ['Living room', ['motion'], /the id or name of a motion/],
  ['Wake up', ['behavior_instance'], /the id or name of an automation/],
  [id(11).slice(0, 20), lights, /the id or name of a light/],
  [id(11).slice(0, 35), lights, /the id or name of a light/],
  [id(23), ['motion'], /the id of a motion, got "room/],
  [id(11), ['motion'], /the id of a motion, got "light/],
  [`AB${id(11).slice(2)}`, lights, /an id in lower case, .*Did you mean ab000000-/],
  ['', lights, /an id, a name or Room\/Name, got ""/],
  ['   ', lights, /an id, a name or Room\/Name/],
  ['x'.repeat(1_000_000), lights, /^target: expected an id, a name or Room\/Name, got "x{80}…"\.$/],
  ['../config', lights, /the id or name of a light/],
  ['..%2fconfig', lights, /the id or name of a light/],
  [`${id(11)}/../config`, lights, /the id or name of a light/],
  [7, lights, /an id, a name or Room\/Name, got 7/],
  [null, lights, /got null/],
  [undefined, lights, /got nothing/],
  [{ rid: id(11) }, lights, /got an object with rid/],
  [['Floor lamp'], lights, /got a list of 1 entry/],
  ['constructor', lights, /the id or name of a light/],
  ['__proto__', lights, /the id or name of a light/],
];

describe('An address', () => {
  for (const [address, rtypes, rid] of resolvedAddresses) {
    it(`"${address}" finds one ${rtypes.join(' or ')}`, () => {
      const target = expectValue(resolveResource(sampleIndex, address, rtypes));
      assert.equal(target.rid, rid);
      assert.equal(target.resource?.id, rid);
      assert.equal(target.resource?.type, target.rtype);
    });
  }

  for (const [address, rtypes, sentence] of refusedAddresses) {
    it(`${JSON.stringify(address)?.slice(0, 60) ?? 'nothing'} is refused for ${rtypes.join()}`, () => {
      assert.match(expectSentence(resolveResource(sampleIndex, address, rtypes)), sentence);
    });
  }

  it('that is an id nobody knows yet is taken as it is', () => {
    const target = expectValue(resolveResource(sampleIndex, id(99), ['light']));
    assert.deepEqual(target, { rid: id(99), rtype: 'light', resource: undefined });
    assert.equal(expectValue(resolveResource(sampleIndex, id(99), lights)).rtype, undefined);
  });

  it('names the path that the caller gives', () => {
    assert.equal(
      expectProblem(resolveResource(sampleIndex, 'nobody', lights, 'msg.target')).path,
      'msg.target',
    );
  });

  it('prefers the exact name to one in other letters', () => {
    const lamp = sampleResources.find((resource) => resource.id === id(16));
    assert.ok(lamp !== undefined);
    const index = createIndex([
      { ...lamp, id: id(51), metadata: { name: 'desk' } },
      { ...lamp, id: id(52), metadata: { name: 'Desk' } },
    ]);
    assert.equal(expectValue(resolveResource(index, 'Desk', ['light'])).rid, id(52));
    assert.equal(expectValue(resolveResource(index, 'desk', ['light'])).rid, id(51));
    assert.match(expectSentence(resolveResource(index, 'DESK', ['light'])), /fits 2: desk, Desk/);
  });

  it('finds a name with several spaces by one space, alone and in a path', () => {
    const index = createIndex([
      { type: 'light', id: id(1), metadata: { name: 'Guest  room lamp' } },
      { type: 'light', id: id(2), metadata: { name: 'Guest\u00A0bath' } },
      {
        type: 'room',
        id: id(3),
        metadata: { name: 'Upper  floor' },
        children: [{ rid: id(1), rtype: 'light' }],
      },
    ]);
    for (const [address, rid] of [
      ['guest room lamp', id(1)],
      ['Guest  room lamp', id(1)],
      ['Upper floor/Guest room lamp', id(1)],
      ['Guest bath', id(2)],
    ] as const)
      assert.equal(expectValue(resolveResource(index, address, ['light'])).rid, rid, address);
  });

  it('finds one sensor by the name or id of a MotionAware zone, and a further service by its type', () => {
    const owner = { rid: id(5), rtype: 'motion_area_configuration' };
    const index = createIndex([
      { type: 'security_area_motion', id: id(1), owner },
      { type: 'convenience_area_motion', id: id(2), owner },
      { type: 'motion_area_configuration', id: id(5), name: 'Stairs' },
    ]);
    const rtypes = ['motion_area_configuration', 'security_area_motion', 'convenience_area_motion'];
    for (const [address, searched, rid] of [
      ['Stairs', rtypes, id(2)],
      [id(5), rtypes.slice(1), id(2)],
      ['Stairs/security_area_motion', rtypes, id(1)],
      ['Stairs/motion', rtypes, id(2)],
      ['stairs / motion', rtypes.slice(1), id(2)],
      ['Stairs', ['security_area_motion'], id(1)],
    ] as const)
      assert.equal(expectValue(resolveResource(index, address, searched)).rid, rid, address);
  });

  it('finds the home by what pickers call it in any language, unless a room has this name', () => {
    const home = { type: 'bridge_home', id: id(5) };
    const allLamps = { type: 'grouped_light', id: id(1), owner: { rid: id(5), rtype: home.type } };
    const index = createIndex([home, allLamps]);
    const folder = join(packageFolder, 'src', 'editor', 'locales');
    for (const language of [original, ...listLanguages(folder)]) {
      const label = readTexts(folder, language, 'plugin.json').get('picker.home');
      assert.equal(expectValue(resolveResource(index, label, lights)).rid, id(1), label);
    }
    assert.equal(expectValue(resolveResource(index, 'whole home', ['bridge_home'])).rid, id(5));
    const room = { type: 'room', id: id(6), metadata: { name: 'Whole home' } };
    const ofRoom = { type: 'grouped_light', id: id(2), owner: { rid: id(6), rtype: 'room' } };
    const homeWithRoom = createIndex([home, allLamps, room, ofRoom]);
    assert.equal(expectValue(resolveResource(homeWithRoom, 'Whole home', lights)).rid, id(2));
  });

  it('lists resources of the same name and room by both, and distinguishes them by id', () => {
    const lamps = [1, 2].map((number) => ({
      type: 'light',
      id: id(number),
      metadata: { name: 'Twin' },
    }));
    const children = lamps.map((lamp) => ({ rid: lamp.id, rtype: 'light' }));
    const attic = { type: 'room', id: id(3), metadata: { name: 'Attic' }, children };
    assert.match(
      expectSentence(resolveResource(createIndex([...lamps, attic]), 'Twin', ['light'])),
      new RegExp(`fits 2: Attic/Twin \\(${id(1)}\\), Attic/Twin \\(${id(2)}\\), got`),
    );
  });

  it('lists only a few of many', () => {
    const index = createIndex(
      Array.from({ length: 40 }, (_, number) => ({
        type: 'light',
        id: id(number),
        metadata: { name: 'Many' },
      })),
    );
    assert.match(
      expectSentence(resolveResource(index, 'Many', ['light'])),
      /fits 40: .* and 32 more,/,
    );
  });

  it('survives references that lead nowhere', () => {
    const index = createIndex([
      { type: 'light', id: id(1), owner: { rid: id(98), rtype: 'device' } },
      { type: 'light', id: id(2), owner: null, metadata: 'broken' },
      { type: 'scene', id: id(3), group: { rid: 5 }, metadata: { name: 'Calm' } },
    ]);
    assert.match(expectSentence(resolveResource(index, 'Floor lamp', ['light'])), /the id or name/);
    assert.equal(expectValue(resolveResource(index, 'Calm', ['scene'])).rid, id(3));
  });

  it('is looked up anew when something got another name', () => {
    const index = createStore();
    const name = (number: number, text: string) =>
      index.applyUpdate({ type: 'light', id: id(number), metadata: { name: text } });
    name(1, 'Desk');
    assert.equal(expectValue(resolveResource(index, 'Desk', ['light'])).rid, id(1));
    assert.equal(expectValue(resolveResource(index, 'Desk', ['light'])).resource, index.get(id(1)));
    name(2, 'Desk');
    assert.match(expectSentence(resolveResource(index, 'Desk', ['light'])), /fits 2/);
    name(1, 'Shelf');
    assert.equal(expectValue(resolveResource(index, 'Desk', ['light'])).rid, id(2));
    index.applyDelete({ type: 'light', id: id(2) });
    assert.match(
      expectSentence(resolveResource(index, 'Desk', ['light'])),
      /the id or name of a light/,
    );
  });

  it('follows its room and its device to their new names', () => {
    const [desk, den] = [id(1), id(2)];
    const index = createStore();
    const device = { rid: desk, rtype: 'device' };
    index.applyAdd({ type: 'device', id: desk, metadata: { name: 'Desk' } });
    index.applyAdd({ type: 'light', id: id(3), owner: device });
    index.applyAdd({ type: 'room', id: den, metadata: { name: 'Den' }, children: [device] });
    assert.equal(expectValue(resolveResource(index, 'Den/Desk', ['light'])).rid, id(3));
    index.applyUpdate({ type: 'room', id: den, metadata: { name: 'Office' } });
    assert.ok(!resolveResource(index, 'Den/Desk', ['light']).ok);
    assert.equal(expectValue(resolveResource(index, 'Office/Desk', ['light'])).rid, id(3));
    index.applyUpdate({ type: 'device', id: desk, metadata: { name: 'Table' } });
    assert.ok(!resolveResource(index, 'Office/Desk', ['light']).ok);
  });
});

const named = (number: number, type: string, members: object = {}): Resource => ({
  id: id(number),
  type,
  metadata: { name: 'Evening' },
  ...members,
});

const owner = (number: number) => ({ owner: { rid: id(number), rtype: 'device' } });

const index = createIndex([
  named(1, 'scene'),
  named(2, 'smart_scene'),
  named(3, 'room', { children: [] }),
  named(4, 'zone', { children: [] }),
  named(5, 'device'),
  named(6, 'light', owner(5)),
  named(7, 'device'),
  named(8, 'button', owner(7)),
]);

describe('Of several resources with one name, a node takes', () => {
  const find = (resolve: TargetResolver): string => expectValue(resolve(index, 'Evening')).rid;
  for (const [what, resolve, number] of [
    ['the lamp', resolveLightTarget, 6],
    ['the smart scene before the scene', resolveRecallTarget, 2],
    ['the room before the zone and the scene', resolveSceneTarget, 3],
    ['the room where rooms are asked for', selectGroupResolver('room'), 3],
    ['the zone where zones are asked for', selectGroupResolver('zone'), 4],
    ['the device with buttons', resolveButtonTarget, 7],
  ] as const) {
    it(what, () => assert.equal(find(resolve), id(number)));
  }

  it('none of them where either a room or a zone may be meant', () => {
    assert.equal(selectGroupResolver('')(index, 'Evening').ok, false);
  });
});

describe('The id of a known resource needs no search', () => {
  it('where the node takes the same types in each home', () => {
    assert.deepEqual(resolveLightTarget.rtypes, ['light', 'grouped_light']);
    const ofHome = createTargetResolver(() => ['scene']);
    assert.equal(ofHome.rtypes, undefined);
    assert.equal(expectValue(ofHome(index, 'Evening')).rid, id(1));
  });
});

describe('The name of a bridge before a colon', () => {
  const found: readonly (readonly [text: string, bridgeName: string, rest: string])[] = [
    ['Attic:Office/Desk lamp', 'Attic', 'Office/Desk lamp'],
    [' ATTIC : Desk lamp ', 'Attic', 'Desk lamp'],
    ['Attic:', 'Attic', ''],
    ['Attic:Sofa: right', 'Attic', 'Sofa: right'],
    ['attic:new:Desk lamp', 'Attic:New', 'Desk lamp'],
    ['i\u0307stanbul:Floor lamp', '\u0130stanbul', 'Floor lamp'],
    ['I\u0307stanbul:Floor lamp', '\u0130stanbul', 'Floor lamp'],
    ['Cafe\u0301:Floor lamp', 'caf\u00e9', 'Floor lamp'],
  ];
  for (const [text, bridgeName, rest] of found) {
    it(`leaves what follows: ${JSON.stringify(text)}`, () => {
      assert.equal(findTextAfterBridgeName(text, bridgeName), rest);
    });
  }

  it('is not found where another name or no colon follows', () => {
    for (const text of ['Attic', 'Attic two:Desk lamp', 'The Attic:Desk lamp', ':Desk lamp', ''])
      assert.equal(findTextAfterBridgeName(text, 'Attic'), undefined, text);
  });
});
