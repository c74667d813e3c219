import assert from 'node:assert/strict';
import {
  getComparedValueType,
  getUsualThreshold,
  listComparisons,
  chooseThresholdForType,
} from '../../src/editor/inputs/compared-value-type';
import {
  getResourceDefinition,
  readingTypes,
  resourceTypes,
  getPlainValue,
} from '../../src/resources/table';
import type { KnownResourceType } from '../../src/resources/table';
import { groupResourceTypes } from '../../src/editor/inputs/type-groups';
import { createReportMembers } from '../../src/resources/sensor-report';
import { evaluateYesNoCondition } from '../../src/runtime/nodes/yes-no-condition';

const describeType = (rtype: Parameters<typeof getResourceDefinition>[0]) =>
  getComparedValueType(rtype, getResourceDefinition(rtype).unit);

describe('What yes means in a dialog', () => {
  it('is for a number a comparison, with a number that is usual for its unit', () => {
    for (const [rtype, usual] of [
      ['device_power', '20'],
      ['light_level', '40'],
      ['temperature', '18'],
    ] as const) {
      assert.deepEqual(listComparisons(describeType(rtype)), [
        'below',
        'above',
        'equals',
        'notEquals',
      ]);
      assert.equal(getUsualThreshold(describeType(rtype)), usual);
    }
  });

  it('is for what is true or false nothing but its word', () => {
    assert.deepEqual(describeType('contact'), { kind: 'yesNo', word: 'open' });
    assert.deepEqual(listComparisons(describeType('motion')), ['true']);
    assert.equal(getUsualThreshold(describeType('motion')), undefined);
  });

  it('is known of every sensor', () => {
    const unknown = readingTypes.filter((rtype) => describeType(rtype).kind === 'any');
    assert.deepEqual(unknown, []);
  });

  it('may be any comparison for what may be anything', () => {
    assert.equal(listComparisons(getComparedValueType('', undefined)).length, 5);
  });

  it('keeps the number that somebody wrote when another kind is chosen, and no usual one', () => {
    const battery = describeType('device_power');
    const temperature = describeType('temperature');
    const motion = describeType('motion');
    assert.equal(chooseThresholdForType('', motion, battery), '20');
    assert.equal(chooseThresholdForType('20', battery, temperature), '18');
    assert.equal(chooseThresholdForType('35', battery, temperature), '35');
    assert.equal(chooseThresholdForType('18', temperature, motion), '');
  });
});

describe('The groups of resource types', () => {
  it('hold every type once, those that people use first', () => {
    const groups = groupResourceTypes(
      resourceTypes.map((rtype) => ({ ...getResourceDefinition(rtype), rtype })),
    );
    const all = groups.flatMap(({ rtypes }) => rtypes);
    assert.deepEqual(all.toSorted(), [...resourceTypes].toSorted());
    assert.deepEqual(
      groups.map(({ group }) => group),
      [
        'lights',
        'presence',
        'climate',
        'devices',
        'switches',
        'scenes',
        'rooms',
        'automation',
        'network',
        'others',
      ],
    );
    const typesOf = (name: string): readonly string[] =>
      groups.find(({ group }) => group === name)?.rtypes ?? [];
    assert.deepEqual(typesOf('climate').slice(0, 2), ['light_level', 'temperature']);
    assert.deepEqual(typesOf('others'), ['auth_v1', 'clip', 'entertainment', 'public_image']);
  });

  it('are those alone that have a type which is offered; what is in no other is with the others', () => {
    const offered = ['warp_drive', 'contact', 'motion'].map((rtype) => ({ rtype }));
    assert.deepEqual(groupResourceTypes(offered), [
      { group: 'presence', rtypes: ['motion', 'contact'] },
      { group: 'others', rtypes: ['warp_drive'] },
    ]);
  });

  it('take whatever has a reading to the climate, behind what people use more', () => {
    const offered = [{ rtype: 'air_quality', reading: 'pm25' }, { rtype: 'temperature' }];
    assert.deepEqual(groupResourceTypes(offered), [
      { group: 'climate', rtypes: ['temperature', 'air_quality'] },
    ]);
  });
});

const createMotion = (isMotion: boolean): object =>
  createReportMembers({ group: 'motion', name: 'motion' }, isMotion, '2026-11-20T10:00:00.000Z');

const enabled = [[{ enabled: true }], [{ enabled: false }]] as const;

const on = [[{ on: { on: true } }], [{ on: { on: false } }]] as const;

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
  const motion = [[createMotion(true)], [createMotion(false)]] as const;

  /** What a bridge reports of a resource that is what the dialog says, and of one that is not. */
  const states: Readonly<Record<string, readonly [yes: readonly object[], no: readonly object[]]>> =
    {
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
