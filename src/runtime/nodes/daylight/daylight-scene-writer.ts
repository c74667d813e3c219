import { unitLengths } from '../../../units/duration';
import type { DaylightInMirek } from '../../../programs/daylight/daylight-curve';
import { createDaylightSceneActions } from '../../../programs/daylight/daylight-scene-actions';
import { createTargetResolver } from '../../../vocabulary/lookup';
import { checkCommandBody } from '../../../vocabulary/service-body';
import { executeWrite } from '../../message/execute-request';
import { createMissingTargetError } from '../../message/missing-target';
import { formatSettingPath, getParsedOrThrow, toError } from '../../settings/node-errors';
import type { SourceContext } from '../../watch/source-context';
import type { Resource } from '../../../resources';

/** In ms, between two writes. */
const shortestInterval = 5 * unitLengths.minute;

const resolveScene = createTargetResolver(['scene']);
const path = formatSettingPath('scene');

/** Writes the light of the day into a scene, so that a wall switch or an automation that recalls it starts this light. */
export class DaylightSceneWriter {
  readonly #stopping = new AbortController();
  #isWriting = false;
  #triedAt = -Infinity;
  #problem: Error | undefined;

  /**
   * @param address id, name or `Room/Name` of the scene
   * @param onProblem called if the problem has changed
   */
  constructor(
    private readonly context: Pick<SourceContext, 'bridge' | 'node' | 'onError'>,
    private readonly address: string,
    private readonly onProblem: () => void,
  ) {}

  /** The last write failed, or the scene was not found. */
  get problem(): Error | undefined {
    return this.#problem;
  }

  /** Writes a light that differs noticeably from that of the scene, at most every five minutes. */
  update(point: DaylightInMirek): void {
    const now = performance.now();
    if (this.#isWriting || now - this.#triedAt < shortestInterval) return;
    if (this.context.bridge.client.connectionState.kind !== 'connected') return;
    this.#isWriting = true;
    this.#write(point)
      .then(
        () => this.#setProblem(undefined),
        (error: unknown) => {
          this.#triedAt = now;
          if (!this.#stopping.signal.aborted) this.#setProblem(toError(error));
        },
      )
      .finally(() => {
        this.#isWriting = false;
      });
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #write(point: DaylightInMirek): Promise<void> {
    const { bridge, node } = this.context;
    const { stateCache } = bridge.client;
    const options = { signal: this.#stopping.signal, sender: node.id };
    const known = this.#find();
    const getActions = (scene: Resource): ReturnType<typeof createDaylightSceneActions> =>
      createDaylightSceneActions(scene, point, (rid) => stateCache.get(rid, 'light'));
    if (getActions(known) === undefined) return;
    // The bridge replaces the whole list, which may have changed.
    const { data: scene } = await bridge.client.get('scene', known.id, options);
    const actions = getActions(scene);
    if (actions === undefined) return;
    const command = getParsedOrThrow(
      checkCommandBody('scene', 'update', { actions }, { at: path, allowUnknownFields: true }),
    );
    await executeWrite(
      bridge,
      { operation: 'update', rtype: 'scene', rid: scene.id },
      command,
      options,
    );
    this.#triedAt = performance.now();
  }

  #find(): Resource {
    const { stateCache } = this.context.bridge.client;
    const { resource } = getParsedOrThrow(
      resolveScene(stateCache, this.address, path),
      'ERR_BRIDGE_UNKNOWN_TARGET',
    );
    if (resource !== undefined) return resource;
    throw createMissingTargetError(stateCache, {
      targets: [this.address],
      kind: 'scene',
      at: path,
    });
  }

  #setProblem(problem: Error | undefined): void {
    if (problem?.message === this.#problem?.message) return;
    this.#problem = problem;
    if (problem !== undefined) this.context.onError(problem);
    this.onProblem();
  }
}
