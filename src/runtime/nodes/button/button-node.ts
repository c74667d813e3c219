import type { NodeAPI } from 'node-red';
import { registerNode } from '../../node/register-node';
import type { DeployedNode } from '../../node/register-node';
import type { ButtonNodeDef, RunningButtonNode } from './button-source';
import type { RunningOnBridges } from '../../watch/start-on-bridges';

export function registerButtonNode(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-button',
    whenReplaced: 'repeat',
    isTargetReadOnStart: true,
    load: () => import('./button-source.js'),
    create: (node: DeployedNode<ButtonNodeDef, RunningOnBridges<RunningButtonNode>>) => ({
      async start(context, { createButtonSourceStarter }) {
        const running = await node.startOnBridges(context, createButtonSourceStarter(node.status));
        await running.own?.current();
        return running;
      },
    }),
  });
}
