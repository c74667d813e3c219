import type { BridgeClient, Watch } from '../../bridge';
import type { Resource } from '../../resources';
import type { RunningPrograms } from '../../programs/runs/running-programs';

/** Tells the programs of a bridge what happens to its lamps, while it is started. */
export class ProgramLampWatch {
  readonly #client: Pick<BridgeClient, 'mirror' | 'watch'>;
  readonly #programs: RunningPrograms;
  #watches: readonly Watch[] = [];

  constructor(client: Pick<BridgeClient, 'mirror' | 'watch'>, programs: RunningPrograms) {
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
    ];
  }

  stop(): void {
    for (const watch of this.#watches) watch.stop();
    this.#watches = [];
  }

  #onConnectivity(connectivity: Resource): void {
    const { mirror } = this.#client;
    const device = mirror.ownerRid(connectivity);
    const lamps = mirror.byType('light').filter((lamp) => mirror.ownerRid(lamp) === device);
    this.#programs.observeConnectivity(lamps.map(({ id }) => id));
  }
}
