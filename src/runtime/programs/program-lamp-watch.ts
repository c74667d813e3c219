import type { BridgeClient, ResourceChangeEvent, Watch } from '../../bridge';
import type { Resource } from '../../resources';
import type { Scene } from '../../resources/table/resources-by-type';
import type { RunningPrograms } from '../../programs/runs/running-programs';

/**
 * True if a change is the recall of a scene. If the next step of a sequence ends the scene before the bridge reports
 * the recall, only the time of the recall has changed.
 */
const isRecall = ({ kind, changed, resource: { status } }: ResourceChangeEvent<Scene>): boolean =>
  kind === 'changed' &&
  (changed.includes('status.last_recall') ||
    (changed.includes('status.active') && status?.active !== 'inactive'));

/** Reports the changes of lamps and scenes to the programs of a bridge. */
export class ProgramLampWatch {
  #watches: readonly Watch[] = [];

  constructor(
    private readonly client: Pick<BridgeClient, 'stateCache' | 'watch'>,
    private readonly programs: RunningPrograms,
  ) {}

  /** Does nothing if it is already started. */
  start(): void {
    if (this.#watches.length > 0) return;
    this.#watches = [
      this.client.watch({
        rtype: 'light',
        onChange: ({ kind, resource, changed, own }) => {
          if (kind === 'deleted') this.programs.observeDeletion(new Set([resource.id]));
          else this.programs.observeLamp(resource, changed, own);
        },
      }),
      this.client.watch({
        rtype: 'zigbee_connectivity',
        onChange: ({ resource }) => this.#onConnectivity(resource),
      }),
      this.client.watch({
        rtype: 'scene',
        // Do not poll for scenes.
        interval: Infinity,
        onChange: (change) => this.#onScene(change),
      }),
    ];
  }

  stop(): void {
    for (const watch of this.#watches) watch.stop();
    this.#watches = [];
  }

  /** A recall of a scene takes precedence on all its lamps, even if they show the scene already. */
  #onScene(change: ResourceChangeEvent<Scene>): void {
    // After a gap, the state of the lamps decides.
    if (!isRecall(change) || change.own || change.cause === 'gap') return;
    const lamps = (change.resource.actions ?? []).flatMap(({ target }) => target?.rid ?? []);
    this.programs.observeExternalScene(new Set(lamps));
  }

  #onConnectivity(connectivity: Resource): void {
    const { stateCache } = this.client;
    const device = stateCache.ownerRid(connectivity);
    const lamps = stateCache.byType('light').filter((lamp) => stateCache.ownerRid(lamp) === device);
    this.programs.observeConnectivity(lamps.map(({ id }) => id));
  }
}
