import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { NodeRedReport, NodeRedStart } from './node-red-child';

export interface NodeRedProcess {
  /** Returns the CPU time since the flows' start, in ms. */
  stop(): Promise<number>;
}

export async function startNodeRedProcess(start: NodeRedStart): Promise<NodeRedProcess> {
  const child = fork(join(__dirname, 'node-red-child.js'));
  const nextReport = (): Promise<NodeRedReport> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null): void =>
        reject(new Error(`Node-RED ended with code ${code}.`));
      child.once('exit', onExit);
      child.once('message', (report: NodeRedReport) => {
        child.off('exit', onExit);
        resolve(report);
      });
    });
  const started = nextReport();
  child.send(start);
  await started;
  return {
    async stop() {
      const stopped = nextReport();
      child.send('stop');
      const report = await stopped;
      child.disconnect();
      return report.kind === 'stopped' ? report.cpu : 0;
    },
  };
}
