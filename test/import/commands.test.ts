import assert from 'node:assert/strict';
import { translateToPlainWords } from '../../src/import/plain-messages';
import type { FlowNode } from '../../src/import/flow';
import { readStaticPayload, withPayload } from '../../src/import/static-messages';

const translate = (members: object): unknown =>
  translateToPlainWords({ on: true, ...members })?.value;

/** Member of a command of HueMagic, the least and the greatest value that is translated, and what these become. */
const bounds: readonly (readonly [string, number, number, object, object])[] = [
  ['brightness', 1, 100, { brightness: 1 }, { brightness: 100 }],
  ['brightnessLevel', 1, 254, { brightness: 1 }, { brightness: 100 }],
  ['colorTemp', 153, 500, { mirek: 153 }, { mirek: 500 }],
];

describe('Of the commands of HueMagic, plain words are found', () => {
  for (const [member, least, most, first, last] of bounds) {
    it(`for ${member} from ${least} to ${most}`, () => {
      assert.deepEqual(
        [least - 1, least, most, most + 1].map((value) => translate({ [member]: value })),
        [undefined, { on: true, ...first }, { on: true, ...last }, undefined],
      );
    });
  }

  for (const [members, words] of [
    [{ brightnessLevel: 3 }, { brightness: 1 }],
    [{ brightnessLevel: 4 }, { brightness: 2 }],
    [{ colorTemp: 'cold' }, { mirek: 153 }],
    [{ colorTemp: 'normal' }, { mirek: 240 }],
    [{ colorTemp: 'hot' }, { mirek: 500 }],
    [{ color: ' Red ' }, { color: 'red' }],
    [{ color: 'orange' }, { color: '#ff8000' }],
    [{ hex: '#f80' }, { color: '#ff8800' }],
    [{ rgb: [0, 0, 255] }, { color: [0, 0, 255] }],
    [{ xyColor: { x: 0, y: 0.001 } }, { xy: { x: 0, y: 0.001 } }],
    [{ xyColor: { x: 1, y: 1 } }, { xy: { x: 1, y: 1 } }],
    [
      { brightness: 5, transitionTime: 0 },
      { brightness: 5, transition: '0s' },
    ],
    [
      { brightness: 5, transitionTime: 6_000 },
      { brightness: 5, transition: '6000s' },
    ],
    [{ color: 'black' }, { xy: { x: 0, y: 0 } }],
    [{ hex: '#000000' }, { xy: { x: 0, y: 0 } }],
    [{ rgb: [0, 0, 0] }, { xy: { x: 0, y: 0 } }],
    [
      { brightness: 5, color: 'red' },
      { brightness: 5, color: 'red' },
    ],
  ] as const) {
    it(`for ${JSON.stringify(members)}: ${JSON.stringify(words)}`, () => {
      assert.deepEqual(translate(members), { on: true, ...words });
    });
  }

  for (const members of [
    { colorTemp: 250.5 },
    { colorTemp: 'auto' },
    { colorTemp: 'toString' },
    { color: 7 },
    { hex: '#ff88' },
    { rgb: [0, 0, 256] },
    { rgb: [0, 0, -1] },
    { rgb: [1, 2] },
    { rgb: 'red' },
    { xyColor: { x: -0.1, y: 0.5 } },
    { xyColor: { x: 1.1, y: 0.5 } },
    { xyColor: { x: 0.5, y: 0 } },
    { xyColor: { x: 0.5, y: 1.1 } },
    { xyColor: [0.5, 0.5] },
    { brightness: 5, transitionTime: -1 },
    { brightness: 5, transitionTime: 6_001 },
    { transitionTime: 2 },
    { brightness: 5, brightnessLevel: 5 },
    { color: 'red', colorTemp: 300 },
    { color: 'red', xyColor: { x: 0.5, y: 0.5 } },
    { brightness: 5, toString: 1 },
    { incrementBrightness: 5 },
  ]) {
    it(`not for ${JSON.stringify(members)}`, () => assert.equal(translate(members), undefined));
  }

  for (const [payload, value, isExact] of [
    [false, false, true],
    [{ on: false }, { on: false }, true],
    [{ on: false, brightness: 5 }, { on: false, brightness: 5 }, false],
    [{ brightness: 5 }, { turnOn: 'later', brightness: 5 }, true],
    [{ toggle: 1 }, { toggle: true }, true],
    [{ toggle: 1, brightness: 5 }, { toggle: true }, false],
    [{ alert: 1 }, { alert: '1s' }, true],
    [{ alert: 60_000 }, { alert: '60000s' }, true],
    [{ alert: 1.6 }, { alert: '2s' }, true],
    [{ incrementBrightness: 1 }, { brightness: '+1' }, false],
    [{ decrementBrightness: 100 }, { brightness: '-100' }, false],
    [{ incrementColorTemp: 5 }, { mirek: '+5' }, false],
    [{ decrementColorTemp: 5 }, { mirek: '-5' }, false],
  ] as const) {
    it(`that mean ${isExact ? '' : 'not quite '}the same: ${JSON.stringify(payload)}`, () => {
      assert.deepEqual(translateToPlainWords(payload), { value, isExact });
    });
  }

  for (const payload of [
    'on',
    null,
    {},
    { on: 'yes' },
    { on: 'yes', brightness: 5 },
    { alert: 0 },
    { alert: 60_001 },
    { alert: 5, brightness: 5 },
    { alert: 5, toggle: true, brightness: 5 },
    { incrementBrightness: 0 },
    { incrementBrightness: 101 },
    { incrementBrightness: 5, colorTemp: 300 },
  ]) {
    it(`not for ${JSON.stringify(payload)}`, () =>
      assert.equal(translateToPlainWords(payload), undefined));
  }
});

const toNode = (type: string, settings: object): FlowNode => ({ id: 'one', type, ...settings });

const inject = (settings: object): FlowNode => toNode('inject', settings);

const change = (...rules: readonly object[]): FlowNode => toNode('change', { rules });

const template = (settings: object): FlowNode => toNode('template', settings);

const payload = { t: 'set', p: 'payload', pt: 'msg', to: 'red', tot: 'str' };

const topic = { t: 'set', p: 'topic', pt: 'msg', to: 'a', tot: 'str' };

const flowValue = { t: 'set', p: 'last', pt: 'flow', to: 'a', tot: 'str' };

describe('The payload that a node always sends', () => {
  for (const [node, value] of [
    [inject({ payload: 'red', payloadType: 'str' }), 'red'],
    [inject({ payload: '' }), 0],
    [inject({ props: [{ p: 'payload' }], payload: '7', payloadType: 'num' }), 7],
    [inject({ props: [{ p: 'payload', v: 'true', vt: 'bool' }], payload: 'x' }), true],
    [inject({ props: [{ p: 'payload', v: true, vt: 'bool' }] }), true],
    [inject({ props: [{ p: 'payload', v: 'no', vt: 'bool' }] }), false],
    [inject({ props: [{ p: 'payload', v: '', vt: 'date' }, { p: 'topic' }, 1] }), 0],
    [inject({ props: [{ p: 'payload', vt: 'str' }] }), ''],
    [inject({ props: [{ p: 'topic' }, { p: '_msgid' }] }), undefined],
    [inject({ props: [{ p: 'payload', v: '{"on":true}', vt: 'json' }] }), { on: true }],
    [inject({ props: [{ p: 'payload', v: '[1]', vt: 'jsonata' }] }), [1]],
    [change(payload), 'red'],
    [change({ ...payload, pt: undefined }), 'red'],
    [change({ ...payload, to: 'blue' }, payload), 'red'],
    [change(payload, topic, flowValue), 'red'],
    [change({ ...topic, p: 'other' }, payload), 'red'],
    [template({ template: 'red' }), 'red'],
    [template({ template: 'red', output: 'str', field: 'payload', fieldType: 'msg' }), 'red'],
    [template({ template: '{"on":true}', output: 'json' }), { on: true }],
    [template({ template: '{{x}}', syntax: 'plain' }), '{{x}}'],
  ] as const) {
    it(`is ${JSON.stringify(value)}: ${JSON.stringify(node)}`, () =>
      assert.deepEqual(readStaticPayload(node), { value }));
  }

  for (const node of [
    toNode('function', { payload: 'red', payloadType: 'str' }),
    inject({ payload: '${COLOR}', payloadType: 'str' }),
    inject({ payload: 'last', payloadType: 'flow' }),
    inject({ payload: '{', payloadType: 'json' }),
    inject({ payload: 1, payloadType: 'json' }),
    inject({ props: [{ p: 'payload', v: 'red', vt: 'str' }, { p: 'brightness' }] }),
    toNode('change', {}),
    change(),
    change(topic),
    change({ ...payload, t: 'change' }),
    change({ ...payload, p: 'payload.on' }),
    change({ ...payload, pt: 'flow' }),
    change(payload, { ...topic, p: 'other' }),
    change(payload, { ...topic, t: 'delete' }),
    change({ ...topic, p: 'animation.on' }, payload),
    template({ template: '{{x}}' }),
    template({ template: 'red', output: 'yaml' }),
    template({ template: 'red', field: 'topic' }),
    template({ template: 'red', fieldType: 'flow' }),
    template({}),
  ]) {
    it(`is not known: ${JSON.stringify(node)}`, () =>
      assert.equal(readStaticPayload(node), undefined));
  }
});

describe('A node that always sends the same', () => {
  const command = { on: true };
  const text = '{"on":true}';
  for (const [node, changed] of [
    [inject({ payload: 'x' }), { payload: text, payloadType: 'json' }],
    [inject({ props: [{ p: 'payload' }] }), { payload: text, payloadType: 'json' }],
    [
      inject({ props: [{ p: 'topic' }, { p: 'payload', v: 'x', vt: 'str' }] }),
      { props: [{ p: 'topic' }, { p: 'payload', v: text, vt: 'json' }] },
    ],
    [
      inject({ props: [{ p: 'payload', vt: 'str' }] }),
      { props: [{ p: 'payload', v: text, vt: 'json' }] },
    ],
    [change(topic, payload), { rules: [topic, { ...payload, to: text, tot: 'json' }] }],
    [template({ template: 'x' }), { template: text, output: 'json' }],
  ] as const) {
    it(`can send another payload: ${JSON.stringify(node)}`, () =>
      assert.deepEqual(withPayload(node, command), { ...node, ...changed }));
  }

  it('sends true as true', () => {
    assert.deepEqual(
      withPayload(inject({}), true),
      inject({ payload: 'true', payloadType: 'bool' }),
    );
  });
});
