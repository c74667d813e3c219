import type { NodeAPI } from 'node-red';
import { registerNode } from '../../node/register-node';
import type { DeployedNode } from '../../node/register-node';
import type { RunningStatusNode, StatusNodeDef } from './running-status-node';
import { addReadOnlyWarning } from '../../settings/unused-payload';

const requestedOutputs = ['programs', 'report'] as const;

export function registerStatusNode(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-status',
    whenReplaced: 'repeat',
    showsMessages: false,
    writtenProperties: ['payload', 'topic', 'status', 'sun', 'previous', 'bridge'],
    load: () => import('./running-status-node.js'),
    create: (deployed: DeployedNode<StatusNodeDef, RunningStatusNode>) => ({
      async start({ bridge, node }, { RunningStatusNode: Run, parseStatusSettings }) {
        const { def, status } = deployed;
        return new Run(bridge, parseStatusSettings(def), {
          send: (message) => node.send(message),
          succeed: (statusText) => status.succeed(statusText),
          fail(error) {
            status.fail(error);
            node.error(error);
          },
        });
      },
      async onInput(message) {
        const runningNode = await deployed.current();
        const requested = requestedOutputs.find((output) => output === message.payload);
        const status = await runningNode.requestStatus(requested);
        const answer = requested === undefined ? addReadOnlyWarning(status, message) : status;
        return { createMessages: () => Object.assign(message, answer) };
      },
    }),
  });
}
