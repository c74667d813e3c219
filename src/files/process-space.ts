import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasErrorCode } from './file-error';

/** Where the pid of a process means something: a host, and on Linux a container of it. */
export const processSpace = `${hostname()} ${readPidNamespace()}`.trim();

/** Identifies the container on Linux; empty elsewhere. */
function readPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Returns true if a process of this process space runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH');
  }
}
