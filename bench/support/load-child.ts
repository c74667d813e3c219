import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import RED from 'node-red';
import { runNodeRed } from '../../scripts/run-node-red';
import { linkPackage } from '../../scripts/user-directory';
import { isObject } from '../../src/resources';
import { cpuTime, measureMemory } from './clock';

/** What loading the package into a running Node-RED took: ms and bytes. */
export interface LoadCost {
  time: number;
  cpu: number;
  memory: number;
}

async function measureLoad(): Promise<LoadCost> {
  const userDir = mkdtempSync(join(tmpdir(), 'node-red-bench-'));
  writeFileSync(join(userDir, 'package.json'), '{"name":"flows","private":true}');
  const settings = {
    disableEditor: true,
    logging: { console: { level: 'off', metrics: false, audit: false } },
  };
  await runNodeRed({ red: RED, userDirectory: userDir, port: 0, settings });
  linkPackage(userDir);
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

/** Node-RED's own loader of node files: the palette manager ends in it, too. */
function nodeRegistry(): { addModule(name: string): Promise<unknown> } {
  const registry: unknown = createRequire(require.resolve('node-red'))('@node-red/registry');
  if (!canAddModule(registry)) throw new Error('This Node-RED has no loader of node files.');
  return registry;
}

const canAddModule = (value: unknown): value is { addModule(name: string): Promise<unknown> } =>
  isObject(value) && typeof value['addModule'] === 'function';

process.on('disconnect', () => process.exit());
void measureLoad().then((cost) => process.send?.(cost));
