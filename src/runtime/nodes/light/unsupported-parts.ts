import { findLightsAffectedByWrite } from '../../../resources/group-lights';
import { isPlug } from '../../../resources/types/light';
import { findUnsupportedParts } from '../../../vocabulary/light/lamp-abilities';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import type { LoggedWarning } from '../../message/action-outcome';
import { joinNames } from '../../message/join-names';

/**
 * Describes the parts of a command that do not work on some lamps of its group, by what is known of the lamps. Plugs are
 * no lamps.
 *
 * @param rid id of the grouped light
 * @param update members of the updates that were sent
 * @returns a warning for each part, with the names of the lamps
 */
export function describeUnsupportedParts(
  { stateReader: { stateCache } }: OpenedBridge,
  rid: string,
  update: Readonly<Record<string, unknown>>,
): readonly LoggedWarning[] {
  const nameAll = (ids: readonly string[]): string =>
    joinNames(
      ids.map((id) => stateCache.name(id) ?? id),
      'and',
    );
  const parts = findUnsupportedParts(update, () =>
    findLightsAffectedByWrite(stateCache, stateCache.get(rid)).filter((lamp) => !isPlug(lamp)),
  );
  return parts.map(({ ability: { noun, lamp }, lamps }) => {
    const where = `${nameAll(lamps.map(({ id }) => id))} in ${nameAll([rid])}`;
    const sentence = `The ${noun} does not work on ${where}: it needs ${lamp}.`;
    return { kind: noun, sentence };
  });
}
