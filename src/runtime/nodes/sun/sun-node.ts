import type { NodeAPI } from 'node-red';
import { registerNode } from '../../node/register-node';
import type { DeployedNode } from '../../node/register-node';
import type { SunNodeDef } from './start-sun-source';
import { addReadOnlyWarning } from '../../settings/unused-payload';
import type { SunSource } from '../../watch/sun-source';

export function registerSunNode(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-sun',
    whenReplaced: 'repeat',
    showsMessages: false,
    writtenProperties: ['payload', 'topic', 'sun', 'bridge'],
    load: () => import('./start-sun-source.js'),
    create: (node: DeployedNode<SunNodeDef, SunSource>) => ({
      start: (context, { startSunSource }) => startSunSource(node, context),
      async onInput(message) {
        const answer = addReadOnlyWarning(await (await node.current()).request(), message);
        return { createMessages: () => Object.assign(message, answer) };
      },
    }),
  });
}
