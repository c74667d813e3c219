import assert from 'node:assert/strict';
import { parseSceneRequest, parseSceneCommand } from '../../src/vocabulary/scene';
import {
  chooseScene,
  describeExpectedScene,
  findActiveScene,
  findGroupScene,
  getSceneActivity,
  listGroupScenes,
  buildSceneActions,
  buildPaletteFromSceneActions,
} from '../../src/vocabulary/room-scenes';
import { describeProblem } from '../../src/resources/describe-problem';
import {
  expectProblem,
  expectValue,
  id,
  toTestName,
  expectSentence,
} from './support/sample-resources';
import type { Members } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import type { ResourceIndex } from '../../src/vocabulary/lookup';

/** Payloads that ask for nothing a scene node does, and the path that the error names. */
const wrongPayloads: readonly [payload: unknown, path: string][] = [
  [false, 'payload'],
  [5, 'payload'],
  ['', 'payload'],
  [null, 'payload'],
  [[], 'payload'],
  [['Relax'], 'payload'],
  [{}, 'payload'],
  [{ scene: 5 }, 'payload.scene'],
  [{ scene: '' }, 'payload.scene'],
  [{ name: 'Relax' }, 'payload.name'],
  [{ scene: 'Relax', brightness: 0 }, 'payload.brightness'],
  [{ scene: 'Relax', brightness: 'abc' }, 'payload.brightness'],
  [{ scene: 'Relax', transition: 'soon' }, 'payload.transition'],
  [{ scene: 'Relax', transition: '2h' }, 'payload.transition'],
  [{ scene: 'Relax', dynamic: 'yes' }, 'payload.dynamic'],
  [{ scene: 'Relax', dynamic: true, action: 'static' }, 'payload'],
  [{ scene: 'Relax', speed: 2 }, 'payload.speed'],
  [{ scene: 'Relax', kelvin: 2700 }, 'payload.kelvin'],
  [{ scene: 'Relax', everywhere: 'no' }, 'payload.everywhere'],
  [{ everywhere: true }, 'payload'],
  [{ next: false }, 'payload.next'],
  [{ next: true, previous: true }, 'payload'],
  [{ toggle: true }, 'payload.toggle'],
  [{ toggle: ['Relax'] }, 'payload.toggle'],
  [{ toggle: ['Relax', 5] }, 'payload.toggle[1]'],
  [{ random: 'Relax' }, 'payload.random'],
  [{ store: '' }, 'payload.store'],
  [{ store: 'x'.repeat(33) }, 'payload.store'],
  [{ store: 'Evening', brightness: 5 }, 'payload.brightness'],
  [{ rename: 'Night', to: 'Day' }, 'payload.to'],
  [{ scene: 'Evening', rename: true }, 'payload.rename'],
  [{ delete: false }, 'payload.delete'],
  [{ list: 'all' }, 'payload.list'],
  [{ list: true, scene: 'Relax' }, 'payload.scene'],
  [{ list: false }, 'payload.list'],
  [{ scene: 'x'.repeat(1_000) }, 'payload.scene'],
  [{ recall: { action: 'explode' } }, 'payload.recall.action'],
  [{ next: true, kelvin: 5 }, 'payload.kelvin'],
  [{ next: true, brightness: 0 }, 'payload.brightness'],
  [{ scene: 5, rename: 'Night' }, 'payload.scene'],
  [() => 1, 'payload'],
];

describe('parseSceneRequest', () => {
  it('takes a name, a word and a picked scene', () => {
    const named = expectValue(parseSceneRequest(' Relax '));
    assert.ok(named.kind === 'recall');
    assert.equal(named.scene.name, 'Relax');
    assert.deepEqual(named.command.body.members, { recall: { action: 'active' } });
    const picked = expectValue(parseSceneRequest(true));
    assert.ok(picked.kind === 'recall');
    assert.equal(picked.scene.name, undefined);
    assert.equal(expectValue(parseSceneRequest('List')).kind, 'list');
    const next = expectValue(parseSceneRequest('NEXT'));
    assert.ok(next.kind === 'step');
    assert.equal(next.step, 'next');
  });

  it('takes values of the dialog where the message has none', () => {
    const defaults = { brightness: 20, transition: 400, dynamic: 'true' };
    const request = expectValue(
      parseSceneRequest({ scene: 'Relax', brightness: 70, action: 'static' }, { defaults }),
    );
    assert.ok(request.kind === 'recall');
    assert.deepEqual(request.command.body.members, {
      recall: { action: 'static', dimming: { brightness: 70 }, duration: 400 },
    });
  });

  const picked = (at = 'payload') => ({ name: undefined, at });
  const relax = { name: 'Relax', at: 'payload.scene' };
  const recall = (scene: object, members: object, everywhere = false): object => ({
    kind: 'recall',
    scene,
    members: { recall: members },
    everywhere,
  });
  const active = { action: 'active' };
  const dynamic = { action: 'dynamic_palette' };
  const listed = (word: string) =>
    ['Relax', 'Read'].map((name, index) => ({ name, at: `payload.${word}[${index}]` }));
  for (const [payload, request] of [
    ['on', recall(picked(), active)],
    ['dynamic', recall(picked(), dynamic)],
    [' Static ', recall(picked(), { action: 'static' })],
    [{ recall: active }, recall(picked(), active)],
    [{ scene: true }, recall(picked('payload.scene'), active)],
    [{ dynamic: true }, recall(picked('payload.scene'), dynamic)],
    [{ scene: 'Relax', brightness: 20 }, recall(relax, { ...active, dimming: { brightness: 20 } })],
    [{ scene: 'Relax', everywhere: 'on' }, recall(relax, active, true)],
    [{ scene: 'Relax', everywhere: false }, recall(relax, active)],
    [{ next: true }, { kind: 'step', step: 'next', among: [], members: { recall: active } }],
    [
      { previous: ['Relax', 'Read'], dynamic: true },
      { kind: 'step', step: 'previous', among: listed('previous'), members: { recall: dynamic } },
    ],
    [
      { toggle: ['Relax', 'Read'] },
      { kind: 'step', step: 'toggle', among: listed('toggle'), members: { recall: active } },
    ],
    [
      { store: 'x'.repeat(32) },
      { kind: 'store', scene: { name: 'x'.repeat(32), at: 'payload.store' } },
    ],
    [{ store: true }, { kind: 'store', scene: picked('payload.store') }],
    [{ delete: ' Relax ' }, { kind: 'delete', scene: { name: 'Relax', at: 'payload.delete' } }],
    [{ delete: true }, { kind: 'delete', scene: picked('payload.delete') }],
    [
      { rename: 'Night' },
      {
        kind: 'rename',
        scene: picked('payload.scene'),
        newName: { name: 'Night', at: 'payload.rename' },
      },
    ],
    [
      { scene: 'Relax', rename: 'Night' },
      { kind: 'rename', scene: relax, newName: { name: 'Night', at: 'payload.rename' } },
    ],
    [{ list: true }, { kind: 'list' }],
  ] as const) {
    it(`takes ${JSON.stringify(payload)}`, () => {
      const found = expectValue(parseSceneRequest(payload));
      if (!('command' in found)) return assert.deepEqual(found, request);
      const { command, ...rest } = found;
      assert.deepEqual({ ...rest, members: command.body.members }, request);
    });
  }

  for (const [payload, path] of wrongPayloads) {
    it(`refuses ${JSON.stringify(payload)} in one sentence`, () => {
      const problem = expectProblem(parseSceneRequest(payload));
      assert.equal(problem.path, path);
      assert.match(describeProblem(problem), /^[^\n]+: expected .+, got .+[.?]$/);
    });
  }
});

describe('chooseScene', () => {
  const scenes = [1, 2, 3].map((number) => ({ id: id(number), type: 'scene' }));
  const [first, second, third] = scenes;

  it('goes round in both directions, and begins at the ends', () => {
    assert.equal(chooseScene(scenes, undefined, 'next', 0), first);
    assert.equal(chooseScene(scenes, id(3), 'next', 0), first);
    assert.equal(chooseScene(scenes, id(1), 'toggle', 0), second);
    assert.equal(chooseScene(scenes, undefined, 'previous', 0), third);
    assert.equal(chooseScene(scenes, id(1), 'previous', 0), third);
  });

  it('takes another one at random, and the only one where there is no other', () => {
    assert.equal(chooseScene(scenes, id(1), 'random', 0), second);
    assert.equal(chooseScene(scenes, id(1), 'random', 0.999), third);
    assert.equal(chooseScene(scenes.slice(0, 1), id(1), 'random', 0.5), first);
    assert.equal(chooseScene([], undefined, 'next', 0), undefined);
  });
});

const room = id(100);

const lamp: Resource = {
  id: id(1),
  type: 'light',
  on: { on: true },
  dimming: { brightness: 50.2, min_dim_level: 1 },
  color_temperature: {
    mirek: 447,
    mirek_valid: true,
    mirek_schema: { mirek_minimum: 153, mirek_maximum: 500 },
  },
  color: { xy: { x: 0.5, y: 0.41 } },
};

const darkLamp: Resource = { ...lamp, id: id(2), on: { on: false } };

const createScene = (number: number, name: string, members: object = {}): Resource => ({
  id: id(number),
  type: 'scene',
  metadata: { name },
  group: { rid: room, rtype: 'room' },
  ...members,
});

const createIndex = (resources: readonly Resource[]): ResourceIndex => ({
  get: (rid) => resources.find((resource) => resource.id === rid),
  byType: (rtype) => resources.filter(({ type }) => type === rtype),
  types: () => ['scene', 'light'],
  ownerRid: () => undefined,
  name: (rid) => (rid === room ? 'Kitchen' : undefined),
  room: () => undefined,
});

describe('Two scenes of one name in a room', () => {
  const [one, other] = [createScene(21, 'Relax'), createScene(22, 'Relax')];
  const smart = { ...createScene(23, 'Daylight'), type: 'smart_scene' };
  const index = createIndex([one, other, smart, createScene(24, 'relax')]);
  const find = (name: string, ...types: ('scene' | 'smart_scene')[]) =>
    findGroupScene(index, room, name, 'payload', types.length === 0 ? undefined : types);

  it('are told apart by their ids, which an error lists', () => {
    assert.equal(
      expectProblem(find('Relax')).expected,
      `one scene, and 2 of this room have the name. Send an id instead of the name, or rename one: Relax (${one.id}), Relax (${other.id})`,
    );
    assert.equal(expectValue(find(other.id)), other);
  });

  it('are not meant by a name in another case that one scene has exactly', () => {
    assert.equal(expectValue(find('relax')).id, id(24));
    assert.match(describeProblem(expectProblem(find('RELAX'))), /3 of this room have the name/);
  });

  it('may be smart: the smart scene is found where it may be meant, and otherwise named', () => {
    assert.equal(expectValue(find('daylight', 'scene', 'smart_scene')), smart);
    assert.equal(
      expectProblem(find('daylight')).expected,
      'a scene that is no smart scene; the smart scene node changes those',
    );
  });
});

describe('The scenes of a room', () => {
  const scenes = [
    createScene(11, 'Scene 10'),
    createScene(12, 'scene 2'),
    createScene(13, 'Relax'),
    createScene(14, 'Relax elsewhere', { group: { rid: id(101), rtype: 'room' } }),
  ];
  const index = createIndex(scenes);

  it('are named where none of them was meant, a dozen at most', () => {
    const describeAmong = (count: number): string =>
      describeExpectedScene(
        createIndex(
          Array.from({ length: count }, (_, number) => createScene(number, `S${number}`)),
        ),
        room,
      );
    const twelve = 'S0, S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11';
    assert.deepEqual([0, 1, 12, 13].map(describeAmong), [
      'a scene of Kitchen, which has none',
      'a scene of Kitchen (S0)',
      `a scene of Kitchen (${twelve})`,
      `a scene of Kitchen (${twelve}, …)`,
    ]);
    assert.equal(describeExpectedScene(index, id(999)), 'a scene of this room, which has none');
  });

  it('are in the order of their names, numbers as people count', () => {
    const names = listGroupScenes(index, room).map(({ id: rid }) => rid);
    assert.deepEqual(names, [id(13), id(12), id(11)]);
  });

  it('are found whatever the case of a name, and listed where there is none', () => {
    assert.equal(expectValue(findGroupScene(index, room, 'relax', 'payload')).id, id(13));
    const problem = expectProblem(findGroupScene(index, room, 'Relaxx', 'payload'));
    assert.equal(problem.expected, 'a scene of Kitchen (Relax, scene 2, Scene 10)');
    assert.equal(problem.suggestion, 'Relax');
  });

  it('are active as the bridge says, the one that was recalled last of several', () => {
    const [first, second] = [
      createScene(11, 'A', { status: { active: 'static', last_recall: '2026-01-01T00:00:00Z' } }),
      createScene(12, 'B', {
        status: { active: 'dynamic_palette', last_recall: '2026-01-02T00:00:00Z' },
      }),
    ];
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(findActiveScene(index, [second, first])?.id, second.id);
    assert.equal(getSceneActivity(index, second), 'dynamic');
    assert.equal(
      getSceneActivity(index, createScene(13, 'C', { status: { active: 'inactive' } })),
      undefined,
    );
  });
});

describe('A scene that is stored', () => {
  const actions = expectValue(buildSceneActions([lamp, darkLamp]));

  it('has what each lamp shows, and of one that is off only that', () => {
    assert.deepEqual(actions, [
      {
        target: { rid: lamp.id, rtype: 'light' },
        action: {
          on: { on: true },
          dimming: { brightness: 50.2 },
          color_temperature: { mirek: 447 },
        },
      },
      { target: { rid: darkLamp.id, rtype: 'light' }, action: { on: { on: false } } },
    ]);
  });

  it('has the colours of its lamps as its palette', () => {
    assert.deepEqual(buildPaletteFromSceneActions(actions)?.['color_temperature'], [
      { color_temperature: { mirek: 447 }, dimming: { brightness: 50.2 } },
    ]);
    assert.equal(buildPaletteFromSceneActions(actions.slice(1)), undefined);
  });

  it('has each colour once, up to nine, one white, and none of lamps that do not say how bright they are', () => {
    const dimming = { brightness: 5 };
    const toColor = (x: number) => ({ xy: { x, y: 0.3 } });
    const toAction = (action: Members) =>
      ({ target: { rid: id(1), rtype: 'light' }, action }) as const;
    const build = (...members: readonly Members[]) =>
      buildPaletteFromSceneActions(members.map(toAction));
    const [white, other] = [{ mirek: 300 }, { mirek: 400 }];
    assert.deepEqual(
      build(
        { dimming, color: toColor(0.1), gradient: { points: [{ color: toColor(0.2) }, {}] } },
        { dimming, color: toColor(0.3) },
        { dimming, color: toColor(0.3) },
        { dimming: { brightness: 9 }, color: toColor(0.3) },
        { color: toColor(0.4) },
        { dimming, color_temperature: white },
        { dimming, color_temperature: other },
      ),
      {
        color: [
          { color: toColor(0.2), dimming },
          { color: toColor(0.3), dimming },
          { color: toColor(0.3), dimming: { brightness: 9 } },
        ],
        dimming: [],
        color_temperature: [{ color_temperature: white, dimming }],
        effects: [],
      },
    );
    const many = Array.from({ length: 12 }, (_, index) => ({
      dimming,
      color: toColor(index / 20),
    }));
    const colors = build(...many)?.['color'];
    assert.deepEqual(colors, many.slice(0, 9));
    assert.equal(build({ dimming }, { color: toColor(0.4) }), undefined);
  });

  it('counts as active while its lamps show it, where the bridge does not say so', () => {
    const scene = createScene(20, 'Evening', { actions });
    const activity = (...lamps: readonly Resource[]): unknown =>
      getSceneActivity(createIndex(lamps), scene);
    assert.equal(activity(lamp, darkLamp), 'static');
    assert.equal(
      activity({ ...lamp, dimming: { brightness: 50.6 } }, darkLamp),
      'static',
      'rounded',
    );
    assert.equal(activity({ ...lamp, dimming: { brightness: 60 } }, darkLamp), undefined);
    assert.equal(activity({ ...lamp, color_temperature: { mirek: 300 } }, darkLamp), undefined);
    assert.equal(activity(lamp, { ...darkLamp, on: { on: true } }), undefined);
    assert.equal(activity(lamp), undefined, 'a lamp that is not known');
  });
});

const recalled: readonly [payload: unknown, recall: object][] = [
  [undefined, { action: 'active' }],
  [true, { action: 'active' }],
  ['on', { action: 'active' }],
  ['activate', { action: 'active' }],
  ['active', { action: 'active' }],
  [' Dynamic ', { action: 'dynamic_palette' }],
  ['static', { action: 'static' }],
  [{ brightness: 40 }, { action: 'active', dimming: { brightness: 40 } }],
  [
    { brightness: '40%', transition: '2s' },
    { action: 'active', dimming: { brightness: 40 }, duration: 2000 },
  ],
  [
    { action: 'dynamic', transition: 400 },
    { action: 'dynamic_palette', duration: 400 },
  ],
  [{ recall: true }, { action: 'active' }],
  [{ recall: { action: 'static', transition: '1s' } }, { action: 'static', duration: 1000 }],
  [
    { recall: { action: 'active', duration: 5, dimming: { brightness: 1 } } },
    { action: 'active', duration: 5, dimming: { brightness: 1 } },
  ],
];

const refused: readonly [payload: unknown, sentence: RegExp][] = [
  [null, /^payload: expected true, "dynamic"/],
  [false, /a scene cannot be stopped, only its lamps turned off, got false/],
  ['toggle', /^payload: expected true, "dynamic"/],
  ['activat', /Did you mean activate\?$/],
  [7, /^payload: expected true, "dynamic"/],
  [{ brightness: 0 }, /^payload\.brightness: expected a number from 1 to 100, got 0/],
  [{ brightness: '+10' }, /^payload\.brightness: expected a number from 1 to 100/],
  [{ transition: '2 days' }, /^payload\.transition: expected a time of at most 100min/],
  [{ duration: 400 }, /^payload\.duration: .*Did you mean transition\?$/],
  [{ action: false }, /^payload\.action: expected true, "dynamic"/],
  [{ recall: true, brightness: 3 }, /^payload\.brightness: expected one of recall/],
  [{ recall: { dimming: { brightness: 300 } } }, /^payload\.recall\.dimming\.brightness/],
  [
    { recall: { duration: 5, name: 'x' } },
    /^payload\.recall\.name: expected one of action, duration, dimming/,
  ],
];

describe('A scene command', () => {
  for (const [payload, recall] of recalled) {
    it(`turns ${toTestName(payload)} into a recall`, () => {
      assert.deepEqual(expectValue(parseSceneCommand(payload)).body.members, { recall });
    });
  }

  for (const [payload, sentence] of refused) {
    it(`refuses ${toTestName(payload)}`, () => {
      assert.match(expectSentence(parseSceneCommand(payload)), sentence);
    });
  }
});
