import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-node';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { ResourceActionParams } from '../src/runtime/nodes/resource/resource-node';
import { evaluateTarget } from '../src/runtime/message/resolve-target-setting';

interface ResourceDef extends ActionNodeDef {
  allowUnknownFields?: unknown;
  /** `resource` or `value`: payload after a read. */
  readAs?: unknown;
}

export default function register(RED: NodeAPI): void {
  registerActionNode<ResourceDef, ResourceActionParams>(RED, {
    type: 'bridge-resource',
    shows: 'resource',
    parseParams(evaluator, def) {
      const operation = evaluator.getChoice(def.operation ?? 'get', 'operation', 'get');
      const rtype = evaluator.getChoice(def.rtype ?? '', 'rtype');
      const target = evaluateTarget(evaluator, def);
      const command = evaluator.evaluateCommand(def);
      const allowUnknownFields = def.allowUnknownFields === true;
      const { readAs } = def;
      return { operation, rtype, target, command, allowUnknownFields, readAs };
    },
    loadHandler: async () =>
      (await import('../src/runtime/nodes/resource/resource-node.js')).executeResourceAction,
  });
}
