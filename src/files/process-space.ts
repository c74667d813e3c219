import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasErrorCode } from './file-error';

/** Identifies the host, and on Linux the container, in which a pid is unique. */
export const processSpace = `${hostname()} ${readPidNamespace()}`.trim();

function readPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH');
  }
}
