import type { NodeAPI } from 'node-red';
import { registerNode } from '../src/runtime/node';

/** Answers with a backup of the home, or brings one back. */
export default function register(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-backup',
    whenReplaced: 'continue',
    showsMessages: false,
    writtenProperties: ['payload'],
    load: async () => (await import('../src/runtime/nodes/backup.js')).createBackupNode,
  });
}
