import assert from 'node:assert/strict';
import { BridgeClient } from '../../../src/bridge';
import type { Light } from '../../../src/bridge';
import { getNestedMember } from '../../../src/resources/members';
import { startSimulator } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { waitForConnection } from '../support/wait-for-connection';

describe('A program and its home', () => {
  let simulator: Simulator;
  let bridge: BridgeClient;
  let lamp: { id: string; path: string };

  beforeEach(async () => {
    simulator = await startSimulator({ port: 0, events: { batch: 0 } });
    const { host, port, key, fingerprint } = simulator;
    bridge = new BridgeClient({ host, port, key, trust: { fingerprint } });
    await bridge.stateCache.refresh();
    const colorLamp = bridge.stateCache.byType('light').find(({ color }) => color !== undefined);
    const id = colorLamp?.id ?? '';
    const room = bridge.stateCache.room(id)?.id ?? '';
    lamp = { id, path: `${bridge.stateCache.name(room)}/${bridge.stateCache.name(id)}` };
  });
  afterEach(async () => {
    await bridge.close();
    await simulator.stop();
  });

  const stateOf = (rid: string, ...path: readonly string[]): unknown =>
    getNestedMember(simulator.home.get(rid), ...path);
  /** Lamps have steps: in whole percent. */
  const brightness = (): number => Math.round(Number(stateOf(lamp.id, 'dimming', 'brightness')));
  const countReads = (): number => simulator.requests.length;

  it('finds a lamp by room and name, in any case, and by id', async () => {
    for (const nameOrId of [lamp.path, lamp.path.toUpperCase(), lamp.id]) {
      const found: Light = await bridge.find('light', nameOrId);
      assert.equal(found.id, lamp.id);
    }
  });

  it('finds what the list of everything lacks, by the names of what it belongs to', async () => {
    const [candidate] = simulator.home.byType('motion_area_candidate');
    const [image] = simulator.home.byType('public_image');
    const [scene] = simulator.home.byType('scene');
    assert.ok(candidate !== undefined && image !== undefined && scene !== undefined);
    simulator.home.change(scene.id, { metadata: { image: { rid: image.id, rtype: image.type } } });
    await bridge.stateCache.refresh();
    assert.equal(bridge.stateCache.get(image.id), undefined);
    assert.deepEqual(await bridge.find('public_image', image.id), image);
    const room = bridge.stateCache.name(String(getNestedMember(scene, 'group', 'rid')));
    const sceneName = bridge.stateCache.name(scene.id);
    assert.deepEqual(await bridge.find('public_image', `${room}/${sceneName}`), image);
    const device = bridge.stateCache.name(String(getNestedMember(candidate, 'owner', 'rid'))) ?? '';
    assert.deepEqual(await bridge.find('motion_area_candidate', device), candidate);
  });

  it('finds the service of a room by the name of the room', async () => {
    const [room] = bridge.stateCache.byType('room');
    const group = await bridge.find('grouped_light', room?.metadata?.name ?? '');
    assert.equal(group.owner?.rid, room?.id);
  });

  it('reads the bridge again before it says that there is no such name', async () => {
    const before = countReads();
    await assert.rejects(bridge.find('light', `${lamp.path}x`), {
      code: 'ERR_BRIDGE_UNKNOWN_TARGET',
      message: new RegExp(`name: expected the id or name of a light.*Did you mean`),
    });
    assert.equal(countReads(), before + 1);
    const unknownId = '00000000-0000-4000-8000-000000000000';
    await assert.rejects(bridge.find('light', unknownId), { code: 'ERR_BRIDGE_UNKNOWN_TARGET' });
    const { stateCache } = bridge;
    simulator.home.change(stateCache.byType('room')[0]?.id ?? '', {
      metadata: { name: 'Renamed' },
    });
    assert.equal((await bridge.find('room', 'Renamed')).metadata?.name, 'Renamed');
  });

  it('says of a type that the home has nothing of, that there is no such name', async () => {
    for (const { id } of simulator.home.byType('zone')) simulator.home.remove(id);
    await bridge.stateCache.refresh();
    await assert.rejects(bridge.find('zone', 'Garden'), {
      code: 'ERR_BRIDGE_UNKNOWN_TARGET',
      message: /name: expected the id or name of a zone/,
    });
  });

  it('refuses what is no name, and types that do not exist', async () => {
    // A program in plain JavaScript may pass anything.
    const untyped: { find(rtype: unknown, nameOrId: unknown): Promise<unknown> } = bridge;
    await assert.rejects(untyped.find('light', 5), { code: 'ERR_BRIDGE_INVALID_COMMAND' });
    await assert.rejects(untyped.find('Lamp!', 'x'), { code: 'ERR_BRIDGE_INVALID_COMMAND' });
    await assert.rejects(untyped.find('lights', 'x'), {
      code: 'ERR_BRIDGE_UNKNOWN_TARGET',
      message: /^rtype: expected a resource type that the bridge has, .* Did you mean light\?$/,
    });
  });

  it('sets brightness, colour, white and transition in the units of people', async () => {
    const found = await bridge.find('light', lamp.id);
    const color = { on: true, brightness: 50, color: '#ff8800', transition: '400ms' };
    const { data, warnings } = await bridge.setLight(found, color);
    assert.deepEqual(data, { rid: lamp.id, rtype: 'light' });
    assert.deepEqual(warnings, []);
    assert.equal(stateOf(lamp.id, 'on', 'on'), true);
    assert.equal(brightness(), 50);
    assert.ok(Number(stateOf(lamp.id, 'color', 'xy', 'x')) > 0.5);
    const sent = simulator.requests.at(-1);
    assert.match(JSON.stringify(sent), /400/);
    await bridge.setLight(found, { kelvin: 2700 });
    assert.equal(stateOf(lamp.id, 'color_temperature', 'mirek'), 370);
    await bridge.setLight(found, { on: false });
    assert.equal(stateOf(lamp.id, 'on', 'on'), false);
  });

  it('sets the lamps of a room as one', async () => {
    const room = lamp.path.split('/')[0] ?? '';
    await bridge.setLight(await bridge.find('grouped_light', room), { brightness: 20 });
    assert.equal(brightness(), 20);
  });

  it('says of a lamp and of the lamps of a room that they cannot show a colour', async () => {
    const command = { color: { x: 0.05, y: 0.9 } };
    const room = await bridge.find('grouped_light', lamp.path.split('/')[0] ?? '');
    const ofRoom = await bridge.setLight(room, command);
    assert.match(ofRoom.warnings.join(' '), /^command\.color: no lamp of this group/);
    const ofLamp = await bridge.setLight(await bridge.find('light', lamp.id), command);
    assert.match(ofLamp.warnings.join(' '), /^command\.color: this lamp cannot show that colour/);
  });

  it('says what a lamp cannot do, and refuses what nobody can', async () => {
    const found = await bridge.find('light', lamp.id);
    const { warnings } = await bridge.setLight(found, { kelvin: 20_000 });
    assert.match(warnings.join(' '), /^command\.kelvin: 20000 became \d+, the coldest white/);
    const before = countReads();
    await assert.rejects(bridge.setLight(found, { brightness: 101 }), {
      code: 'ERR_BRIDGE_INVALID_COMMAND',
      message: /^command\.brightness: expected a number from 0 to 100, got 101/,
    });
    const [room] = bridge.stateCache.byType('room');
    assert.ok(room !== undefined);
    await assert.rejects(bridge.setLight(room, { on: true }), {
      code: 'ERR_BRIDGE_INVALID_COMMAND',
      message: /light\.type: expected light or grouped_light, got "room"/,
    });
    assert.equal(countReads(), before);
  });

  it('iterates over changes until the client is closed', async () => {
    const changes = bridge.changes('light', { rids: [lamp.id] });
    await waitForConnection(bridge, ({ mode }) => mode === 'stream');
    simulator.home.change(lamp.id, { dimming: { brightness: 12 } });
    for await (const { resource, changed } of changes) {
      assert.equal(resource.dimming?.brightness, 12);
      assert.ok(changed.includes('dimming.brightness'));
      await bridge.close();
    }
    assert.throws(() => bridge.changes('light'), { code: 'ERR_BRIDGE_CLOSED' });
  });
});
