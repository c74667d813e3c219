import type { ResourceChangeEvent, StateCache } from '../../bridge';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import { lampAppearanceMembers } from '../../vocabulary/light/words/word';
import type { OpenedBridge } from '../bridge/open-bridge';
import { createSkippedOutcome } from '../outcome';
import type { ActionOutcome } from '../outcome';
import { getOnOrEnabledState } from '../requests';
import type { ReservedOptions } from '../message/message-reservations';
import type { ResolvedTarget } from '../target';
import { parseChoice } from '../settings';

/** Condition for a command to a lamp or group. `never`: nothing is to be done. */
export type LightCondition = 'off' | 'on' | 'notSetByHand' | 'never';

const choices = ['always', 'off', 'on', 'notSetByHand'] as const;

/**
 * @param value missing in flows of older versions
 * @returns undefined if every command is carried out
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an unknown value
 */
export function parseLightCondition(value: unknown): LightCondition | undefined {
  const choice = parseChoice(value, choices, 'onlyIf');
  return choice === 'always' ? undefined : choice;
}

/**
 * Checks after earlier commands. Reads from the bridge whether the target is on.
 *
 * @returns undefined if the condition is met
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

/** By client: a deploy that leaves the bridge as it is keeps the lamps. */
const lampsSetByHandByClient = new WeakMap<object, LampsSetByHand>();

/** The first call starts to watch the lamps. */
export function getLampsSetByHand(bridge: OpenedBridge): LampsSetByHand {
  const known = lampsSetByHandByClient.get(bridge.client);
  if (known !== undefined) return known;
  const lamps = new LampsSetByHand(bridge);
  lampsSetByHandByClient.set(bridge.client, lamps);
  return lamps;
}

const setMembers: ReadonlySet<string> = new Set(lampAppearanceMembers);

/** Lamps with an external change since the last own write. Watches until the client closes. */
class LampsSetByHand {
  readonly #rids = new Set<string>();

  constructor(private readonly bridge: OpenedBridge) {
    bridge.client.watch({ rtype: 'light', onChange: (change) => this.#onChange(change) });
    bridge.client.onWrite(({ rid }) => this.#onWrite(rid));
  }

  /** True also for a group with such a lamp. */
  async includes({ rid }: ResolvedTarget): Promise<boolean> {
    const { client, stateReader } = this.bridge;
    // Without an event stream, the last change may be unknown.
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

/** Returns the lamps that a write to a lamp, group or scene sets. */
const listLamps = (stateCache: StateCache, rid: string): readonly string[] =>
  findLightsAffectedByWrite(stateCache, stateCache.get(rid)).map(({ id }) => id);
