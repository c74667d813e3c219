import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import { createFixtureId } from '../../../src/simulator';
import { startFlowHarness } from '../../support/node-red/flow-harness';
import type { FlowHarness } from '../../support/node-red/flow-harness';

const target = createFixtureId('light/stairs');

describe('A number alone, to a light node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'percent', type: 'bridge-light', target },
      { id: 'on-off', type: 'bridge-light', target, numbers: 'onOff' },
      { id: 'level', type: 'bridge-light', target, numbers: 'level' },
      {
        id: 'fixed',
        type: 'bridge-light',
        target,
        numbers: 'level',
        command: '51',
        commandType: 'num',
      },
      { id: 'wrong', type: 'bridge-light', target, numbers: 'lumen' },
      { id: 'other', type: 'bridge-light', target, numbers: 'level', format: 'homekit' },
    ]);
  });
  after(() => harness.stop());

  const set = async (
    node: string,
    payload: unknown,
  ): Promise<[body: unknown, warnings: string]> => {
    const { bridge } = await harness.request(node, { payload });
    return [harness.writes().at(-1)?.body, String(getNestedMember(bridge, 'warnings'))];
  };
  const at = (brightness: number): object => ({ on: { on: true }, dimming: { brightness } });

  it('is a percentage; 1 is warned of in the message and, once, in the debug sidebar', async () => {
    const logged = harness.nextLog('percent');
    for (const payload of [1, '1']) {
      const [body, warnings] = await set('percent', payload);
      assert.deepEqual(body, at(1));
      assert.match(
        warnings,
        /^payload: 1 means 1 %\. If 1 means on, choose "percent, but 1 is on"/,
      );
    }
    assert.match(await logged, /^payload: 1 means 1 %/);
    const lines = harness.observations.filter(
      (one) => one.kind === 'log' && one.node === 'percent',
    );
    assert.equal(lines.length, 1);
    assert.deepEqual(await set('percent', '1%'), [at(1), '']);
  });

  it('is on if it is 1, and off if it is 0, for timers and switches', async () => {
    assert.deepEqual(await set('on-off', 1), [{ on: { on: true } }, '']);
    assert.deepEqual(await set('on-off', 0), [{ on: { on: false } }, '']);
    assert.deepEqual(await set('on-off', '1'), [{ on: { on: true } }, '']);
    assert.deepEqual(await set('on-off', 40), [at(40), '']);
  });

  it('is a level from 0 to 255, also where the dialog has it', async () => {
    assert.deepEqual(await set('level', 1), [at(0.39), '']);
    assert.deepEqual(await set('level', '255'), [at(100), '']);
    assert.deepEqual(await set('level', 0), [{ on: { on: false } }, '']);
    assert.deepEqual(await set('level', { brightness: 50 }), [at(50), '']);
    assert.deepEqual(await set('fixed', true), [at(20), '']);
    harness.send('level', { payload: 300 });
    const { message } = await harness.nextFailure('level');
    assert.match(message, /^payload: expected a number from 0 to 255, got 300/);
  });

  it('is not read so in another message format, and an unknown choice is an error', async () => {
    const [body] = await set('other', { Brightness: 50 });
    assert.deepEqual(body, at(50));
    harness.send('wrong', { payload: 1 });
    const { message } = await harness.nextFailure('wrong');
    assert.match(message, /^setting numbers: expected one of percent, onOff, level, got "lumen"/);
  });
});
