import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../src/simulator';
import { formatAuthority } from '../../src/simulator/http';

/** Starts it as a program without types would. */
const startUntyped: (options: object) => Promise<unknown> = startSimulator;

describe('The options of the simulator', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are refused in one sentence where nobody can run with them', async () => {
    const invalidOptions: [object, RegExp][] = [
      [{ port: 70_000 }, /^port: .*<=65535/],
      [{ port: '8443' }, /^port: .*number/],
      [{ controlPort: true }, /^controlPort: Expected a port, or false/],
      [{ host: '' }, /^host: Expected a text/],
      [{ key: '' }, /^key: Expected letters/],
      [{ key: 'a\nb' }, /^key: Expected letters/],
      [{ home: {} }, /^home: Expected a list/],
      [{ home: [{ id: 'x' }] }, /^home\.0: Expected a resource/],
      [{ bridgeId: 'zz' }, /^bridgeId: Expected 16 hex digits/],
      [{ speedFactor: 0 }, /^speedFactor: .*>0/],
      [{ alive: { interval: 0 } }, /^alive\.interval: .*>0/],
      [{ createdStatus: 204 }, /^createdStatus: .*200 \| 201/],
      [{ bodyLimit: -1 }, /^bodyLimit: /],
      [{ prot: 1 }, /^prot: /],
    ];
    for (const [options, sentence] of invalidOptions) {
      await assert.rejects(startUntyped(options), (error) => {
        assert.ok(error instanceof TypeError);
        assert.match(error.message, sentence);
        return true;
      });
    }
  });

  it('name a file that cannot be read, or could not be written at the end', async () => {
    await assert.rejects(startUntyped({ stateFile: folder }), {
      message: `Cannot read ${folder}: it is a folder, not a file. Move it away or choose another path`,
    });
    const stateFile = join(folder, 'nowhere', 'state.json');
    await assert.rejects(
      startUntyped({ stateFile, saveState: true }),
      /^FileError: Cannot write .*nowhere.state\.json: /,
    );
  });

  it('let the keys be saved also where the state cannot be', async () => {
    const [states, keys] = [join(folder, 'states'), join(folder, 'keys')];
    await mkdir(states);
    const stateFile = join(states, 'state.json');
    const simulator = await startSimulator({ stateFile, saveState: true, certificateFolder: keys });
    await rm(states, { recursive: true });
    await assert.rejects(simulator.stop(), /^FileError: Cannot write .*state\.json: /);
    await access(join(keys, 'keys.json'));
  });

  it('may name a host by an IPv6 address, which a URL has in brackets', () => {
    assert.equal(formatAuthority('::1', 8443), '[::1]:8443');
    assert.equal(formatAuthority('localhost', 8443), 'localhost:8443');
  });

  it('take a bridge id in capitals', async () => {
    const simulator = await startSimulator({ bridgeId: '02A1B2FFFEC3D4E5' });
    assert.equal(simulator.bridgeId, '02a1b2fffec3d4e5');
    await simulator.stop();
  });
});
