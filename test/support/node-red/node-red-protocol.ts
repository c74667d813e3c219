import type { NodeRedSettings } from '../../../scripts/node-red/run-node-red';
import type { FlowMessage, Observation } from './observation-log';

/** Versions of Node-RED that the package supports, by major number. */
export type NodeRedVersion = 4 | 5;

/** A route that a node has added to the server of the editor; the method in capitals. */
export interface AdminRoute {
  method: string;
  path: string;
}

/** Commands of the test to the child process that runs Node-RED. */
export type ChildCommand =
  | {
      kind: 'start';
      version: NodeRedVersion;
      userDirectory: string;
      settings: NodeRedSettings;
    }
  | { kind: 'receive'; node: string; message: FlowMessage }
  | { kind: 'list routes' }
  | { kind: 'stop' };

/** Reports of the child process to the test. */
export type ChildReport =
  | { kind: 'ready'; port: number }
  | { kind: 'failed'; problem: string }
  | { kind: 'routes'; routes: readonly AdminRoute[] }
  | { kind: 'stopped' }
  | { kind: 'observed'; observation: Observation };
