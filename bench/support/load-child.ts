import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import RED from 'node-red';
import { runNodeRed } from '../../scripts/node-red/run-node-red';
import { linkPackage, linkedPackage } from '../../scripts/node-red/user-directory';
import { isObject } from '../../src/resources/members';
import { cpuTime, measureMemory } from './clock';

/** In ms and bytes. */
export interface LoadCost {
  time: number;
  cpu: number;
  memory: number;
}

/** @param kind `no-code`: files that register nothing */
async function measureLoad(kind: string): Promise<LoadCost> {
  const userDir = mkdtempSync(join(tmpdir(), 'node-red-bench-'));
  writeFileSync(join(userDir, 'package.json'), '{"name":"flows","private":true}');
  const settings = {
    disableEditor: true,
    logging: { console: { level: 'off', metrics: false, audit: false } },
  };
  await runNodeRed({ red: RED, userDirectory: userDir, port: 0, settings });
  if (kind === 'no-code') copyWithoutCode(userDir);
  else linkPackage(userDir);
  const registry = nodeRegistry();
  const memory = await measureMemory();
  const startedAt = performance.now();
  const cpuBefore = cpuTime();
  await registry.addModule('@lighting-bridge/node-red');
  const time = performance.now() - startedAt;
  const cpu = cpuTime() - cpuBefore;
  const cost = { time, cpu, memory: (await measureMemory()) - memory };
  await RED.stop();
  rmSync(userDir, { recursive: true, force: true });
  return cost;
}

/** Copies dialogs, help and texts only. */
function copyWithoutCode(userDir: string): void {
  const copied = join(userDir, 'node_modules', '@lighting-bridge', 'node-red');
  for (const name of ['package.json', join('dist', 'nodes'), join('dist', 'src', 'editor')])
    cpSync(join(linkedPackage, name), join(copied, name), { recursive: true });
  const nodes = join(copied, 'dist', 'nodes');
  for (const name of readdirSync(nodes))
    if (name.endsWith('.js')) writeFileSync(join(nodes, name), 'module.exports = () => {};\n');
}

/** Returns Node-RED's own loader of nodes, as in the palette manager. */
function nodeRegistry(): { addModule(name: string): Promise<unknown> } {
  const registry: unknown = createRequire(require.resolve('node-red'))('@node-red/registry');
  if (!canAddModule(registry)) throw new Error('This Node-RED has no loader of node files.');
  return registry;
}

const canAddModule = (value: unknown): value is { addModule(name: string): Promise<unknown> } =>
  isObject(value) && typeof value['addModule'] === 'function';

process.on('disconnect', () => process.exit());
void measureLoad(process.argv[2] ?? '').then((cost) => process.send?.(cost));
