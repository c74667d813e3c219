import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import type { FlowNode } from '../../src/import/flow';
import { code, importWithBridge, inject, lampId, oldNode, roomId } from './import-harness';

/** What an imported animation plays. */
function readPlayed(light: FlowNode): unknown {
  const [, command = ''] = /\? (\{.*\}) : "get"$/.exec(String(light['command'])) ?? [];
  const played: unknown = JSON.parse(command);
  return played;
}

describe('An imported flow of HueMagic has for an animation', () => {
  const steps = [
    { delay: 0, animation: { hex: '#ff0000', brightness: 90, transitionTime: 1 } },
    { delay: 500, animation: { brightness: 0 } },
  ];
  const magic = oldNode('hue-magic', {
    id: 'magic',
    bridge: undefined,
    endless: true,
    restore: true,
    preset: null,
    steps: JSON.stringify(steps),
    wires: [['old', 'room']],
  });
  const lamps = [
    oldNode('hue-light', { lightid: lampId, wires: [[]] }),
    oldNode('hue-group', { id: 'room', groupid: roomId, wires: [[]] }),
  ];

  it('a light node that plays its steps on the lamps behind it, and stops at false', () => {
    const imported = importWithBridge([magic, ...lamps]);
    const light = imported.node('magic');
    assert.equal(light.type, 'bridge-light');
    assert.equal(light['bridge'], 'bridge');
    assert.equal(light['target'], `${lampId},${roomId}`);
    assert.equal(light['commandType'], 'jsonata');
    const expression = String(light['command']);
    assert.match(expression, /^\(payload = false or payload\.animate = false\) \? "stop" : /);
    assert.match(expression, / : "get"$/);
    assert.deepEqual(readPlayed(light), {
      play: [
        { on: true, color: '#ff0000', brightness: 90, transition: '1s', for: '1.5s' },
        { on: false, for: '0.2s' },
      ],
      repeat: true,
      restore: true,
    });
    assert.deepEqual(light['wires'], [[]]);
    assert.equal(imported.entry('magic')?.outcome, 'different');
  });

  it('the time of a step and the delay before the next as the time of that step', () => {
    const playFirst = (delay: unknown, transitionTime?: unknown): unknown => {
      const animation = {
        brightness: 9,
        ...(transitionTime !== undefined && { transitionTime }),
      };
      const changed = { ...magic, steps: JSON.stringify([{ delay, animation }]) };
      const imported = importWithBridge([changed, ...lamps]);
      if (imported.node('magic').type !== 'bridge-light') return undefined;
      const play = getNestedMember(readPlayed(imported.node('magic')), 'play');
      return Array.isArray(play) ? getNestedMember(play[0], 'for') : undefined;
    };
    for (const [delay, transitionTime, time] of [
      [0, undefined, '0.2s'],
      [0, 0, '0.001s'],
      [1, 0, '0.001s'],
      [2, 0, '0.002s'],
      ['500', 1, '1.5s'],
      [-1, 1, '1s'],
      ['soon', 1, '1s'],
      [86_399_000, 1, '86400s'],
      [86_400_000, 1, '1s'],
      [0, 6_000, '6000s'],
      [0, 6_001, undefined],
      [0, -1, undefined],
    ] as const) {
      assert.equal(playFirst(delay, transitionTime), time, `${delay} and ${transitionTime}`);
    }
  });

  it('names of colours as they are, or as the colours that HueMagic means by them', () => {
    const colors = ['Red', 'orange', 'raspberry', 'random'];
    const named = colors.map((color) => ({ animation: { color, transitionTime: 1 } }));
    const imported = importWithBridge([
      { ...magic, endless: false, restore: false, steps: JSON.stringify(named) },
      ...lamps,
    ]);
    const play = getNestedMember(readPlayed(imported.node('magic')), 'play');
    assert.ok(Array.isArray(play));
    assert.deepEqual(
      play.map((step: unknown) => getNestedMember(step, 'color')),
      ['red', '#ff8000', '#872657', 'random'],
    );
    assert.ok(imported.sentences('magic').includes('randomColors'));
  });

  it('the node as it is where a lamp is not known, or is of another bridge', () => {
    for (const settings of [{ lightid: '' }, { lightid: '${LAMP}' }, { bridge: 'second' }]) {
      const other = oldNode('hue-light', { id: 'room', lightid: lampId, wires: [[]], ...settings });
      const imported = importWithBridge([magic, ...lamps.slice(0, 1), other]);
      assert.equal(imported.node('magic'), magic, JSON.stringify(settings));
    }
  });

  it('random colours in many rounds where they never end, since a light node chooses them once', () => {
    const countSteps = (endless: boolean, count: number): number => {
      const step = { animation: { color: 'random', transitionTime: 1 } };
      const stepsOfColors = JSON.stringify(Array.from({ length: count }, () => step));
      const imported = importWithBridge([{ ...magic, endless, steps: stepsOfColors }, ...lamps]);
      const play = getNestedMember(readPlayed(imported.node('magic')), 'play');
      return Array.isArray(play) ? play.length : 0;
    };
    assert.deepEqual(
      [1, 7, 60, 61].map((count) => countSteps(true, count)),
      [60, 56, 60, 61],
    );
    assert.equal(countSteps(false, 7), 7);
  });

  it('a note where other messages than true and false started it', () => {
    const says = (...makers: readonly FlowNode[]): boolean =>
      importWithBridge([magic, ...lamps, ...makers])
        .sentences('magic')
        .includes('animationMessages');
    assert.equal(says(), false);
    assert.equal(says(inject(true, { wires: [['magic']] })), false);
    assert.equal(says(inject({ animate: true }, { wires: [['magic']] })), true);
    assert.equal(says({ ...code, wires: [['magic']] }), true);
  });

  it('black as the point that HueMagic sends for it', () => {
    const animation = { hex: '#000000', brightness: 1, transitionTime: 2 };
    const black = { ...magic, steps: JSON.stringify([{ delay: 0, animation }]) };
    assert.deepEqual(readPlayed(importWithBridge([black, ...lamps]).node('magic')), {
      play: [{ on: true, xy: { x: 0, y: 0 }, brightness: 1, transition: '2s', for: '2s' }],
      repeat: true,
      restore: true,
    });
  });

  it('the first step that has no plain words in the report', () => {
    const animation = { image: 'sea.png' };
    const unknown = JSON.stringify([steps[0], { delay: 0, animation }]);
    const imported = importWithBridge([{ ...magic, steps: unknown }, ...lamps]);
    assert.deepEqual(imported.entry('magic')?.sentences, [
      {
        key: 'kept.magicStep',
        values: { step: '2', before: '{"delay":0,"animation":{"image":"sea.png"}}' },
      },
    ]);
  });

  it('the node as it is where a step has no plain words, or something else gets its messages', () => {
    for (const changed of [
      { ...magic, steps: null },
      { ...magic, steps: '[]' },
      { ...magic, steps: JSON.stringify(Array.from({ length: 201 }, () => steps[1])) },
      { ...magic, steps: JSON.stringify([{ delay: 0, animation: { image: 'sea.png' } }]) },
      { ...magic, wires: [['old', 'code']] },
      { ...magic, wires: [[]] },
    ]) {
      const imported = importWithBridge([changed, ...lamps, { ...code, wires: [] }]);
      assert.equal(imported.node('magic'), changed);
      assert.equal(imported.entry('magic')?.outcome, 'needs-a-look');
    }
  });
});
