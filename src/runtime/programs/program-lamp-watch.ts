import type { BridgeClient, ResourceChangeEvent, Watch } from '../../bridge';
import type { Resource } from '../../resources';
import type { Scene } from '../../resources/table/resources-by-type';
import type { RunningPrograms } from '../../programs/runs/running-programs';

/** Recognises a recall by its time too: the next step of a sequence may end the scene before the bridge reports it. */
const isRecall = ({ kind, changed, resource: { status } }: ResourceChangeEvent<Scene>): boolean =>
  kind === 'changed' &&
  (changed.includes('status.last_recall') ||
    (changed.includes('status.active') && status?.active !== 'inactive'));

export class ProgramLampWatch {
  #watches: readonly Watch[] = [];

  constructor(
    private readonly client: Pick<BridgeClient, 'stateCache' | 'watch'>,
    private readonly programs: RunningPrograms,
  ) {}

  /** Ignores repeated calls. */
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
        interval: Infinity,
        onChange: (change) => this.#onScene(change),
      }),
    ];
  }

  stop(): void {
    for (const watch of this.#watches) watch.stop();
    this.#watches = [];
  }

  /** Ends programs on all lamps of the scene, even if they show it already. */
  #onScene(change: ResourceChangeEvent<Scene>): void {
    // After a gap, the lamps decide.
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
