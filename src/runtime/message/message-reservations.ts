import type { MessagePlace } from '../../bridge/queue/message-place';
import type { LampReservation } from '../../bridge/queue/write-order';
import type { PendingProgram } from '../../programs/pending-programs';
import { getBridgePrograms } from '../programs/bridge-programs';
import { listOpenedBridges } from '../bridge/deployed-bridges';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import type { ExecuteOptions } from './execute-request';
import { mayNameBridge } from './resolve-target-setting';

export interface PlacedMessage {
  readonly place: MessagePlace;
  /** Id of the node that received the message. */
  readonly sender?: string;
  /** Its reservations; undefined if the message did not have to wait. */
  readonly lamps?: MessageReservations | undefined;
}

/** Options of a message that has reserved its lamps until it has sent its commands. */
export interface ReservedOptions extends ExecuteOptions {
  readonly lamps: MessageReservations;
}

/** A lamp, group, room, zone or scene, with its bridge. */
interface ReservedTarget {
  readonly bridge: OpenedBridge;
  readonly rid: string;
}

interface ReservedBridge {
  readonly lamps: LampReservation;
  /** Records later commands, whose lamps a program of the message leaves alone. */
  readonly announced: PendingProgram;
}

/**
 * The lamps that a message has reserved while it does not know its commands yet. Later commands for these lamps wait
 * for the message.
 */
export class MessageReservations {
  readonly #reserved = new Map<OpenedBridge, ReservedBridge>();

  constructor(private readonly message: PlacedMessage) {}

  reserve(bridge: OpenedBridge): void {
    if (this.#reserved.has(bridge)) return;
    const announced = this.announce(bridge);
    const lamps = bridge.client.reserveLamps(this.message.place);
    this.#reserved.set(bridge, { lamps, announced });
  }

  /** Announces a program of the message; every command since the message takes precedence over the program. */
  announce(bridge: OpenedBridge): PendingProgram {
    const { place, sender } = this.message;
    return getBridgePrograms(bridge).announce(sender, place, this.#findAnnounced(bridge));
  }

  keepOnly(targets: readonly ReservedTarget[]): void {
    for (const { bridge } of targets) this.reserve(bridge);
    for (const [bridge, { lamps }] of this.#reserved)
      lamps.keepOnly(targets.filter((target) => target.bridge === bridge).map(({ rid }) => rid));
  }

  /**
   * Resolves when all earlier commands for the reserved lamps of a bridge are answered; at once if the bridge is
   * unreachable.
   */
  async waitForEarlier(bridge: OpenedBridge): Promise<void> {
    await this.#reserved.get(bridge)?.lamps.ready;
  }

  /** Releases all lamps, because the message sends nothing more. */
  end(): void {
    for (const { lamps, announced } of this.#reserved.values()) {
      lamps.end();
      announced.end();
    }
    this.#reserved.clear();
  }

  #findAnnounced(bridge: OpenedBridge): PendingProgram | undefined {
    const own = this.#reserved.get(bridge)?.announced;
    const { lamps } = this.message;
    return own === undefined && lamps !== undefined ? lamps.#findAnnounced(bridge) : own;
  }
}

/**
 * Returns the bridges that a message may write to: the node's bridge, and all others if the target may name a bridge.
 */
export const listBridgesToReserve = (
  bridge: OpenedBridge,
  target: unknown,
): readonly OpenedBridge[] => (mayNameBridge(target) ? [bridge, ...listOpenedBridges()] : [bridge]);

/**
 * Runs a message that must wait before it can send, such as for the state of its lamps. All lamps of its bridges are
 * reserved meanwhile.
 *
 * @param run releases the reservations when everything is sent; otherwise they end with `run`
 */
export async function runWithReservedLamps<Result>(
  bridges: readonly OpenedBridge[],
  message: PlacedMessage,
  run: (lamps: MessageReservations) => Promise<Result>,
): Promise<Result> {
  const lamps = new MessageReservations(message);
  for (const bridge of bridges) lamps.reserve(bridge);
  try {
    return await run(lamps);
  } finally {
    lamps.end();
  }
}
