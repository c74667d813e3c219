import type { BridgeClient } from '../../bridge';
import { Turn } from '../../bridge/turn';
import type { HeldLamps } from '../../bridge/turn';
import type { BridgeSettings } from './open-bridge';
import type { BridgeStore } from './store';
import type { StateReader } from '../../bridge/read-state';
import { BridgePrograms } from '../programs/bridge-programs';
import {
  RecentRecalls,
  LastDimDirections,
  HueSaturationCoalescer,
  LampsSetByHand,
} from './recent-commands';
import { systemClock } from '../../bridge/clock';
import { OneAtATime } from './one-at-a-time';
import { LampFades } from '../programs/lamp-fades';
import { resolveClientLimits } from '../../bridge/limits';
import type { NodeRedDeployApi } from '../deploy';
import { BridgeLogbook } from '../logbook/bridge-logbook';
import { createProgramEnvironment } from '../programs/program-environment';
import { ShownConnections } from './shown-connections';
import type { ShownConnection } from './shown-connections';

interface BridgeParts {
  readonly client: BridgeClient;
  readonly settings: Pick<BridgeSettings, 'limits' | 'showStates' | 'logbook'>;
  readonly store: BridgeStore;
  /** Missing outside Node-RED. */
  readonly deploys: NodeRedDeployApi | undefined;
  readonly warn: (warning: string) => void;
}

/** One bridge as the nodes see it: its client, its programs, and what they remember of it until it is closed. */
export class Bridge {
  readonly client: BridgeClient;
  readonly stateReader: StateReader;
  readonly store: BridgeStore;
  readonly showsStates: boolean;
  readonly programs: BridgePrograms;
  readonly recentRecalls = new RecentRecalls();
  readonly lastDimDirections = new LastDimDirections();
  readonly homeKitColors = new HueSaturationCoalescer(systemClock);
  /** Two messages with one new name create one scene. */
  readonly sceneStoring = new OneAtATime();
  /** In ISO 8601, by the id of the radio: bridges report no such time. */
  readonly unreachableSince = new Map<string, string>();
  /** Undefined while it is off. */
  readonly logbook: BridgeLogbook | undefined;
  readonly #shownConnections: ShownConnections;
  #lampsSetByHand: LampsSetByHand | undefined;
  #fades: LampFades | undefined;

  constructor({ client, settings, store, deploys, warn }: BridgeParts) {
    this.client = client;
    this.stateReader = client.stateReader;
    this.#shownConnections = new ShownConnections(client);
    this.store = store;
    this.showsStates = settings.showStates;
    const environment = deploys && createProgramEnvironment(deploys, store);
    const limits = resolveClientLimits(settings.limits);
    if (settings.logbook !== 'off')
      this.logbook = new BridgeLogbook(client, {
        folder: settings.logbook === 'days' ? store.nameFolder('logbook') : undefined,
        warn,
      });
    this.programs = new BridgePrograms({ client, limits, environment, warn });
  }

  /**
   * Shows the connection in the status of a node until the result is stopped.
   *
   * @param bridgeName if the node has several bridges
   */
  showConnection(...shown: Parameters<ShownConnections['show']>): ShownConnection {
    return this.#shownConnections.show(...shown);
  }

  /** The turn of a message that arrives now. What waits for its code has not loaded the turn either. */
  takeTurn(): Turn {
    return new Turn();
  }

  /** Holds all lamps for a turn, and records what its message might still start a program against. */
  holdLamps(turn: Turn): HeldLamps {
    const stopRecording = this.programs.recordLater(turn);
    const held = this.client.holdLamps(turn);
    return {
      ...held,
      end() {
        held.end();
        stopRecording();
      },
    };
  }

  /** Watches the lamps from the first call on. */
  watchLampsSetByHand(): LampsSetByHand {
    return (this.#lampsSetByHand ??= new LampsSetByHand(this.client, this.stateReader));
  }

  /** The first call begins to observe writes. */
  get fades(): LampFades {
    return (this.#fades ??= new LampFades(this.client, this.programs));
  }

  /** Rejects pending requests. */
  async close(): Promise<void> {
    try {
      this.programs.close();
    } finally {
      await this.#closeParts();
    }
  }

  async #closeParts(): Promise<void> {
    try {
      // The next session of the bridge begins when the store is closed.
      await this.logbook?.close();
    } finally {
      await Promise.all([this.store.close(), this.client.close()]);
    }
  }
}
