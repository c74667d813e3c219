import assert from 'node:assert/strict';
import { Home } from '../../src/backup/home';
import { matchHomes } from '../../src/backup/match';
import type { HomeMatch } from '../../src/backup/match';
import { replaceIds } from '../../src/backup/replace-ids';
import { isMadeType } from '../../src/backup/writable';
import { getTextMember, isObject } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { createFixtureId } from '../../src/simulator/fixtures/fixture';
import { createFixtureHome } from '../../src/simulator/fixtures/home';
import { giveNewIds } from '../../src/simulator/new-ids';

const home = createFixtureHome('02aabbfffe010203');
const newId = (id: string): string => createFixtureId(`new/${id}`);
const deviceOf = (key: string): string => createFixtureId(`device/${key}`);

const matchOf = (match: HomeMatch, key: string): HomeMatch['devices'][number] => {
  const found = match.devices.find(({ device }) => device.id === deviceOf(key));
  assert.ok(found);
  return found;
};

const withoutAddress = (resources: readonly Resource[], owner: string): Resource[] =>
  resources.map((resource) =>
    getTextMember(resource, 'owner', 'rid') === owner
      ? { ...resource, mac_address: undefined }
      : resource,
  );

describe('The match of a backup with a bridge', () => {
  it('finds all by id on the bridge from which it came', () => {
    const { ids, devices } = matchHomes(new Home(home), new Home(home));
    for (const [old, found] of ids) assert.equal(found, old);
    assert.ok(devices.every(({ by }) => by === 'id'));
  });

  it('finds devices and their services by MAC address under new ids', () => {
    const match = matchHomes(new Home(home), new Home(giveNewIds(home, 'gone')));
    assert.equal(matchOf(match, 'sofa-left').by, 'mac');
    assert.equal(matchOf(match, 'bridge').by, 'bridge');
    for (const { id, type, owner } of home)
      if (getTextMember(owner, 'rtype') === 'device' && !isMadeType(type))
        assert.equal(match.ids.get(id), newId(id), type);
  });

  it('finds rooms, zones, scenes and automations by name, once they are there', () => {
    const match = matchHomes(new Home(home), new Home(giveNewIds(home, 'kept')));
    for (const { id, type } of home)
      if (
        ['room', 'zone', 'scene', 'smart_scene', 'behavior_instance', 'grouped_light'].includes(
          type,
        )
      )
        assert.equal(match.ids.get(id), newId(id), type);
  });

  it('finds a device without address by model, name and room', () => {
    const old = deviceOf('sofa-left');
    const bridge = withoutAddress(giveNewIds(home, 'kept'), newId(old));
    const match = matchHomes(new Home(withoutAddress(home, old)), new Home(bridge));
    assert.equal(matchOf(match, 'sofa-left').by, 'place');
    assert.equal(match.ids.get(old), newId(old));
  });

  it('lists the candidates of an uncertain device, and takes what a person chose', () => {
    const [left, right] = [deviceOf('sofa-left'), deviceOf('sofa-right')];
    const strip = (resources: readonly Resource[]): Resource[] =>
      [left, right, newId(left), newId(right)].reduce(withoutAddress, [...resources]);
    const [file, bridge] = [new Home(strip(home)), new Home(strip(giveNewIds(home, 'gone')))];
    const uncertain = matchOf(matchHomes(file, bridge), 'sofa-left');
    assert.equal(uncertain.by, 'none');
    assert.deepEqual(
      uncertain.candidates.map(({ id }) => id).toSorted(),
      [newId(left), newId(right)].toSorted(),
    );
    const chosen = matchHomes(file, bridge, { [left]: newId(right), [right]: null });
    assert.equal(matchOf(chosen, 'sofa-left').by, 'choice');
    assert.equal(chosen.ids.get(left), newId(right));
    assert.equal(matchOf(chosen, 'sofa-right').by, 'left-out');
    assert.equal(chosen.ids.has(right), false);
  });

  it('keeps scenes of one name in one room apart by what they show', () => {
    const [bright, relax] = ['bright', 'relax'].map((key) =>
      createFixtureId(`scene/kitchen/${key}`),
    );
    const sameNames = home.map((resource) =>
      resource.id === bright || resource.id === relax
        ? { ...resource, metadata: { name: 'Twin' } }
        : resource,
    );
    const bridge = giveNewIds(sameNames, 'kept').toReversed();
    const { ids } = matchHomes(new Home(sameNames), new Home(bridge));
    assert.equal(ids.get(String(bright)), newId(String(bright)));
    assert.equal(ids.get(String(relax)), newId(String(relax)));
  });

  it('matches 5,000 resources within a second', () => {
    const many = Array.from({ length: 16 }, (_, copy) => {
      const ids = new Map(home.map(({ id }) => [id, createFixtureId(`${copy}/${id}`)]));
      return home.map((resource): Resource => {
        const { id, type } = resource;
        const copied = replaceIds(resource, ids);
        return { ...(isObject(copied) ? copied : {}), id: ids.get(id) ?? id, type };
      });
    }).flat();
    const before = performance.now();
    matchHomes(new Home(many), new Home(many));
    assert.ok(many.length > 5_000, `${many.length}`);
    assert.ok(performance.now() - before < 1_000);
  });
});
