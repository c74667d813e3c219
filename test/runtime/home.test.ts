import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { HomeFrameWriter, LiveHome } from '../../src/runtime/home/home-feed';
import type { HomeFrameSource } from '../../src/runtime/home/home-feed';
import { waitUntil } from '../support/wait-until';
import type { HomeCommand, HomeFrame } from '../../src/runtime/home/home-item';
import { BridgeSession } from '../../src/runtime/bridge/session';
import { startSimulator } from '../../src/simulator';
import { Anonymizer } from '../../src/runtime/home/home-diagnostics';
import { isObject } from '../../src/resources/members';
import type { Resource } from '../../src/resources/resource';
import { createFixtureHome } from '../../src/simulator/fixtures/home';

/** An editor that reads only when the test lets it. */
class SlowOutput extends Writable {
  readonly written: string[] = [];
  #proceed: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 1, decodeStrings: false });
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.written.push(text);
    this.#proceed = done;
  }

  /** Reads what was written. */
  read(): void {
    const proceed = this.#proceed;
    this.#proceed = undefined;
    proceed?.();
  }
}

describe('A reader of a home', () => {
  let version = 0;
  const source: HomeFrameSource = {
    home: () => `home ${version}`,
    changes: (ids) => `changes ${ids.join()} ${version}`,
    connection: () => `connection ${version}`,
    health: () => undefined,
  };
  let output: SlowOutput;
  let reader: HomeFrameWriter;
  beforeEach(() => {
    version = 1;
    output = new SlowOutput();
    reader = new HomeFrameWriter(output, source);
  });
  afterEach(() => {
    reader.close();
    output.destroy();
  });
  const readAll = (): Promise<void> =>
    waitUntil('everything read', () => {
      output.read();
      return output.writableLength === 0;
    });

  it('that is slow gets the latest state once, however much it missed', async () => {
    for (version = 2; version <= 1_000; version += 1)
      reader.receive({ kind: 'changes', ids: ['a', 'b'], text: `old ${version}` });
    assert.ok(output.writableLength < 100, `${output.writableLength} characters wait`);
    await readAll();
    assert.deepEqual(output.written, ['data: home 1\n\n', 'data: changes a,b 1001\n\n']);
  });

  it('that missed a whole home gets no changes of before', async () => {
    reader.receive({ kind: 'changes', ids: ['a'], text: 'old' });
    reader.receive({ kind: 'home', text: 'old' });
    reader.receive({ kind: 'connection', text: 'old' });
    version = 2;
    await readAll();
    assert.deepEqual(output.written, ['data: home 1\n\n', 'data: home 2\n\n']);
  });

  it('that keeps up gets every frame as it is', async () => {
    await readAll();
    reader.receive({ kind: 'changes', ids: ['a'], text: 'one' });
    await readAll();
    reader.receive({ kind: 'connection', text: 'two' });
    await readAll();
    assert.deepEqual(output.written.slice(1), ['data: one\n\n', 'data: two\n\n']);
  });
});

describe('The items of a home', () => {
  it('are plain JSON, as all that the sidebar receives and sends', () => {
    const sent: readonly (HomeFrame | HomeCommand)[] = [
      { kind: 'changes', changed: [], removed: ['a'] },
      { rtype: 'light', id: 'a', command: { on: true } },
    ];
    assert.deepEqual(JSON.parse(JSON.stringify(sent)), sent);
  });
});

describe('A home that readers follow', () => {
  it('reports nothing after it was stopped, not even the state that it was reading', async () => {
    const simulator = await startSimulator();
    const { host, port, fingerprint, key } = simulator;
    const session = new BridgeSession(
      { settings: {} },
      { warn: (warning: unknown) => assert.fail(String(warning)) },
      {
        id: 'bridge',
        type: 'bridge-config',
        name: '',
        z: '',
        host,
        port: String(port),
        fingerprint,
      },
      { key },
    );
    try {
      const bridge = await session.open();
      const reloaded: string[] = [];
      const startHome = (name: string): LiveHome => {
        const home = new LiveHome(bridge, {
          onReloaded: () => reloaded.push(name),
          onChanged: () => undefined,
          onConnectionChanged: () => undefined,
        });
        home.start();
        return home;
      };
      const stopped = startHome('stopped');
      const followed = startHome('followed');
      stopped.stop();
      await waitUntil('the first state', () => reloaded.length > 0);
      await bridge.stateReader.read();
      followed.stop();
      assert.deepEqual(reloaded, ['followed']);
    } finally {
      await session.close();
      await simulator.stop();
    }
  });
});

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
  const replaced = new Anonymizer(home).replaceIn(home);
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
    const anonymizer = new Anonymizer([]);
    assert.match(
      String(anonymizer.replaceIn('00:17:88:01:0a:0b:0c:0d')),
      /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}$/,
    );
    assert.match(String(anonymizer.replaceIn(bridgeId)), /^[0-9a-f]{16}$/);
    assert.equal(anonymizer.replaceIn('10.1.2.3:8443'), '192.0.2.1:8443');
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
    const anonymizer = new Anonymizer(home);
    const [first] = home;
    const path = anonymizer.replaceInPath(`/clip/v2/resource/light/${first?.id}`);
    assert.equal(path.split('/').at(-1), anonymizer.replaceIn(first?.id));
  });

  it('keep the type of a resource of which something has the name, such as a lamp "light"', () => {
    const lamp = { type: 'light', metadata: { name: 'light' }, owner: { rtype: 'light' } };
    const replacedLamp = new Anonymizer([lamp]).replaceIn(lamp);
    assert.deepEqual(replacedLamp, { ...lamp, metadata: { name: 'Name 1' } });
  });

  it('replace the time of the sunset by another one', () => {
    const location = { type: 'geolocation', sun_today: { sunset_time: '20:14:00' } };
    const { sun_today } = { ...location, sun_today: { sunset_time: '18:00:00' } };
    assert.deepEqual(new Anonymizer([]).replaceIn(location), { ...location, sun_today });
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
    const result = JSON.stringify(new Anonymizer(hostile).replaceIn(hostile));
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
