import assert from 'node:assert/strict';
import { createBackup } from '../../src/backup/backup';
import { planRestore } from '../../src/backup/plan';
import type { PlanItem, RestorePlan } from '../../src/backup/plan';
import { formatBackupText } from '../../src/backup/texts';
import { isMadeType, madeTypes } from '../../src/backup/writable';
import { getListMember, getTextMember } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { createFixtureId } from '../../src/simulator/fixtures/fixture';
import { createFixtureHome } from '../../src/simulator/fixtures/home';
import { giveNewIds } from '../../src/simulator/new-ids';

const home = createFixtureHome('02aabbfffe010203');
const backup = createBackup(home);
const relax = createFixtureId('scene/kitchen/relax');
const kitchen = createFixtureId('room/kitchen');

const withAction = (plan: RestorePlan, action: PlanItem['action']): readonly PlanItem[] =>
  plan.items.filter((item) => item.action === action);

const itemOf = ({ items }: RestorePlan, id: string): PlanItem => {
  const item = items.find((one) => one.id === id);
  assert.ok(item);
  return item;
};

const whyOf = ({ why }: PlanItem): string => (why === undefined ? '' : formatBackupText(why));

const change = (id: string, members: object): Resource[] =>
  home.map((resource) => (resource.id === id ? { ...resource, ...members } : resource));

describe('The plan of a restore', () => {
  it('changes nothing on the bridge from which the backup came', () => {
    const plan = planRestore(backup, home);
    assert.deepEqual(
      plan.items.filter(({ action }) => action !== 'same'),
      [],
    );
  });

  it('creates a scene that was deleted, and only this, also from ticked parts', () => {
    const without = home.filter(({ id }) => id !== relax);
    const plan = planRestore(backup, without);
    const [item, another] = withAction(plan, 'create');
    assert.equal(another, undefined);
    assert.deepEqual([item?.type, item?.name, item?.group], ['scene', 'Relax', 'Kitchen']);
    assert.deepEqual(
      planRestore(backup, without, { parts: [relax] }).items.map(({ id }) => id),
      [relax],
    );
  });

  it('names the member that changed, with both values', () => {
    const renamed = change(kitchen, { metadata: { name: 'Cuisine', archetype: 'kitchen' } });
    const [item] = withAction(planRestore(backup, renamed), 'change');
    assert.deepEqual(item?.changes, [{ member: 'metadata.name', from: 'Cuisine', to: 'Kitchen' }]);
  });

  it('brings settings of sensors and lamps back', () => {
    const motion = createFixtureId('motion/kitchen-motion');
    const disabled = change(motion, {
      enabled: false,
      sensitivity: { status: 'set', sensitivity: 0, sensitivity_max: 4 },
    });
    const [item] = withAction(planRestore(backup, disabled), 'change');
    assert.deepEqual(
      item?.changes.map(({ member }) => member),
      ['enabled', 'sensitivity.sensitivity'],
    );
    assert.equal(item?.group, 'Kitchen');
  });

  it('takes values that the bridge rounded as the same', () => {
    const rounded = home.map((resource) =>
      resource.type === 'scene' ? { ...resource, speed: 0.503 } : resource,
    );
    assert.deepEqual(withAction(planRestore(backup, rounded), 'change'), []);
  });

  it('makes everything anew on a bridge after a reset, in the order of the references', () => {
    const plan = planRestore(backup, giveNewIds(home, 'gone'));
    const created = withAction(plan, 'create');
    const madeCount = home.filter(({ type }) => isMadeType(type)).length;
    assert.equal(created.length, madeCount);
    const places = created.map(({ type }) => madeTypes.findIndex((made) => made === type));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
    assert.deepEqual(withAction(plan, 'cannot'), []);
  });

  it('says of each thing that cannot be brought back why', () => {
    const bare = giveNewIds(home, 'gone').filter(
      ({ type }) => !['geofence_client', 'geolocation', 'matter_fabric', 'homekit'].includes(type),
    );
    const reasons = withAction(planRestore(backup, bare), 'cannot').map(whyOf);
    assert.ok(reasons.some((reason) => reason.includes('phone')));
    assert.ok(reasons.some((reason) => reason.includes('location')));
  });

  it('leaves out a lamp that is gone, and says where', () => {
    const lamp = createFixtureId('device/kitchen-spot-1');
    const without = giveNewIds(home, 'gone').filter(
      ({ id, owner }) =>
        ![id, getTextMember(owner, 'rid')].includes(createFixtureId(`new/${lamp}`)),
    );
    const plan = planRestore(backup, without);
    assert.match(whyOf(itemOf(plan, lamp)), /pair it/);
    assert.match(itemOf(plan, relax).notes.map(formatBackupText).join(), /Without Kitchen spot 1/);
    assert.equal(itemOf(plan, relax).action, 'create');
  });

  it('says that a smart scene needs a scene that is not ticked', () => {
    const smart = createFixtureId('smart_scene/kitchen');
    const bridge = giveNewIds(home, 'kept').filter(
      ({ id }) => ![relax, smart].map((old) => createFixtureId(`new/${old}`)).includes(id),
    );
    const [item] = planRestore(backup, bridge, { parts: [smart] }).items;
    assert.equal(item?.action, 'cannot');
    assert.match(
      whyOf(itemOf(planRestore(backup, bridge, { parts: [smart] }), smart)),
      /needs Relax/,
    );
    assert.deepEqual(
      withAction(planRestore(backup, bridge), 'create').map(({ id }) => id),
      [relax, smart],
    );
  });

  it('says what else named a scene that is brought back alone', () => {
    const plan = planRestore(
      backup,
      home.filter(({ id }) => id !== relax),
      { parts: [relax] },
    );
    assert.match(itemOf(plan, relax).notes.map(formatBackupText).join(), /Kitchen day named it/);
  });

  it('leaves out of a scene what another lamp in the place of a lamp does not have', () => {
    const [color, white] = ['device/counter-strip', 'device/kitchen-spot-1'].map(createFixtureId);
    const bridge = giveNewIds(home, 'gone');
    const choices = {
      [color ?? '']: createFixtureId(`new/${white}`),
      [white ?? '']: createFixtureId(`new/${color}`),
    };
    const sunset = createFixtureId('scene/kitchen/sunset');
    const item = itemOf(planRestore(backup, bridge, { choices }), sunset);
    assert.equal(item.action, 'create');
    assert.match(item.notes.map(formatBackupText).join(), /Without color, which/);
  });

  it('says which room a lamp leaves, since it is in one room only', () => {
    const bathroom = createFixtureId('room/bathroom');
    const spot = { rid: createFixtureId('device/kitchen-spot-1'), rtype: 'device' };
    const moved = home.map((resource): Resource => {
      const children = getListMember(resource, 'children');
      if (resource.id === bathroom) return { ...resource, children: [...children, spot] };
      if (resource.id !== kitchen) return resource;
      return {
        ...resource,
        children: children.filter((child) => getTextMember(child, 'rid') !== spot.rid),
      };
    });
    const plan = planRestore(backup, moved, { parts: [kitchen] });
    assert.match(
      itemOf(plan, kitchen).notes.map(formatBackupText).join(),
      /Kitchen spot 1: out of the room Bathroom/,
    );
  });

  it('keeps in a room what came to it after the backup', () => {
    const newcomer = { rid: createFixtureId('device/newcomer'), rtype: 'device' };
    const present = home.map((resource) =>
      resource.id === kitchen
        ? { ...resource, children: [...getListMember(resource, 'children'), newcomer] }
        : resource,
    );
    assert.equal(itemOf(planRestore(backup, present), kitchen).action, 'same');
  });

  it('deletes only what it is asked to', () => {
    const extra = createFixtureId('scene/extra');
    const more = [
      ...home,
      ...home.filter(({ id }) => id === relax).map((scene) => ({ ...scene, id: extra })),
    ];
    assert.deepEqual(withAction(planRestore(backup, more), 'delete'), []);
    const deletions = withAction(planRestore(backup, more, { deletions: true }), 'delete');
    assert.deepEqual(
      deletions.map(({ id }) => id),
      [extra],
    );
  });

  it('says of a backup of another home that it is one', () => {
    const other = giveNewIds(home, 'gone').map((resource) => ({
      ...resource,
      mac_address: undefined,
      source_id: undefined,
    }));
    const plan = planRestore(backup, other);
    assert.match(plan.warnings.map(formatBackupText).join(), /another home/);
    assert.deepEqual(
      withAction(plan, 'create').filter(({ type }) => type === 'room'),
      [],
    );
  });

  it('names ids that neither the backup nor the bridge has', () => {
    const [part, chosen] = ['part', 'chosen'].map(createFixtureId);
    const { warnings } = planRestore(backup, home, {
      parts: [part ?? ''],
      choices: { [createFixtureId('device/stairs')]: chosen ?? '' },
    });
    assert.deepEqual(warnings.map(formatBackupText), [
      `The backup has nothing with the id ${part}.`,
      `The bridge has no device with the id ${chosen}.`,
    ]);
  });

  it('says before that the bridge may not hold so many scenes', () => {
    const scenes = Array.from({ length: 201 }, (_, index): Resource => ({
      id: createFixtureId(`many/${index}`),
      type: 'scene',
      metadata: { name: `Scene ${index}` },
      group: { rid: kitchen, rtype: 'room' },
      actions: [],
    }));
    const { warnings } = planRestore({ ...backup, resources: [...home, ...scenes] }, home);
    assert.match(
      warnings.map(formatBackupText).join(),
      /scenes; a bridge of this model holds about 200/,
    );
  });

  it('creates a room of a kind that only newer bridges know as one of another kind, and leaves it so', () => {
    const metadata = { name: 'Kitchen', archetype: 'wine_cellar' };
    const newer = createBackup(change(kitchen, { metadata }));
    const item = itemOf(planRestore(newer, giveNewIds(home, 'gone')), kitchen);
    assert.equal(item.action, 'create');
    assert.match(item.notes.map(formatBackupText).join(), /does not know wine_cellar/);
    assert.equal(itemOf(planRestore(newer, home), kitchen).action, 'same');
    assert.equal(itemOf(planRestore(newer, change(kitchen, { metadata })), kitchen).action, 'same');
  });

  it('refuses what the bridge would refuse, with the member', () => {
    const long = backup.resources.map((resource) =>
      resource.id === relax ? { ...resource, metadata: { name: 'x'.repeat(40) } } : resource,
    );
    const item = itemOf(planRestore({ ...backup, resources: long }, home), relax);
    assert.equal(item.action, 'cannot');
    assert.match(whyOf(item), /metadata\.name.*32/);
  });
});
