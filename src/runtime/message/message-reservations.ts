import type { MessagePlace } from '../../bridge/queue/message-place';
import type { LampReservation } from '../../bridge/queue/write-order';
import type { PendingProgram } from '../../programs/pending-programs';
import { getBridgePrograms } from '../programs/bridge-programs';
import { listOpenedBridges } from '../bridge/deployed-bridges';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { mayNameBridge } from './resolve-target-setting';

/** What a message is, among all others. */
export interface PlacedMessage {
  /** Its place among all writes. */
  readonly place: MessagePlace;
  /** Id of the node that got it. */
  readonly sender?: string;
  /** What it has reserved since it arrived; undefined where it did not have to wait yet. */
  readonly lamps?: MessageReservations | undefined;
}

/** A lamp, a group, a room, a zone or a scene, and its bridge. */
interface ReservedTarget {
  readonly bridge: OpenedBridge;
  readonly rid: string;
}

/** The lamps of one bridge that a message has reserved. */
interface ReservedBridge {
  readonly lamps: LampReservation;
  /** Takes note of what is asked for meanwhile: a program of the message leaves it as it is. */
  readonly announced: PendingProgram;
}

/**
 * The lamps that a message has reserved on its bridges while it does not know yet what to send to them: what later messages
 * ask of these lamps waits, and does not overtake it.
 */
export class MessageReservations {
  readonly #message: PlacedMessage;
  readonly #reserved = new Map<OpenedBridge, ReservedBridge>();

  constructor(message: PlacedMessage) {
    this.#message = message;
  }

  /** Reserves all lamps of a bridge. */
  reserve(bridge: OpenedBridge): void {
    if (this.#reserved.has(bridge)) return;
    const announced = this.announce(bridge);
    const lamps = bridge.client.reserveLamps(this.#message.place);
    this.#reserved.set(bridge, { lamps, announced });
  }

  /** Takes note of a program that the message starts: all that was asked for since the message comes after it. */
  announce(bridge: OpenedBridge): PendingProgram {
    const { place, sender } = this.#message;
    return getBridgePrograms(bridge).announce(sender, place, this.#findAnnounced(bridge));
  }

  /** Reserves the lamps of what the message is about, and no others any more. */
  keepOnly(targets: readonly ReservedTarget[]): void {
    for (const { bridge } of targets) this.reserve(bridge);
    for (const [bridge, { lamps }] of this.#reserved)
      lamps.keepOnly(targets.filter((target) => target.bridge === bridge).map(({ rid }) => rid));
  }

  /** Resolves when all that was asked of the reserved lamps of a bridge before is answered; at once where it is away. */
  async waitForEarlier(bridge: OpenedBridge): Promise<void> {
    await this.#reserved.get(bridge)?.lamps.ready;
  }

  /** Gives all lamps back: the message has sent what it asks for, or sends nothing more. */
  end(): void {
    for (const { lamps, announced } of this.#reserved.values()) {
      lamps.end();
      announced.end();
    }
    this.#reserved.clear();
  }

  #findAnnounced(bridge: OpenedBridge): PendingProgram | undefined {
    const own = this.#reserved.get(bridge)?.announced;
    const { lamps } = this.#message;
    return own === undefined && lamps !== undefined ? lamps.#findAnnounced(bridge) : own;
  }
}

/** The bridges on which a message may set lamps: that of its node, and all others where its target may name one. */
export const listBridgesToReserve = (
  bridge: OpenedBridge,
  target: unknown,
): readonly OpenedBridge[] => (mayNameBridge(target) ? [bridge, ...listOpenedBridges()] : [bridge]);

/**
 * Runs a message that has to wait before it can send, such as for the state of its lamps, with all lamps of its bridges
 * reserved.
 *
 * @param run ends the reservations as soon as everything is sent; they end with it otherwise
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
