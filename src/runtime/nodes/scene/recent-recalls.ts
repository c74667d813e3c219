import { systemClock } from '../../../bridge/time/clock';
import type { Clock } from '../../../bridge/time/clock';
import type { OpenedBridge } from '../../bridge/open-bridge-client';

/** Longest time in ms from the response to a recall until the bridge reports the scene as active. */
const maxReportTime = 2_000;

interface Recall {
  readonly sceneRid: string;
  /** Time of the response in ms of the clock; undefined before. */
  answeredAt?: number;
}

/** Recalled scenes that the bridge may not report as active yet, so that two quick messages move on by two scenes. */
class RecentRecalls {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #recalls = new Map<string, Recall>();

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  /** @returns the id of the recalled scene of a group; undefined if the state of the bridge counts */
  getSceneRid(groupRid: string): string | undefined {
    const recall = this.#recalls.get(groupRid);
    if (recall === undefined) return undefined;
    const { sceneRid, answeredAt } = recall;
    if (answeredAt === undefined || this.#clock.now() - answeredAt < maxReportTime) return sceneRid;
    this.#recalls.delete(groupRid);
    return undefined;
  }

  /** Stores a recall until some time after its response. Removes a failed recall. */
  async track<Result>(
    groupRid: string,
    sceneRid: string,
    execute: () => Promise<Result>,
  ): Promise<Result> {
    const recall: Recall = { sceneRid };
    this.#recalls.set(groupRid, recall);
    try {
      const result = await execute();
      recall.answeredAt = this.#clock.now();
      return result;
    } catch (error) {
      if (this.#recalls.get(groupRid) === recall) this.#recalls.delete(groupRid);
      throw error;
    }
  }
}

const recallsByBridge = new WeakMap<OpenedBridge['stateReader'], RecentRecalls>();

/** Returns the recent recalls of a bridge, shared by all its nodes. */
export function getRecentRecalls({
  stateReader,
}: Pick<OpenedBridge, 'stateReader'>): RecentRecalls {
  const recalls = recallsByBridge.get(stateReader) ?? new RecentRecalls();
  recallsByBridge.set(stateReader, recalls);
  return recalls;
}
