import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { PlainLight } from '../../resources/types/light';
import { lightFormatNames } from '../../vocabulary/formats/light-format';
import type { ShownColor } from '../../vocabulary/formats/light-format';
import { getListMember } from '../../resources/values/member-access';
import { parseChoice } from '../settings/evaluate-setting';

export type LightStateFormatter = (light: PlainLight, shown: ShownColor) => unknown;

export interface FormattingNode {
  readonly RED: { readonly nodes: Pick<NodeAPI['nodes'], 'eachNode'> };
  readonly node: Pick<Node, 'id'>;
}

/**
 * @param sender the node that sends the states, if its inputs matter: a state for an Echo hub has the id of its device
 * @returns undefined for plain words or a missing setting
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown format
 */
export async function loadLightStateFormatter(
  format: unknown,
  sender?: FormattingNode,
): Promise<LightStateFormatter | undefined> {
  const name = parseChoice(format, lightFormatNames, 'format');
  if (name === undefined || name === 'plain') return undefined;
  const { formatLightState } = await import('../../vocabulary/formats/light-formats.js');
  const echoDeviceId =
    name === 'alexa' && sender !== undefined ? findWiredEchoDevice(sender) : undefined;
  return (light, shown) => formatLightState(name, light, { ...shown, echoDeviceId });
}

/** Returns the id of the device node of node-red-contrib-amazon-echo that is wired to the node; undefined without one. */
function findWiredEchoDevice({ RED, node }: FormattingNode): string | undefined {
  let found: string | undefined;
  RED.nodes.eachNode((def: NodeDef & { readonly wires?: unknown }) => {
    const isWired =
      def.type === 'amazon-echo-device' && getListMember(def.wires).flat().includes(node.id);
    if (isWired) found ??= def.id;
  });
  return found;
}
