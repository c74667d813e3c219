import type { NodeAPI } from 'node-red';
import { registerCommandNode } from '../src/runtime/node';

/** Plays and stops sounds of a chime or siren, and mutes it. */
export default function register(RED: NodeAPI): void {
  registerCommandNode(RED, {
    type: 'bridge-speaker',
    load: async () => (await import('../src/runtime/nodes/speaker.js')).createSpeakerNode,
  });
}
