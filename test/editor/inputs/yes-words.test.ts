import assert from 'node:assert/strict';
import { getComparedValueType } from '../../../src/editor/inputs/compared-value-type';
import { createReportMembers } from '../../../src/resources/sensor-report';
import { getPlainValue, resourceTypes } from '../../../src/resources/table';
import type { KnownResourceType } from '../../../src/resources/table';
import { evaluateYesNoCondition } from '../../../src/runtime/nodes/yes-no-condition';

const createMotion = (isMotion: boolean): object =>
  createReportMembers({ group: 'motion', name: 'motion' }, isMotion, '2026-11-20T10:00:00.000Z');
const motion = [[createMotion(true)], [createMotion(false)]] as const;
const enabled = [[{ enabled: true }], [{ enabled: false }]] as const;
const on = [[{ on: { on: true } }], [{ on: { on: false } }]] as const;

/** What a bridge reports of a resource that is what the dialog says, and of one that is not. */
const states: Readonly<Record<string, readonly [yes: readonly object[], no: readonly object[]]>> = {
  motion,
  camera_motion: motion,
  grouped_motion: motion,
  convenience_area_motion: motion,
  security_area_motion: motion,
  contact: [
    [{ contact_report: { state: 'no_contact' } }],
    [{ contact_report: { state: 'contact' } }],
  ],
  tamper: [
    [{ tamper_reports: [{ state: 'tampered' }] }],
    [{ tamper_reports: [{ state: 'not_tampered' }] }],
  ],
  light: on,
  grouped_light: on,
  scene: [
    [{ status: { active: 'static' } }, { status: { active: 'dynamic_palette' } }],
    [{ status: { active: 'inactive' } }],
  ],
  smart_scene: [[{ state: 'active' }], [{ state: 'inactive' }]],
  behavior_instance: enabled,
  motion_area_configuration: enabled,
  geofence_client: [[{ is_at_home: true }], [{ is_at_home: false }]],
};

describe('“Is true, on, active, reachable, or not 0”', () => {
  for (const rtype of ['zigbee_connectivity', 'zgp_connectivity', 'wifi_connectivity'] as const)
    it(`tells for ${rtype} whether the device can be reached`, () => {
      const decide = (status: string): boolean | undefined => {
        const resource = { id: '0c1d2e3f-4a5b-4c6d-8e7f-a0b1c2d3e4f5', type: rtype, status };
        return evaluateYesNoCondition({ comparison: 'true' }, getPlainValue(resource));
      };
      assert.equal(decide('connected'), true);
      for (const status of ['disconnected', 'connectivity_issue'])
        assert.equal(decide(status), false);
    });
});

describe('The word beside “Counts as yes”', () => {
  const types = resourceTypes.filter(
    (rtype: KnownResourceType) => getComparedValueType(rtype, undefined).kind === 'yesNo',
  );

  for (const rtype of types) {
    it(`is true of ${rtype}`, () => {
      const [yes, no] = states[rtype] ?? [[], []];
      assert.ok(yes.length > 0 && no.length > 0, `The test lacks states of ${rtype}.`);
      const decide = (members: object): boolean | undefined => {
        const resource = { id: '0c1d2e3f-4a5b-4c6d-8e7f-a0b1c2d3e4f5', type: rtype, ...members };
        const value = getPlainValue(resource);
        return evaluateYesNoCondition({ comparison: 'true' }, value);
      };
      for (const members of yes) assert.equal(decide(members), true, JSON.stringify(members));
      for (const members of no) assert.equal(decide(members), false, JSON.stringify(members));
    });
  }
});
