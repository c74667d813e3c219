import { findLightsAffectedByWrite } from '../../../resources/group-lights';
import { isPlug } from '../../../resources/types/light';
import { findUnsupportedParts } from '../../../vocabulary/light/abilities';
import type { ProblemText } from '../../../resources/validation/problem-texts';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { joinNames, listNames } from '../../message/join-names';
import type { LoggedWarning } from '../../message/action-outcome';
import type { Members } from '../../../resources';

/**
 * Ignores plugs.
 *
 * @param update members that were sent
 * @returns a warning for each part that some lamps do not support, with their names
 */
export function describeUnsupportedParts(
  { stateReader: { stateCache } }: OpenedBridge,
  rid: string,
  update: Members,
): readonly LoggedWarning[] {
  const toName = (id: string): string => stateCache.name(id) ?? id;
  const parts = findUnsupportedParts(update, () =>
    findLightsAffectedByWrite(stateCache, stateCache.get(rid)).filter((lamp) => !isPlug(lamp)),
  );
  return parts.map(({ ability, lamps }) => ({
    kind: ability,
    sentence: {
      kind: 'unsupported',
      what: { kind: `${ability}Part` },
      lamps: toNamesText(lamps.map(({ id }) => toName(id))),
      group: joinNames([toName(rid)], 'and'),
      needed: { kind: `${ability}Lamp` },
    },
  }));
}

function toNamesText(names: readonly string[]): readonly string[] | ProblemText {
  const { listed, more } = listNames(names);
  return more > 0 ? { kind: 'namesAndMore', names: listed, more } : listed;
}
