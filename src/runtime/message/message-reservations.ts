import type { MessagePlace } from '../../bridge/turn';
import type { LampReservation } from '../../bridge/schedule';
import type { PendingProgram } from '../../programs/pending-programs';
import { listOpenedBridges } from '../bridge/deployed';
import type { Bridge } from '../bridge/bridge';
import type { SendOptions } from '../requests';
import { mayNameBridge } from '../stored-settings';

export interface PlacedMessage {
  readonly place: MessagePlace;
  /** Id of the receiving node. */
  readonly sender?: string;
  readonly lamps?: MessageReservations | undefined;
}

export interface ReservedOptions extends SendOptions {
  readonly lamps: MessageReservations;
}

/** A lamp, group, room, zone or scene. */
interface ReservedTarget {
  readonly bridge: Bridge;
  readonly rid: string;
}

interface ReservedBridge {
  readonly lamps: LampReservation;
  /** Records later commands; a program of the message leaves their lamps alone. */
  readonly announced: PendingProgram;
}

/** Reserves lamps while a message does not know its commands yet. Later commands for these lamps wait. */
export class MessageReservations {
  readonly #reserved = new Map<Bridge, ReservedBridge>();

  constructor(private readonly message: PlacedMessage) {}

  reserve(bridge: Bridge): void {
    if (this.#reserved.has(bridge)) return;
    const announced = this.announce(bridge);
    const lamps = bridge.client.reserveLamps(this.message.place);
    this.#reserved.set(bridge, { lamps, announced });
  }

  /** Announces a program; every command since the message takes precedence. */
  announce(bridge: Bridge): PendingProgram {
    const { place, sender } = this.message;
    return bridge.programs.announce(sender, place, this.#findAnnounced(bridge));
  }

  keepOnly(targets: readonly ReservedTarget[]): void {
    for (const { bridge } of targets) this.reserve(bridge);
    for (const [bridge, { lamps }] of this.#reserved)
      lamps.keepOnly(targets.filter((target) => target.bridge === bridge).map(({ rid }) => rid));
  }

  /** Resolves when earlier commands for the reserved lamps are answered; at once if the bridge is unreachable. */
  async waitForEarlier(bridge: Bridge): Promise<void> {
    await this.#reserved.get(bridge)?.lamps.ready;
  }

  end(): void {
    for (const { lamps, announced } of this.#reserved.values()) {
      lamps.end();
      announced.end();
    }
    this.#reserved.clear();
  }

  #findAnnounced(bridge: Bridge): PendingProgram | undefined {
    const own = this.#reserved.get(bridge)?.announced;
    const { lamps } = this.message;
    return own === undefined && lamps !== undefined ? lamps.#findAnnounced(bridge) : own;
  }
}

/** Returns all bridges if the target may name one. */
export const listBridgesToReserve = (bridge: Bridge, target: unknown): readonly Bridge[] =>
  mayNameBridge(target) ? [bridge, ...listOpenedBridges()] : [bridge];

/**
 * Reserves all lamps of the bridges for a message that must wait, such as for the state of its lamps.
 *
 * @param run may release the reservations when everything is sent; otherwise they end with `run`
 */
export async function runWithReservedLamps<Result>(
  bridges: readonly Bridge[],
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
