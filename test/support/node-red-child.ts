import type { NodeRedApp } from 'node-red';
import { receiverOf } from '../../scripts/node-receiver';
import { runNodeRed } from '../../scripts/run-node-red';
import type { NodeRedInProcess } from '../../scripts/run-node-red';
import type { Command, NodeRedVersion, Report } from './node-red-protocol';
import { nodeRoutes } from './node-routes';
import { observe } from './observe';

/** Runs one Node-RED on loopback, told what to do by the process that forked this one. */
const state: { red?: NodeRedApp; running?: NodeRedInProcess } = {};

process.on('message', (command: Command) => {
  run(command).catch((error: unknown) => {
    tell({ kind: 'failed', problem: error instanceof Error ? String(error.stack) : String(error) });
  });
});
process.on('disconnect', () => process.exit());

async function run(command: Command): Promise<void> {
  switch (command.kind) {
    case 'start':
      await start(command);
      break;
    case 'receive':
      if (state.red === undefined) throw new Error('Node-RED has not been started.');
      receiverOf(state.red, command.node).receive({ ...command.message });
      break;
    case 'list routes':
      tell({ kind: 'routes', routes: nodeRoutes(state.red) });
      break;
    case 'stop':
      await stop();
      break;
  }
}

async function start(command: Extract<Command, { kind: 'start' }>): Promise<void> {
  const red = await load(command.version);
  state.red = red;
  state.running = await runNodeRed({
    red,
    userDirectory: command.userDirectory,
    port: 0,
    settings: { logging: { console: { level: 'off' } }, ...command.settings },
    onInit: () => observe(red, (observation) => tell({ kind: 'observed', observation })),
  });
  red.events.on('flows:stopped', () => tell({ kind: 'observed', observation: { kind: 'stop' } }));
  red.events.on('flows:started', () => tell({ kind: 'observed', observation: { kind: 'deploy' } }));
  tell({ kind: 'ready', port: state.running.port });
}

async function load(version: NodeRedVersion): Promise<NodeRedApp> {
  const loaded = version === 5 ? await import('node-red-5') : await import('node-red');
  return loaded.default;
}

async function stop(): Promise<void> {
  await state.running?.stop();
  tell({ kind: 'stopped' });
}

function tell(report: Report): void {
  process.send?.(report);
}
