import type { BridgeClient, ResourceChangeEvent, Watch } from '../../bridge';
import type { Resource } from '../../resources';
import type { Scene } from '../../resources/table/resources-by-type';
import type { RunningPrograms } from '../../programs/runs/running-programs';

/**
 * True for a change of a scene that was recalled. The next step of a sequence may end the scene before the bridge tells of it: the
 * time of the recall has changed then, and nothing else.
 */
const isRecall = ({ kind, changed, resource: { status } }: ResourceChangeEvent<Scene>): boolean =>
  kind === 'changed' &&
  (changed.includes('status.last_recall') ||
    (changed.includes('status.active') && status?.active !== 'inactive'));

/** Tells the programs of a bridge what happens to its lamps, while it is started. */
export class ProgramLampWatch {
  readonly #client: Pick<BridgeClient, 'stateCache' | 'watch'>;
  readonly #programs: RunningPrograms;
  #watches: readonly Watch[] = [];

  constructor(client: Pick<BridgeClient, 'stateCache' | 'watch'>, programs: RunningPrograms) {
    this.#client = client;
    this.#programs = programs;
  }

  /** Does nothing where it is started already. */
  start(): void {
    if (this.#watches.length > 0) return;
    this.#watches = [
      this.#client.watch({
        rtype: 'light',
        onChange: ({ kind, resource, changed, own }) => {
          if (kind === 'deleted') this.#programs.observeDeletion(new Set([resource.id]));
          else this.#programs.observeLamp(resource, changed, own);
        },
      }),
      this.#client.watch({
        rtype: 'zigbee_connectivity',
        onChange: ({ resource }) => this.#onConnectivity(resource),
      }),
      this.#client.watch({
        rtype: 'scene',
        // A scene is worth no poll of its own.
        interval: Infinity,
        onChange: (change) => this.#onScene(change),
      }),
    ];
  }

  stop(): void {
    for (const watch of this.#watches) watch.stop();
    this.#watches = [];
  }

  /** Somebody who recalls a scene wants its lamps, also those that show it already. */
  #onScene(change: ResourceChangeEvent<Scene>): void {
    // What happened during an outage is judged by what the lamps show.
    if (!isRecall(change) || change.own || change.cause === 'gap') return;
    const lamps = (change.resource.actions ?? []).flatMap(({ target }) => target?.rid ?? []);
    this.#programs.observeExternalScene(new Set(lamps));
  }

  #onConnectivity(connectivity: Resource): void {
    const { stateCache } = this.#client;
    const device = stateCache.ownerRid(connectivity);
    const lamps = stateCache.byType('light').filter((lamp) => stateCache.ownerRid(lamp) === device);
    this.#programs.observeConnectivity(lamps.map(({ id }) => id));
  }
}
