import assert from 'node:assert/strict';
import type { Resource } from '../../../src/resources/resource';
import { readHomeProblemReport } from '../../../src/runtime/nodes/home-problem-report';
import type { HomeProblemReport } from '../../../src/runtime/nodes/home-problem-report';
import { StateReader } from '../../../src/bridge/read-state';
import { createStateCache } from '../../bridge/support/stored-resources';

const refer = (rtype: string, rid: string): object => ({ rtype, rid });

/** A device with one service. */
const createDevice = (rid: string, name: string | undefined, service: Resource): Resource[] => [
  {
    id: rid,
    type: 'device',
    ...(name === undefined ? {} : { metadata: { name } }),
    product_data: { model_id: 'M1' },
    services: [refer(service.type, service.id)],
  },
  { ...service, owner: refer('device', rid) },
];
const createBattery = (id: string, battery_state: string, battery_level?: number): Resource => ({
  id,
  type: 'device_power',
  power_state: { battery_state, ...(battery_level === undefined ? {} : { battery_level }) },
});

function report(...resources: readonly Resource[]): Promise<HomeProblemReport> {
  const noUpdate = { id: 'none', type: 'device_software_update', state: 'no_update' };
  return readHomeProblemReport(
    new StateReader(createStateCache([...resources, noUpdate]), () => true),
  );
}

describe('The report of what needs a look', () => {
  it('lists batteries of 20 % and less, and those that the bridge calls low', async () => {
    const { weakBatteries } = await report(
      ...createDevice('a', 'A', createBattery('a-power', 'normal', 20)),
      ...createDevice('b', 'B', createBattery('b-power', 'normal', 21)),
      ...createDevice('c', 'C', createBattery('c-power', 'low', 50)),
      ...createDevice('d', 'D', createBattery('d-power', 'critical')),
    );
    const entry = { room: null, model: 'M1' };
    assert.deepEqual(weakBatteries, [
      { ...entry, rid: 'a', name: 'A', battery: 20 },
      { ...entry, rid: 'c', name: 'C', battery: 50 },
      { ...entry, rid: 'd', name: 'D', battery: 'critical' },
    ]);
  });

  it('lists devices that do not answer, sensors that are switched off, and waiting updates', async () => {
    const { unreachable, switchedOff, updates } = await report(
      ...createDevice('lost', 'Lost', {
        id: 'radio',
        type: 'zigbee_connectivity',
        status: 'connectivity_issue',
      }),
      ...createDevice('well', 'Well', {
        id: 'other',
        type: 'zigbee_connectivity',
        status: 'connected',
      }),
      ...createDevice('off', 'Off', { id: 'motion', type: 'motion', enabled: false }),
      ...createDevice('on', 'On', { id: 'motion-2', type: 'motion', enabled: true }),
      ...createDevice('old', 'Old', {
        id: 'update',
        type: 'device_software_update',
        state: 'update_pending',
      }),
    );
    const entry = { room: null, model: 'M1' };
    assert.deepEqual(unreachable, [{ ...entry, rid: 'lost', name: 'Lost' }]);
    assert.deepEqual(switchedOff, [{ ...entry, rid: 'motion', name: 'Off', rtype: 'motion' }]);
    assert.deepEqual(updates, [{ ...entry, rid: 'old', name: 'Old', state: 'update_pending' }]);
  });

  it('lists a MotionAware zone that is switched off once', async () => {
    const zone = refer('motion_area_configuration', 'zone');
    const motion = { motion_report: { motion: true } };
    const { switchedOff } = await report(
      {
        id: 'zone',
        type: 'motion_area_configuration',
        name: 'Hall',
        enabled: false,
        services: [refer('security_area_motion', 's'), refer('convenience_area_motion', 'c')],
      },
      { id: 's', type: 'security_area_motion', owner: zone, enabled: true, motion },
      { id: 'c', type: 'convenience_area_motion', owner: zone, enabled: true, motion },
    );
    assert.deepEqual(
      switchedOff.map(({ name, rtype }) => [name, rtype]),
      [['Hall', 'convenience_area_motion']],
    );
  });

  it('is in the order of rooms, then of names: first what is in no room, or has no name', async () => {
    const createWeak = (rid: string, name?: string): Resource[] =>
      createDevice(rid, name, createBattery(`${rid}-power`, 'low', 5));
    const createRoom = (name: string, ...rids: string[]): Resource => ({
      id: `room-${name}`,
      type: 'room',
      metadata: { name },
      children: rids.map((rid) => refer('device', rid)),
    });
    const { weakBatteries } = await report(
      ...createWeak('0'),
      ...createWeak('1', 'Lamp 10'),
      ...createWeak('2', 'Lamp 2'),
      ...createWeak('3', 'Attic lamp'),
      ...createWeak('4', 'Apple'),
      ...createWeak('5'),
      ...createWeak('6'),
      createRoom('Kitchen', '1', '2'),
      createRoom('Attic', '3'),
    );
    assert.deepEqual(
      weakBatteries.map(({ name, room }) => [room, name]),
      [
        [null, null],
        [null, null],
        [null, null],
        [null, 'Apple'],
        ['Attic', 'Attic lamp'],
        ['Kitchen', 'Lamp 2'],
        ['Kitchen', 'Lamp 10'],
      ],
    );
  });
});
