import type { NodeRedSettings } from '../../../scripts/node-red/run-node-red';
import type { FastTime } from './fast-time';
import type { FlowMessage, Observation } from './observation-log';

/** Supported major versions. */
export type NodeRedVersion = 4 | 5;

/** `method` is in capitals. */
export interface AdminRoute {
  method: string;
  path: string;
}

/** From test to child process. */
export type ChildCommand =
  | {
      kind: 'start';
      version: NodeRedVersion;
      userDirectory: string;
      settings: NodeRedSettings;
      /** Real time by default. */
      time?: FastTime;
    }
  | { kind: 'receive'; node: string; message: FlowMessage }
  | { kind: 'list routes' }
  | { kind: 'stop' };

/** From child process to test. */
export type ChildReport =
  | { kind: 'ready'; port: number }
  | { kind: 'failed'; problem: string }
  | { kind: 'routes'; routes: readonly AdminRoute[] }
  | { kind: 'stopped' }
  | { kind: 'observed'; observation: Observation };
