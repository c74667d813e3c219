import assert from 'node:assert/strict';
import { parseSceneRequest } from '../../src/vocabulary/scene';
import { chooseScene } from '../../src/vocabulary/room-scenes';
import { describeProblem } from '../../src/resources/describe-problem';
import { expectProblem, expectValue, id } from './support/sample-resources';

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
