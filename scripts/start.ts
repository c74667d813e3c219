import './process/source-maps';
import { resolve } from 'node:path';
import nodeRed from 'node-red';
import { stopOnSignal } from '../src/simulator/cli/stop-on-signal';
import { runNodeRed } from './node-red/run-node-red';
import { startHome } from './start/simulated-home';
import {
  keptFlowLines,
  prepareFlows,
  simulatedHomeSettings,
  usualStartFolder,
} from './start/start-flows';
import { reportStartError, startPorts } from './start/start-ports';

const folder = resolve(process.argv[2] ?? usualStartFolder);

/** Runs everything on loopback until Ctrl-C. */
async function start(): Promise<void> {
  const ports = startPorts(process.env['PORT']);
  const cleanups: (() => Promise<void>)[] = [];
  const end = async (): Promise<void> => {
    for (const stop of cleanups.splice(0).toReversed()) await stop();
  };
  try {
    const { home, pageUrl, stop } = await startHome(folder, ports);
    cleanups.push(stop);
    const flows = prepareFlows(folder, home);
    const running = await runNodeRed({
      red: nodeRed,
      userDirectory: flows.userDirectory,
      port: ports.editor,
      settings: simulatedHomeSettings,
    });
    cleanups.push(() => running.stop());
    stopOnSignal(end, reportStartError);
    for (const line of keptFlowLines(folder, flows)) console.log(line);
    console.log(
      `Open http://127.0.0.1:${ports.editor} for the flows and ${pageUrl} for the simulated home. Ctrl-C ends both.`,
    );
  } catch (error) {
    await end();
    throw error;
  }
}

start().catch(reportStartError);
