import type { Members } from '../../resources/members';
import { getNestedMember } from '../../resources/members';
import { BoundedMap } from '../../bridge/bounded-map';
import { systemClock } from '../../bridge/clock';
import { lampAppearanceMembers } from '../../vocabulary/light/words/word';
import type { BridgeClient, ResourceChangeEvent, StateCache } from '../../bridge';
import type { StateReader } from '../../bridge/read-state';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import type { TimerHandle, Clock } from '../../bridge/clock';

// What nodes remember of the last commands to a bridge, because its state does not tell, or not yet.

/** In which direction a lamp was dimmed last: the next press of one button dims it in the other. */
export class LastDimDirections {
  readonly #commands = new BoundedMap<string, DimCommand>(mostLamps);

  find(rid: string): DimCommand['direction'] | undefined {
    return this.#commands.get(rid)?.direction;
  }

  /**
   * Ignores commands that do not dim.
   *
   * @param members of the body
   * @returns restores the earlier direction if the command failed and no other command has dimmed since
   */
  record(rid: string, members: Members): () => void {
    const action = getNestedMember(members, 'dimming_delta', 'action');
    if (action !== 'up' && action !== 'down') return () => undefined;
    const before = this.#commands.get(rid);
    const command: DimCommand = { direction: action };
    this.#commands.set(rid, command);
    return () => {
      if (this.#commands.get(rid) !== command) return;
      if (before === undefined) this.#commands.delete(rid);
      else this.#commands.set(rid, before);
    };
  }
}

interface DimCommand {
  readonly direction: 'up' | 'down';
}

const mostLamps = 1_000;

/** In ms, from the response to a recall until the bridge reports the scene as active. */
const maxReportTime = 2_000;

interface Recall {
  readonly sceneRid: string;
  /** In ms of the clock; undefined before the response. */
  answeredAt?: number;
}

/** Scenes that the bridge may not report as active yet: two quick messages must move on by two scenes. */
export class RecentRecalls {
  readonly #recalls = new Map<string, Recall>();

  /** Returns undefined if the state of the bridge counts. */
  getSceneRid(groupRid: string): string | undefined {
    const recall = this.#recalls.get(groupRid);
    if (recall === undefined) return undefined;
    const { sceneRid, answeredAt } = recall;
    if (answeredAt === undefined || systemClock.now() - answeredAt < maxReportTime) return sceneRid;
    this.#recalls.delete(groupRid);
    return undefined;
  }

  /** Keeps a recall for some time after its response. Removes a failed recall. */
  async track<Result>(
    groupRid: string,
    sceneRid: string,
    execute: () => Promise<Result>,
  ): Promise<Result> {
    const recall: Recall = { sceneRid };
    this.#recalls.set(groupRid, recall);
    try {
      const result = await execute();
      recall.answeredAt = systemClock.now();
      return result;
    } catch (error) {
      if (this.#recalls.get(groupRid) === recall) this.#recalls.delete(groupRid);
      throw error;
    }
  }
}

const setMembers: ReadonlySet<string> = new Set(lampAppearanceMembers);

/** Lamps with an external change since the last own write. Watches until the client closes. */
export class LampsSetByHand {
  readonly #rids = new Set<string>();

  constructor(
    private readonly client: BridgeClient,
    private readonly stateReader: StateReader,
  ) {
    client.watch({ rtype: 'light', onChange: (change) => this.#onChange(change) });
    client.onWrite(({ rid }) => this.#onWrite(rid));
  }

  /** True also for a group with such a lamp. */
  async includes({ rid }: { readonly rid: string }): Promise<boolean> {
    const { client, stateReader } = this;
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
    for (const lamp of listLamps(this.client.stateCache, rid)) this.#rids.delete(lamp);
  }
}

/** Returns the lamps that a write to a lamp, group or scene sets. */
const listLamps = (stateCache: StateCache, rid: string): readonly string[] =>
  findLightsAffectedByWrite(stateCache, stateCache.get(rid)).map(({ id }) => id);

/** HomeKit sends them in separate messages. */
interface HueAndSaturationParts {
  hue?: unknown;
  saturation?: unknown;
}

/** In ms. HomeKit sends one part right after the other. */
export const maxHueSaturationWait = 200;

interface WaitingPart {
  parts: HueAndSaturationParts;
  timer: TimerHandle;
  resolve(parts: HueAndSaturationParts): void;
}

/** Joins the hue and the saturation of a colour. At most one part waits for each target. */
export class HueSaturationCoalescer {
  readonly #waiting = new Map<string, WaitingPart>();

  constructor(private readonly clock: Clock) {}

  /**
   * Resolves both messages at the same time; with one part if the other did not arrive within `maxHueSaturationWait`.
   */
  join(rid: string, parts: HueAndSaturationParts): Promise<HueAndSaturationParts> {
    const earlier = this.#waiting.get(rid);
    const joined = { ...earlier?.parts, ...parts };
    if (earlier === undefined) return this.#wait(rid, parts);
    this.clock.clearTimeout(earlier.timer);
    this.#waiting.delete(rid);
    if (joined.hue !== undefined && joined.saturation !== undefined) {
      earlier.resolve(joined);
      return Promise.resolve(joined);
    }
    // If the same part arrives again, both messages take the newer value.
    const pending = this.#wait(rid, joined);
    void pending.then((result) => earlier.resolve(result));
    return pending;
  }

  #wait(rid: string, parts: HueAndSaturationParts): Promise<HueAndSaturationParts> {
    return new Promise((resolve) => {
      const timer = this.clock.setTimeout(() => {
        this.#waiting.delete(rid);
        resolve(parts);
      }, maxHueSaturationWait);
      this.#waiting.set(rid, { parts, timer, resolve });
    });
  }
}
