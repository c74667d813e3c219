import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { resourceTypes } from '../../src/resources';

const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const client = resolve(__dirname, '../../src/bridge');
const settings =
  '--ignoreConfig --noEmit --strict --skipLibCheck false --module nodenext --target es2022 --types node';

describe('The types of the client', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(__dirname, 'types-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('name every row of the resource table', () => {
    const named = readFileSync(join(process.cwd(), 'src/resources/resource-types.ts'), 'utf8');
    const rows = [...named.matchAll(/^export type (\w+) = ResourceData<'(\w+)'>;$/gm)];
    assert.deepEqual(
      rows.map(([, , rtype]) => rtype),
      resourceTypes,
    );
    for (const [, name, rtype = ''] of rows) {
      assert.equal(name?.toLowerCase(), rtype.replaceAll('_', ''));
    }
  });

  it('stand on their own in a program that has its libraries checked', async () => {
    const program = join(folder, 'program.ts');
    await writeFile(
      program,
      `import { BridgeClient } from ${JSON.stringify(client)};
      import type {
        CreateBody, GroupedLight, Light, Resource, ResourceData, ResourceIdentifier, ResourceType,
        Room, Temperature, UpdateBody,
      } from ${JSON.stringify(client)};
      export async function dim(bridge: BridgeClient): Promise<boolean | undefined> {
        const { data: [lamp] } = await bridge.list('light');
        if (lamp === undefined) return undefined;
        await bridge.update('light', lamp.id, { on: { on: true }, dimming: { brightness: 50 } });
        // @ts-expect-error a lamp is not switched by a number
        await bridge.update('light', lamp.id, { on: { on: 5 } });
        // @ts-expect-error there is no such type
        await bridge.list('lamp');
        return lamp.on?.on;
      }
      export function follow(bridge: BridgeClient): void {
        bridge.watch({
          rtype: 'light',
          onChange({ resource, previous }) {
            const brightness: number | undefined = resource.dimming?.brightness;
            const before: boolean | undefined = previous?.on?.on;
            // @ts-expect-error a lamp has no temperature
            const celsius: number | undefined = resource.temperature?.temperature;
          },
          onPoll: (lamps) => lamps.map(({ metadata }): string | undefined => metadata?.name),
        });
        const rooms: readonly Room[] = bridge.mirror.byType('room');
        const sensor: Temperature | undefined = bridge.mirror.get(rooms[0]?.id ?? '', 'temperature');
        // @ts-expect-error a sensor has no children
        const children = sensor?.children?.length;
        const anything: Resource | undefined = bridge.mirror.get('id');
      }
      export const lamp: ResourceData<'light'> | GroupedLight = { id: 'id', type: 'light' } satisfies Light;
      export const body: UpdateBody<'light'> = { on: { on: true } };
      export const room: CreateBody<'room'> = {
        children: [],
        metadata: { name: 'Shed', archetype: 'other' },
      };
      export const rtype: ResourceType = 'motion';
      export const identifier: ResourceIdentifier = { rid: 'id', rtype };`,
    );
    const command = [compiler, ...settings.split(' '), program];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
  });
});
