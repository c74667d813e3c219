import type { NodeWriteKind, WriteOrigin } from '../logbook/changed-by';
import { getNestedMember } from '../resources/members';

/** @param node as Node-RED has it; null or undefined for a node that is not deployed */
export function createNodeOrigin(
  id: string,
  node: object | null | undefined,
  how: NodeWriteKind,
): WriteOrigin {
  const [name, flow] = ['name', 'z'].map((member) => {
    const text = getNestedMember(node, member);
    return typeof text === 'string' && text !== '' ? text : undefined;
  });
  return {
    kind: 'node',
    id,
    ...(name === undefined ? {} : { name }),
    ...(flow === undefined ? {} : { flow }),
    how,
  };
}
