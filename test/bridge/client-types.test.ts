import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const client = resolve(__dirname, '../../src/bridge');
const settings =
  '--ignoreConfig --noEmit --strict --skipLibCheck false --module nodenext --target es2022 --types node';

describe('The types of the client', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(__dirname, 'types-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('stand on their own in a program that has its libraries checked', async () => {
    const program = join(folder, 'program.ts');
    await writeFile(
      program,
      `import { BridgeClient } from ${JSON.stringify(client)};
      export async function dim(bridge: BridgeClient): Promise<boolean | undefined> {
        const { data: [lamp] } = await bridge.list('light');
        if (lamp === undefined) return undefined;
        await bridge.update('light', lamp.id, { on: { on: true }, dimming: { brightness: 50 } });
        // @ts-expect-error a lamp is not switched by a number
        await bridge.update('light', lamp.id, { on: { on: 5 } });
        // @ts-expect-error there is no such type
        await bridge.list('lamp');
        return lamp.on?.on;
      }`,
    );
    const command = [compiler, ...settings.split(' '), program];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
  });
});
