import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getMember } from '../../src/resources';
import { fixtureId } from '../../src/simulator';
import { startFlowHarness, toResourcePath } from '../support/node-red/flow-harness';
import type { FlowHarness, RecordedWrite } from '../support/node-red/flow-harness';

const floorLamp = fixtureId('light/living-floor');
const sofaLamp = fixtureId('light/sofa-right');

describe('A program of a light node', () => {
  let harness: FlowHarness;
  before(async () => {
    harness = await startFlowHarness([
      { id: 'told', type: 'bridge-light', target: '' },
      { id: 'lamp', type: 'bridge-light', target: floorLamp },
      { id: 'status', type: 'bridge-status', emit: 'request' },
    ]);
    await harness.request('lamp', { payload: true });
  });
  after(() => harness.stop());

  /** Waits until the bridge has answered a write that was not there before. */
  const nextWrite = async (writesBefore: number): Promise<RecordedWrite> => {
    while (harness.writes().length <= writesBefore) await once(harness.simulator.log, 'answered');
    const write = harness.writes()[writesBefore];
    assert.ok(write);
    return write;
  };

  /** A person uses a switch, which reaches the flows by the event stream. */
  const switchLamp = (rid: string, on: boolean): void => {
    harness.simulator.home.change(rid, { on: { on } });
  };

  it('waits until the lamp comes on by a switch, and is answered at once', async () => {
    await harness.request('lamp', { payload: false });
    const writesBefore = harness.writes().length;
    const { bridge } = await harness.request('lamp', {
      payload: { turnOn: 'later', kelvin: 2700, brightness: 30 },
    });
    assert.equal(getMember(bridge, 'program', 'kind'), 'later');
    assert.equal(getMember(bridge, 'status'), 202);
    assert.equal(harness.writes().length, writesBefore);
    switchLamp(floorLamp, true);
    assert.deepEqual(await nextWrite(writesBefore), {
      method: 'PUT',
      path: toResourcePath('light', floorLamp),
      body: { dimming: { brightness: 30 }, color_temperature: { mirek: 370 } },
    });
  });

  it('is sent at once to a lamp that is on, and keeps nothing then', async () => {
    switchLamp(sofaLamp, true);
    const writesBefore = harness.writes().length;
    await harness.request('told', {
      payload: { turnOn: 'later', brightness: 44 },
      target: sofaLamp,
    });
    const { body } = await nextWrite(writesBefore);
    assert.deepEqual(body, { dimming: { brightness: 44 } });
  });
});
