import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { BridgeClient } from '../../src/bridge';
import type { Light } from '../../src/bridge';
import { defaultLimits } from '../../src/bridge/limits';
import { waitForConnection } from './support/wait-for-connection';
import {
  lampId,
  otherLampId,
  scriptedKey,
  startScriptedBridge,
} from '../support/network/scripted-bridge';
import { listenOnLoopback } from '../support/network/sockets';
import type { ScriptedBridge } from '../support/network/scripted-bridge';
import { waitUntil } from '../support/wait-until';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { getPlainValue } from '../../src/resources/table';
import type { Resource } from '../../src/resources/resource';
import { lacksAbility, lampAbilities } from '../../src/vocabulary/light/abilities';
import { AddedMembers } from '../../src/bridge/client';
import type { FindWriteAddition, RequestedWrite, WriteListener } from '../../src/bridge/watch';
import type { RequestBody } from '../../src/bridge/request';
import { getNestedMember } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import { makeRid, serializeRequestBody } from './support/queue-harness';

const on = { on: { on: true } };

const closed = { code: 'ERR_BRIDGE_CLOSED' };

/** Sockets and timers that keep this process alive at present. */
const listHandles = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((name) => name === 'TCPSocketWrap' || name === 'TLSWrap' || name === 'Timeout');

const listTimers = (): string[] => listHandles().filter((name) => name === 'Timeout');

/** Handles before a test begins; mocha sets its own timer once a test runs. */
const baseline = async (list: () => string[]): Promise<string[]> => {
  await setImmediate();
  return list();
};

/** Waits a few turns of the event loop, and checks that the same handles are open as before. */
async function assertHandles(before: readonly string[]): Promise<void> {
  for (let round = 0; round < 100 && listHandles().length > before.length; round += 1) {
    await setImmediate();
  }
  assert.deepEqual(listHandles(), before);
}

describe('Closing the client', () => {
  let bridge: ScriptedBridge;
  let client: BridgeClient;
  beforeEach(async () => {
    bridge = await startScriptedBridge();
    client = bridge.client({ limits: { closeTimeout: 200 } });
  });
  afterEach(() => bridge.stop());

  async function closeWithinLimit(): Promise<void> {
    const start = performance.now();
    await client.close();
    const took = performance.now() - start;
    assert.ok(took < defaultLimits.connectTimeout - 500, `${took} ms`);
  }

  it('leaves no sockets and no timers, and may be done twice', async () => {
    const before = await baseline(listHandles);
    await client.list('light');
    await Promise.all([client.close(), client.close()]);
    await bridge.stopListening();
    await assertHandles(before);
    await assert.rejects(client.list('light'), closed);
    assert.equal(client.connectionState.kind, 'closed');
  });

  it('before anything was asked is nothing special', async () => {
    await closeWithinLimit();
    await assert.rejects(client.update('light', lampId, on), closed);
    assert.equal(bridge.connections(), 0);
  });

  it('while connecting gives up, and nothing is sent', async () => {
    let bytes = 0;
    const socketEvents = new EventEmitter();
    const silent = createServer((socket) => {
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        socketEvents.emit('hello', socket);
      });
      socket.on('error', () => socket.destroy());
    });
    client = bridge.client({ port: await listenOnLoopback(silent) });
    const clientHello = once(socketEvents, 'hello');
    const refused = assert.rejects(client.list('light'), closed);
    await clientHello;
    const handshake = bytes;
    await closeWithinLimit();
    await refused;
    // It closes once the client has ended its connection, with all that came over it.
    silent.close();
    await once(silent, 'close');
    assert.equal(bytes, handshake);
  });

  it('while the certificate waits to be taken gives up, and nothing is sent', async () => {
    const promptEvents = new EventEmitter();
    client = bridge.client({
      trust: {
        async onFirstUse() {
          promptEvents.emit('shown');
          await once(promptEvents, 'never');
        },
      },
    });
    const certificateShown = once(promptEvents, 'shown');
    const refused = assert.rejects(client.list('light'), closed);
    await certificateShown;
    await closeWithinLimit();
    await refused;
    assert.equal(bridge.requests.length, 0);
  });

  it('lets an answer come that is about to', async () => {
    client = bridge.client({ limits: { closeTimeout: 60_000 } });
    const requestEvents = new EventEmitter();
    bridge.setScript((_seen, response) => {
      requestEvents.once('closing', () => response.end('{"errors":[],"data":[]}'));
      requestEvents.emit('request');
    });
    const request = once(requestEvents, 'request');
    const pending = client.list('light');
    await request;
    const closing = closeWithinLimit();
    requestEvents.emit('closing');
    await closing;
    assert.deepEqual((await pending).data, []);
  });

  it('gives up an answer that does not come, or stops half way', async () => {
    for (const half of [false, true]) {
      client = bridge.client({ limits: { closeTimeout: 100 } });
      bridge.setScript((_seen, response) => {
        if (half) response.write('{"errors":');
      });
      const before = bridge.requests.length;
      const refused = assert.rejects(client.list('light'), closed);
      await waitUntil('the request', () => bridge.requests.length > before);
      await closeWithinLimit();
      await refused;
    }
  });

  it('answers all that wait, and sends none of it', async () => {
    bridge.setScript(() => undefined);
    const pending = [lampId, otherLampId, lampId, lampId].map((rid) =>
      assert.rejects(client.update('light', rid, on), closed),
    );
    // The bridge may also be asked whether it is there.
    const countWrites = (): number =>
      bridge.requests.filter(({ method }) => method === 'PUT').length;
    await waitUntil('two writes', () => countWrites() === 2);
    await closeWithinLimit();
    await Promise.all(pending);
    await waitUntil('the end of all connections', () => bridge.openConnections() === 0);
    assert.equal(countWrites(), 2);
  });

  it('ends a read of the whole home that waits or is under way as closed', async () => {
    client = bridge.client({ limits: { closeTimeout: 100 } });
    bridge.setScript(() => undefined);
    const underWay = assert.rejects(client.stateCache.refresh(), closed);
    await waitUntil('the request', () => bridge.requests.length === 1);
    const waiting = [client.stateCache.refetch(), client.stateCache.refreshType('scene')];
    const refused = waiting.map((read) => assert.rejects(read, closed));
    await closeWithinLimit();
    await Promise.all([underWay, ...refused]);
  });

  it('answers a read that waits for a bridge that is away as closed', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server);
    server.close();
    await once(server, 'close');
    client = bridge.client({ port });
    await assert.rejects(client.list('light'), { code: 'ERR_BRIDGE_UNREACHABLE' });
    const waiting = assert.rejects(client.list('light'), closed);
    await closeWithinLimit();
    await waiting;
  });

  it('while the bridge asks for patience sends nothing afterwards', async () => {
    const before = await baseline(listTimers);
    bridge.setScript((_seen, response) => {
      response.writeHead(503, { 'retry-after': '600' });
      response.end();
    });
    const refused = assert.rejects(client.update('light', lampId, on), closed);
    await waitForConnection(client, ({ kind }) => kind === 'waiting');
    await closeWithinLimit();
    await refused;
    assert.deepEqual(listTimers(), before, 'no timer is left that could send anything');
    await waitUntil('the end of all connections', () => bridge.openConnections() === 0);
    assert.equal(bridge.requests.length, 1);
  });

  it('two hundred times over leaves nothing behind', async () => {
    const before = await baseline(listHandles);
    const { host, port, fingerprint } = bridge;
    for (let round = 0; round < 200; round += 1) {
      const shortLivedClient = new BridgeClient({
        host,
        port,
        key: scriptedKey,
        trust: { fingerprint },
        limits: { closeTimeout: 50 },
      });
      const pending = shortLivedClient.list('light').catch(() => undefined);
      if (round % 2 === 0) await pending;
      await shortLivedClient.close();
    }
    await bridge.stopListening();
    await assertHandles(before);
  });
});

describe('A type that the table does not list, such as one of a newer firmware', () => {
  const id = createFixtureId('warp_drive/one');

  let simulator: Simulator;
  let bridge: BridgeClient;

  beforeEach(async () => {
    simulator = await startSimulator({ port: 0, events: { batch: 0 } });
    simulator.home.add({ type: 'warp_drive', id, metadata: { name: 'Drive' }, warp: 1 });
    const { host, port, key, fingerprint } = simulator;
    bridge = new BridgeClient({ host, port, key, trust: { fingerprint } });
  });
  afterEach(async () => {
    await bridge.close();
    await simulator.stop();
  });

  const writes = (): unknown[] =>
    simulator.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body }) => [method, body]);

  it('is listed, read and found', async () => {
    const { data } = await bridge.list('warp_drive');
    assert.deepEqual(data, [simulator.home.get(id)]);
    assert.deepEqual((await bridge.get('warp_drive', id)).data, data[0]);
    assert.deepEqual(await bridge.find('warp_drive', 'Drive'), data[0]);
    assert.ok(bridge.stateCache.types().includes('warp_drive'));
  });

  it('is watched, over the event stream and without one', async () => {
    const changes = bridge.changes('warp_drive');
    await waitForConnection(bridge, ({ mode }) => mode === 'stream');
    simulator.home.change(id, { warp: 2 });
    for await (const { resource, changed } of changes) {
      assert.equal(resource['warp'], 2);
      assert.deepEqual(changed, ['warp']);
      break;
    }
    const { host, port, key, fingerprint } = simulator;
    const polling = new BridgeClient({
      host,
      port,
      key,
      trust: { fingerprint },
      events: 'never',
      limits: { minPollInterval: 50 },
    });
    const polled = polling.changes('warp_drive', { interval: 50 });
    await polling.stateCache.refresh();
    simulator.home.change(id, { warp: 3 });
    for await (const { resource } of polled) {
      assert.equal(resource['warp'], 3);
      break;
    }
    await polling.close();
  });

  it('is written only when unknown members are allowed', async () => {
    const code = 'ERR_BRIDGE_INVALID_COMMAND';
    const message = /warp_drive is a type that this package does not know/;
    await assert.rejects(bridge.update('warp_drive', id, { warp: 9 }), { code, message });
    await assert.rejects(bridge.create('warp_drive', { warp: 9 }), { code, message });
    await assert.rejects(bridge.remove('warp_drive', id), { code, message });
    assert.deepEqual(writes(), []);
    const options = { allowUnknownFields: true };
    await bridge.update('warp_drive', id, { warp: 9 }, options);
    const created = await bridge.create('warp_drive', { warp: 1 }, options);
    await bridge.remove('warp_drive', created.data.rid, options);
    assert.deepEqual(writes(), [
      ['PUT', '{"warp":9}'],
      ['POST', '{"warp":1}'],
      ['DELETE', ''],
    ]);
  });

  it('has every write sent as it is, since nobody knows what a repetition does', async () => {
    const options = { allowUnknownFields: true };
    await Promise.all([1, 2, 3].map((warp) => bridge.update('warp_drive', id, { warp }, options)));
    assert.equal(writes().length, 3);
  });

  it('is refused when its name could reach another path', async () => {
    for (const rtype of ['../config', 'light/x', 'Light', 'light?', '', 'x'.repeat(65), '%2e']) {
      await assert.rejects(bridge.list(rtype), { code: 'ERR_BRIDGE_INVALID_COMMAND' });
      assert.throws(() => bridge.watch({ rtype }), { code: 'ERR_BRIDGE_INVALID_COMMAND' });
    }
    assert.equal(simulator.requests.length, 0);
  });
});

const nullMembers = lampAbilities.flatMap(({ members }) => [...members]);

describe('A member that a bridge sends as null', () => {
  const id = createFixtureId('light/null-plug');

  const plug: Resource = {
    id,
    type: 'light',
    metadata: { name: 'Plug' },
    on: { on: true },
    ...Object.fromEntries(nullMembers.map((name) => [name, null])),
  };

  const withoutNull: Resource = { id, type: 'light', metadata: { name: 'Plug' }, on: { on: true } };

  let simulator: Simulator;
  let bridge: BridgeClient;
  beforeEach(async () => {
    simulator = await startSimulator({ port: 0, events: { batch: 0 } });
    simulator.home.add(plug);
    const { host, port, key, fingerprint } = simulator;
    bridge = new BridgeClient({ host, port, key, trust: { fingerprint } });
  });
  afterEach(async () => {
    await bridge.close();
    await simulator.stop();
  });

  it('is missing wherever the resource is read: the lamp lacks the ability', async () => {
    await bridge.stateCache.refresh();
    const known = bridge.stateCache.get(id);
    assert.deepEqual(known, withoutNull);
    for (const { name } of lampAbilities) assert.ok(lacksAbility(known, name), name);
    assert.deepEqual((await bridge.get('light', id)).data, withoutNull);
    const { data } = await bridge.list('light');
    assert.deepEqual(
      data.find((lamp) => lamp.id === id),
      withoutNull,
    );
  });

  it('is missing in an event, which leaves it as it was', async () => {
    const lamp = createFixtureId('light/living-ceiling');
    const changes = bridge.changes('light');
    await waitForConnection(bridge, ({ mode }) => mode === 'stream');
    const color = bridge.stateCache.get(lamp)?.['color'];
    assert.ok(color);
    simulator.home.change(lamp, { color: null, dimming: { brightness: 33.2 } });
    for await (const { resource, changed } of changes) {
      assert.deepEqual(changed, ['dimming.brightness']);
      assert.deepEqual(resource['color'], color);
      break;
    }
    await bridge.stateCache.refetch();
    assert.ok(lacksAbility(bridge.stateCache.get(lamp), 'color'));
  });

  it('stays null within another: a lamp that shows a colour has the mirek null', async () => {
    const sofa = createFixtureId('light/sofa-left');
    await bridge.stateCache.refresh();
    const white = bridge.stateCache.get(sofa, 'light')?.color_temperature;
    assert.deepEqual([white?.mirek, white?.mirek_valid], [null, false]);
  });

  it('is no reading', () => {
    for (const [type, members] of [
      ['temperature', { temperature: { temperature: null } }],
      ['motion', { motion: { motion: null, motion_report: null } }],
      ['device_power', { power_state: { battery_state: null, battery_level: null } }],
    ] as const)
      assert.equal(getPlainValue({ id, type, ...members }), undefined, type);
  });
});

const write = { rtype: 'light', rid: makeRid(1), members: { on: { on: true } } } as const;

const asked = serializeRequestBody(write.members);

describe('What listeners add to a change', () => {
  let answers: boolean[];
  beforeEach(() => (answers = []));
  const create = (...listeners: readonly WriteListener[]): AddedMembers =>
    new AddedMembers(new Set(listeners), write, {});
  const adding =
    (members: Members): FindWriteAddition =>
    () => ({ members, onAnswer: (isAccepted) => answers.push(isAccepted) });
  const addTo = (additions: AddedMembers): RequestBody =>
    additions.addTo(asked, (members) => serializeRequestBody(members));

  it('is nothing where no listener adds anything, so that the body stays the same', () => {
    assert.equal(addTo(create()), asked);
    assert.equal(addTo(create(() => undefined)), asked);
    assert.equal(addTo(create(() => () => undefined)), asked);
  });

  it('stands beside its members, which count', () => {
    const additions = create(
      () => adding({ dimming: { brightness: 5 }, on: { on: false } }),
      () => (members) => adding({ had: Object.keys(members) })(members),
    );
    assert.deepEqual(addTo(additions).members, {
      dimming: { brightness: 5 },
      had: ['on'],
      on: { on: true },
    });
  });

  const outcomes: readonly (readonly [string, () => Promise<readonly string[]>, boolean])[] = [
    ['taken', () => Promise.resolve([]), true],
    ['taken with a remark', () => Promise.resolve(['it was slow']), true],
    ['not taken by a lamp', () => Promise.resolve(['command may not have effect']), false],
    ['refused', () => Promise.reject(new Error('refused')), false],
  ];
  for (const [what, writing, isAccepted] of outcomes) {
    it(`learns whether it was taken: ${what}`, async () => {
      const additions = create(() => adding({ dimming: { brightness: 5 } }));
      addTo(additions);
      const result = { status: 200, data: undefined, merged: 1 };
      additions.reportAnswer(writing().then((warnings) => ({ ...result, warnings })));
      assert.deepEqual(answers, []);
      await setImmediate();
      assert.deepEqual(answers, [isAccepted]);
      assert.equal(addTo(additions), asked, 'nothing is added after the answer');
    });
  }

  it('depends on who asks for the change, and how', () => {
    const seen: RequestedWrite[] = [];
    const listener: WriteListener = (requested) => void seen.push(requested);
    const listeners = new Set([listener]);
    assert.ok(new AddedMembers(listeners, write, {}));
    assert.ok(new AddedMembers(listeners, write, { sender: 'node', isBackground: true }));
    assert.deepEqual(
      seen.map(({ sender, isBackground, turn }) => [sender, isBackground, turn]),
      [
        [undefined, false, undefined],
        ['node', true, undefined],
      ],
    );
    assert.deepEqual(seen[0], {
      ...write,
      sender: undefined,
      isBackground: false,
      turn: undefined,
    });
  });
});

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
