import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { resourceTypes } from '../../src/resources/table';

const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

/** As a program names it; inside the package the name leads to the package itself. */
const client = '@lighting-bridge/node-red/client';

const settings =
  '--ignoreConfig --noEmit --singleThreaded --strict --skipLibCheck false --target es2022 --lib es2022 --types node';

/** How compilers look for modules: as Node.js does, and as bundlers do. */
const resolutions = ['--module nodenext', '--module esnext --moduleResolution bundler'];

/** What a program may write, and what its compiler refuses. */
const source = `import { BridgeClient } from '${client}';
import type {
  CreateBody, GroupedLight, KnownResourceType, Light, Resource, ResourceOf, ResourceIdentifier, ResourceType,
  Room, Temperature, UpdateBody,
} from '${client}';
export async function dim(bridge: BridgeClient): Promise<boolean | undefined> {
  const { data: [lamp] } = await bridge.list('light');
  if (lamp === undefined) return undefined;
  await bridge.update('light', lamp.id, { on: { on: true }, dimming: { brightness: 50 } });
  // @ts-expect-error a lamp is not switched by a number
  await bridge.update('light', lamp.id, { on: { on: 5 } });
  const toggle = (isOn = false) => ({ on: { on: !isOn } });
  await bridge.modify('light', lamp.id, (state) => toggle(state.on?.on), {
    fromPendingWrites: ({ on }) => (on === undefined ? undefined : toggle()),
  });
  // @ts-expect-error a lamp is not switched by a number
  await bridge.modify('light', lamp.id, () => ({ on: { on: 5 } }));
  // A type that is newer than the table: any member may be there.
  const { data: [drive] } = await bridge.list('warp_drive');
  const warp: unknown = drive?.warp;
  await bridge.update('warp_drive', drive?.id ?? '', { warp: 9 }, { allowUnknownFields: true });
  // @ts-expect-error a type is a text
  await bridge.list(5);
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
  const rooms: readonly Room[] = bridge.stateCache.byType('room');
  const sensor: Temperature | undefined = bridge.stateCache.get(rooms[0]?.id ?? '', 'temperature');
  // @ts-expect-error a sensor has no children
  const children = sensor?.children?.length;
  const anything: Resource | undefined = bridge.stateCache.get('id');
}
export async function light(bridge: BridgeClient): Promise<void> {
  const desk = await bridge.find('light', 'Office/Desk');
  const minimum: number | undefined = desk.dimming?.min_dim_level;
  await bridge.setLight(desk, { on: true, brightness: 50, color: '#ff8800', transition: '400ms' });
  // @ts-expect-error colour has no such word
  await bridge.setLight(desk, { colour: 'red' });
  for await (const { resource } of bridge.changes('motion')) {
    const motion: boolean | undefined = resource.motion?.motion_report?.motion;
  }
}
export const lamp: ResourceOf<'light'> | GroupedLight = { id: 'id', type: 'light' } satisfies Light;
export const body: UpdateBody<'light'> = { on: { on: true } };
export const room: CreateBody<'room'> = {
  children: [],
  metadata: { name: 'Shed', archetype: 'other' },
};
export const rtype: ResourceType = 'motion';
export const newRtype: ResourceType = 'warp_drive';
// @ts-expect-error not in the table
export const knownRtype: KnownResourceType = 'warp_drive';
export const identifier: ResourceIdentifier = { rid: 'id', rtype };
`;

describe('The types of the client', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(__dirname, 'types-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('name every row of the resource table', () => {
    const named = readFileSync(join(process.cwd(), 'src/resources/resources-by-type.ts'), 'utf8');
    const rows = [...named.matchAll(/^export type (\w+) = ResourceOf<'(\w+)'>;$/gm)];
    assert.deepEqual(
      rows.map(([, , rtype]) => rtype),
      resourceTypes,
    );
    for (const [, name, rtype = ''] of rows)
      assert.equal(name?.toLowerCase(), rtype.replaceAll('_', ''));
  });

  for (const resolution of resolutions) {
    it(`stand on their own in a program that has its libraries checked: ${resolution}`, async () => {
      const program = join(folder, 'program.ts');
      await writeFile(program, source);
      const command = [compiler, ...settings.split(' '), ...resolution.split(' '), program];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
      assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
    });
  }
});
