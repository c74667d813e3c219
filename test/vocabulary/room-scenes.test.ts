import assert from 'node:assert/strict';
import type { Members } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import {
  describeExpectedScene,
  findActiveScene,
  findGroupScene,
  getSceneActivity,
  listGroupScenes,
  buildSceneActions,
  buildPaletteFromSceneActions,
} from '../../src/vocabulary/room-scenes';
import { describeProblem } from '../../src/resources/describe-problem';
import type { ResourceIndex } from '../../src/vocabulary/lookup';
import { expectProblem, expectValue, id } from './support/sample-resources';

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
