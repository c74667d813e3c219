import { sanitizeText } from '../../../bridge/errors/sanitize-text';
import type { LampUnderOtherProgram } from '../../../programs/daylight/daylight-follower';
import type { DaylightNodeReference, ProgramSpecification } from '../../../programs/program';
import { joinNames } from '../../message/join-names';
import type { TranslatableStatusText } from '../../status/status-content';

/** In a status, which holds 21 characters, and in a sentence. */
const maxStatusNameLength = 14;
const maxNameLength = 40;

/** Names the program of the first lamp. */
export function describeBusyLampsStatus([
  first,
]: readonly LampUnderOtherProgram[]): TranslatableStatusText {
  if (first === undefined) return { key: 'daylight.busy' };
  const { content } = first.program;
  if (content.kind !== 'daylight') return { key: statusKeys[content.kind] };
  const node = sanitizeText(content.node.name ?? '', maxStatusNameLength);
  return node === ''
    ? { key: 'daylight.busyDaylight' }
    : { key: 'daylight.busyNamedDaylight', values: { node } };
}

const statusKeys: Readonly<Record<Exclude<ProgramSpecification['kind'], 'daylight'>, string>> = {
  sequence: 'daylight.busySequence',
  alert: 'daylight.busyAlert',
  fade: 'daylight.busyFade',
  later: 'daylight.busy',
  restore: 'daylight.busy',
};

/** Returns one sentence for each other daylight node. */
export function describeLampsOfOtherNodes(
  lamps: readonly LampUnderOtherProgram[],
  nameLamp: (rid: string) => string,
): readonly string[] {
  const namesByNode = new Map<string, { node: DaylightNodeReference; names: string[] }>();
  for (const { rid, program } of lamps) {
    if (program.content.kind !== 'daylight') continue;
    const { node } = program.content;
    const entry = namesByNode.get(node.id) ?? { node, names: [] };
    entry.names.push(nameLamp(rid));
    namesByNode.set(node.id, entry);
  }
  return [...namesByNode.values()].map(
    ({ node, names }) =>
      `The daylight node ${describeNode(node)} already sets ${joinNames(names, 'and')}. This node takes over once that one is turned off or removed; for good, choose each lamp in one of the two only.`,
  );
}

const describeNode = ({ id, name = '' }: DaylightNodeReference): string => {
  const text = sanitizeText(name, maxNameLength);
  return text === '' ? id : `"${text}"`;
};
