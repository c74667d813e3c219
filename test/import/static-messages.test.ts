import assert from 'node:assert/strict';
import type { FlowNode } from '../../src/import/flow';
import { readStaticPayload, withPayload } from '../../src/import/static-messages';

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
