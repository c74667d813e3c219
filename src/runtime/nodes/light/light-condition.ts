import type { ResourceChangeEvent, StateCache } from '../../../bridge';
import { findLightsAffectedByWrite } from '../../../resources/group-lights';
import type { ActionOutcome } from '../../message/action-outcome';
import { getOnOrEnabledState } from '../../message/execute-request';
import type { ReservedOptions } from '../../message/message-reservations';
import { lampAppearanceMembers } from '../../../vocabulary/light/light-property';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import { createSkippedOutcome } from '../../message/action-outcome';
import type { OpenedBridge } from '../../bridge/open-bridge-client';
import { parseChoice } from '../../settings/evaluate-setting';

/** What must be true of a lamp or group so that a command for it is carried out. `never`: nothing is to be done. */
export type LightCondition = 'off' | 'on' | 'notSetByHand' | 'never';

const choices = ['always', 'off', 'on', 'notSetByHand'] as const;

/**
 * @param value the setting as the flow file holds it; missing in flows of older versions
 * @returns undefined if every command is carried out
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown value
 */
export function parseLightCondition(value: unknown): LightCondition | undefined {
  const choice = parseChoice(value, choices, 'onlyIf');
  return choice === 'always' ? undefined : choice;
}

/**
 * Checks the condition of a node for one lamp or group, after earlier commands. Whether the target is on is read from
 * the bridge.
 *
 * @returns the outcome of a command that is not carried out; undefined if the condition is met
 * @throws {BridgeError} when the bridge cannot be read
 */
export async function checkLightCondition(
  condition: LightCondition,
  bridge: OpenedBridge,
  target: ResolvedTarget,
  { signal, lamps }: ReservedOptions,
): Promise<ActionOutcome | undefined> {
  if (condition === 'never') return createSkippedOutcome(bridge, target, 'press');
  await lamps.waitForEarlier(bridge);
  if (condition === 'notSetByHand') {
    const isSetByHand = await getLampsSetByHand(bridge).includes(target);
    return isSetByHand ? createSkippedOutcome(bridge, target, 'setByHand') : undefined;
  }
  const { rtype, rid } = target;
  const { data } = await bridge.client.get(rtype, rid, { signal, waitIfOffline: true });
  const present = getOnOrEnabledState(data) === true ? 'on' : 'off';
  return present === condition ? undefined : createSkippedOutcome(bridge, target, present);
}

/** The key is the client, so that a deploy that leaves the bridge as it is keeps the lamps. */
const lampsSetByHandByClient = new WeakMap<object, LampsSetByHand>();

/** Returns the lamps of a bridge that are set by hand; the first call starts to watch them. */
export function getLampsSetByHand(bridge: OpenedBridge): LampsSetByHand {
  const known = lampsSetByHandByClient.get(bridge.client);
  if (known !== undefined) return known;
  const lamps = new LampsSetByHand(bridge);
  lampsSetByHandByClient.set(bridge.client, lamps);
  return lamps;
}

const setMembers: ReadonlySet<string> = new Set(lampAppearanceMembers);

/** The lamps with an external change since the last own write to them. Watches until the client closes. */
class LampsSetByHand {
  readonly #rids = new Set<string>();

  constructor(private readonly bridge: OpenedBridge) {
    bridge.client.watch({ rtype: 'light', onChange: (change) => this.#onChange(change) });
    bridge.client.onWrite(({ rid }) => this.#onWrite(rid));
  }

  /** Returns true for a lamp that is set by hand, and for a group with such a lamp. */
  async includes({ rid }: ResolvedTarget): Promise<boolean> {
    const { client, stateReader } = this.bridge;
    // Without an event stream, the last change may not be known yet.
    if (client.connectionState.mode !== 'stream') await stateReader.refetch();
    return listLamps(client.stateCache, rid).some((lamp) => this.#rids.has(lamp));
  }

  #onChange({ kind, own, changed, resource: { id } }: ResourceChangeEvent): void {
    if (kind === 'deleted') this.#rids.delete(id);
    const isSet = changed.some((path) => setMembers.has(path.split('.', 1)[0] ?? ''));
    if (kind === 'changed' && !own && isSet) this.#rids.add(id);
  }

  #onWrite(rid: string | undefined): undefined {
    if (rid === undefined) return;
    for (const lamp of listLamps(this.bridge.client.stateCache, rid)) this.#rids.delete(lamp);
  }
}

/** Returns the ids of the lamps that a write to a lamp, group or scene sets. */
const listLamps = (stateCache: StateCache, rid: string): readonly string[] =>
  findLightsAffectedByWrite(stateCache, stateCache.get(rid)).map(({ id }) => id);
