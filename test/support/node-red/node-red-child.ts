import type { NodeRedApp } from 'node-red';
import { findMessageReceiver } from '../../../scripts/node-red/message-receiver';
import { runNodeRed } from '../../../scripts/node-red/run-node-red';
import type { NodeRedInProcess } from '../../../scripts/node-red/run-node-red';
import type { ChildCommand, NodeRedVersion, ChildReport } from './node-red-protocol';
import { listAdminRoutes } from './admin-routes';
import { runOnFastTime } from './fast-time';
import { observeRuntime } from './observation-log';

/** On loopback. */
const state: { red?: NodeRedApp; running?: NodeRedInProcess } = {};

process.on('message', (command: ChildCommand) => {
  run(command).catch((error: unknown) => {
    report({
      kind: 'failed',
      problem: error instanceof Error ? String(error.stack) : String(error),
    });
  });
});
process.on('disconnect', () => process.exit());

async function run(command: ChildCommand): Promise<void> {
  switch (command.kind) {
    case 'start':
      await start(command);
      break;
    case 'receive':
      if (state.red === undefined) throw new Error('Node-RED has not been started.');
      findMessageReceiver(state.red, command.node).receive({ ...command.message });
      break;
    case 'list routes':
      report({ kind: 'routes', routes: listAdminRoutes(state.red) });
      break;
    case 'stop':
      await stop();
      break;
  }
}

async function start(command: Extract<ChildCommand, { kind: 'start' }>): Promise<void> {
  if (command.time !== undefined) runOnFastTime(command.time);
  const red = await loadNodeRed(command.version);
  state.red = red;
  state.running = await runNodeRed({
    red,
    userDirectory: command.userDirectory,
    port: 0,
    settings: { logging: { console: { level: 'off' } }, ...command.settings },
    onInit: () => observeRuntime(red, (observation) => report({ kind: 'observed', observation })),
  });
  red.events.on('flows:stopped', () => report({ kind: 'observed', observation: { kind: 'stop' } }));
  red.events.on('flows:started', () =>
    report({ kind: 'observed', observation: { kind: 'deploy' } }),
  );
  report({ kind: 'ready', port: state.running.port });
}

async function loadNodeRed(version: NodeRedVersion): Promise<NodeRedApp> {
  const module = version === 5 ? await import('node-red-5') : await import('node-red');
  return module.default;
}

async function stop(): Promise<void> {
  await state.running?.stop();
  report({ kind: 'stopped' });
}

function report(message: ChildReport): void {
  process.send?.(message);
}
