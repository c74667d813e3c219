import type { NodeAPI } from 'node-red';
import { registerAction } from '../src/runtime/action-node';
import type { ActionDef } from '../src/runtime/action-node';
import { givenSwitch } from '../src/runtime/given-setting';
import type { ResourceWish } from '../src/runtime/actions/resource';

interface ResourceDef extends ActionDef {
  operation?: unknown;
  rtype?: unknown;
  allowUnknownFields?: unknown;
}

/** Any operation on any resource type: the whole service from one node. */
export default function register(RED: NodeAPI): void {
  registerAction<ResourceDef, ResourceWish>(RED, {
    type: 'bridge-resource',
    async wish(input, def) {
      const operation = input.choice(def.operation ?? 'get', 'operation');
      const rtype = input.choice(def.rtype ?? '', 'rtype');
      const [target, command] = await Promise.all([input.target(def), input.command(def)]);
      const allowUnknownFields = givenSwitch(def.allowUnknownFields, false);
      return { operation, rtype, target, command, allowUnknownFields };
    },
    async load() {
      return (await import('../src/runtime/actions/resource.js')).handleResource;
    },
  });
}
