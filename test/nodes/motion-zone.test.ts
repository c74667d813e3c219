import assert from 'node:assert/strict';
import { createReportMembers } from '../../src/resources/sensor-report';
import { getNestedMember } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import { createFixtureId, startSimulator } from '../../src/simulator';
import { startFlowHarness, toResourcePath } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';
import { waitUntil } from '../support/wait-until';

const zone = createFixtureId('motion_area_configuration/living');
const convenience = createFixtureId('convenience_area_motion/living');
const security = createFixtureId('security_area_motion/living');

const report = (motion: boolean): Members =>
  createReportMembers({ group: 'motion', name: 'motion' }, motion, '2026-03-01T10:00:00Z');

describe('The sensor of a MotionAware zone', () => {
  let flow: FlowHarness;
  const setZone = (enabled: boolean): void =>
    void flow.simulator.home.change(zone, {
      enabled,
      health: enabled ? 'healthy' : 'not_running',
    });
  const changeServices = (ofConvenience: Members, ofSecurity: Members): void => {
    flow.simulator.home.change(convenience, ofConvenience);
    flow.simulator.home.change(security, ofSecurity);
  };
  const start = async (events: 'auto' | 'never'): Promise<void> => {
    const pick = (target: string, rtype: string, settings: object = {}): object => ({
      type: 'bridge-sensor',
      target,
      rtype,
      interval: '1s',
      emitAtStart: true,
      ...settings,
    });
    const nodes = [
      { id: 'watch', ...pick(convenience, 'convenience_area_motion') },
      { id: 'other', ...pick(security, 'security_area_motion'), wires: [['twin']] },
      { id: 'twin', type: 'helper' },
      { id: 'named', ...pick('Living area', '', { targetType: 'str', emit: 'request' }) },
    ].map((node) => ({ type: '', ...node }));
    const simulator = await startSimulator({ events: { batch: 0 } });
    simulator.home.change(convenience, { enabled: true, ...report(true) });
    simulator.home.change(security, { enabled: true, ...report(false) });
    flow = await startFlowHarness(nodes, { simulator, bridge: { events } });
  };
  afterEach(() => flow.stop());

  for (const events of ['auto', 'never'] as const) {
    it(`has no reading once the zone is switched off, whichever service was picked (events: ${events})`, async () => {
      await start(events);
      for (const node of ['out', 'twin']) {
        const first = await flow.nextMessage(node, ({ payload }) => payload === true);
        assert.deepEqual(first['readings'], { motion: true }, node);
      }
      setZone(false);
      for (const node of ['out', 'twin']) {
        const off = await flow.nextMessage(node, ({ payload }) => payload !== true);
        assert.deepEqual([off['payload'], off['readings']], [null, { motion: null }], node);
      }
      const answer = await flow.request('named', {});
      assert.equal(answer['payload'], null);
      assert.equal(getNestedMember(answer['resource'], 'enabled'), false);
      setZone(true);
      for (const node of ['out', 'twin'])
        await flow.nextMessage(node, ({ payload }) => payload === true);
    });
  }

  it('has the reading of the service that reports', async () => {
    await start('auto');
    await flow.nextMessage('out', ({ payload }) => payload === true);
    changeServices({ motion: { motion_valid: false } }, report(true));
    assert.equal((await flow.request('named', {}))['payload'], true);
    changeServices({}, report(false));
    await flow.nextMessage('out', ({ payload }) => payload === false);
    changeServices({ enabled: false, ...report(true) }, {});
    assert.equal((await flow.request('named', {}))['payload'], false);
  });

  it('is found by the name of its zone, and switches the zone', async () => {
    await start('auto');
    const zonePath = toResourcePath('motion_area_configuration', zone);
    for (const [payload, enabled] of [
      [false, false],
      ['toggle', true],
      [{ enabled: 'toggle' }, false],
      [true, true],
    ] as const) {
      const { bridge } = await flow.request('named', { payload });
      assert.equal(getNestedMember(bridge, 'rid'), convenience);
      assert.deepEqual(flow.writes().at(-1), { method: 'PUT', path: zonePath, body: { enabled } });
      await waitUntil(
        'the state of the zone',
        () => flow.simulator.home.get(zone)?.['enabled'] === enabled,
      );
    }
    assert.equal(flow.writes().length, 4);
  });

  it('takes the sensitivity itself, and nothing of a command that is wrong', async () => {
    await start('auto');
    await flow.request('named', { payload: { enabled: false, sensitivity: 3 } });
    assert.deepEqual(
      flow.writes().map(({ path, body }) => [path, body]),
      [
        [
          toResourcePath('convenience_area_motion', convenience),
          { sensitivity: { sensitivity: 3 } },
        ],
        [toResourcePath('motion_area_configuration', zone), { enabled: false }],
      ],
    );
    flow.send('named', { payload: { enabled: true, sensitivity: 'loud' } });
    assert.equal((await flow.nextFailure('named')).code, 'ERR_BRIDGE_INVALID_COMMAND');
    assert.equal(flow.writes().length, 2);
  });

  it('enables its service if that is disabled in a zone that is on', async () => {
    await start('auto');
    changeServices({ enabled: false }, { enabled: false });
    await flow.nextMessage('out', ({ payload }) => payload === null);
    await flow.request('named', { payload: true });
    assert.deepEqual(
      flow.writes().map(({ path }) => path),
      [toResourcePath('convenience_area_motion', convenience)],
    );
  });
});
