import assert from 'node:assert/strict';
import { StandIns } from '../../../src/runtime/home/home-diagnostics';
import { isObject } from '../../../src/resources/members';
import type { Resource } from '../../../src/resources/resource';
import { createFixtureHome } from '../../../src/simulator/fixtures';

const bridgeId = '001788fffe0a1b2c';

/** All texts in a value that tell something about a home. */
function listSecrets(value: unknown, member = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => listSecrets(entry, member));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, entry]) => listSecrets(entry, name));
  if (typeof value !== 'string') return [];
  const isSecret =
    ['id', 'rid', 'name', 'label', 'mac_address', 'extended_pan_id', 'source_id'].includes(
      member,
    ) || /^[0-9a-f-]{36}$|^[0-9a-f]{16}$/.test(value);
  return isSecret && value.length > 2 ? [value] : [];
}

describe('Stand-ins for what tells who lives in a home', () => {
  const home = createFixtureHome(bridgeId);
  const replaced = new StandIns(home).replaceIn(home);
  const text = JSON.stringify(replaced);

  it('leave no name, id, address or serial number of the home in the text', () => {
    const secrets = new Set(listSecrets(home));
    assert.ok(secrets.size > 300, `${secrets.size}`);
    assert.deepEqual(
      [...secrets].filter((secret) => text.includes(secret)),
      [],
    );
    assert.ok(!text.includes('Europe/') && !/"latitude":-?[1-9]/.test(text));
  });

  it('keep the shape of each text, and everything that is no secret', () => {
    const resources: unknown = replaced;
    assert.ok(Array.isArray(resources));
    assert.equal(resources.length, home.length);
    for (const [index, resource] of resources.entries()) {
      const original = home[index];
      assert.ok(isObject(resource));
      assert.equal(resource['type'], original?.type);
      assert.match(String(resource['id']), /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/);
      assert.deepEqual(resource['on'], original?.['on']);
      assert.deepEqual(resource['dimming'], original?.['dimming']);
    }
    const standIns = new StandIns([]);
    assert.match(
      String(standIns.replaceIn('00:17:88:01:0a:0b:0c:0d')),
      /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}$/,
    );
    assert.match(String(standIns.replaceIn(bridgeId)), /^[0-9a-f]{16}$/);
    assert.equal(standIns.replaceIn('10.1.2.3:8443'), '192.0.2.1:8443');
  });

  it('are the same for the same text, so that references lead to the same resource', () => {
    const resources: unknown = replaced;
    assert.ok(Array.isArray(resources));
    const ids = new Set(
      resources.map((resource: unknown) => (isObject(resource) ? resource['id'] : '')),
    );
    assert.equal(ids.size, home.length);
    for (const resource of resources) {
      const owner: unknown = isObject(resource) ? resource['owner'] : undefined;
      if (isObject(owner)) assert.ok(ids.has(owner['rid']), JSON.stringify(resource));
    }
    const standIns = new StandIns(home);
    const [first] = home;
    const path = standIns.replaceInPath(`/clip/v2/resource/light/${first?.id}`);
    assert.equal(path.split('/').at(-1), standIns.replaceIn(first?.id));
  });

  it('keep the type of a resource of which something has the name, such as a lamp "light"', () => {
    const lamp = { type: 'light', metadata: { name: 'light' }, owner: { rtype: 'light' } };
    const replacedLamp = new StandIns([lamp]).replaceIn(lamp);
    assert.deepEqual(replacedLamp, { ...lamp, metadata: { name: 'Name 1' } });
  });

  it('replace the time of the sunset by another one', () => {
    const location = { type: 'geolocation', sun_today: { sunset_time: '20:14:00' } };
    const { sun_today } = { ...location, sun_today: { sunset_time: '18:00:00' } };
    assert.deepEqual(new StandIns([]).replaceIn(location), { ...location, sun_today });
  });

  it('replace texts and members that no bridge has, such as a name in place of a status', () => {
    const hostile: Resource[] = [
      {
        id: '11111111-2222-4333-8444-555555555555',
        type: 'light',
        metadata: { name: 'Annas room' },
        status: 'Annas room',
        product_data: { product_name: 'Lamp of Annas room', model_id: '0017880108aabbcc' },
        note: 'call 555-0100',
        id_v1: 'of Anna',
        '001788fffe0a1b2c': { state: '192.168.7.9' },
        matter: { setup_code: 20202021, address: 'fe80::abcd:4712' },
        mirror: { code: 4711, text: '<b>Anna</b>' },
      },
    ];
    const result = JSON.stringify(new StandIns(hostile).replaceIn(hostile));
    for (const secret of [
      'Anna',
      '0017880108aabbcc',
      '555-0100',
      bridgeId,
      '192.168.7.9',
      '4711',
      '4712',
      '20202021',
    ])
      assert.ok(!result.includes(secret), `${secret} in ${result}`);
  });
});
