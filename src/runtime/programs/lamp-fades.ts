import { BoundedMap } from '../../bridge/bounded-map';
import { systemClock } from '../../bridge/clock';
import type { RequestedWrite } from '../../bridge/watch';
import { isBetween } from '../../resources/shown-light';
import { getNestedMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { unitLengths } from '../../units/duration';
import { interpolateBrightness } from '../../units/lightness';
import type { BridgePrograms } from './bridge-programs';
import { interpolate } from '../../units/arithmetic';
import type { BridgeClient } from '../../bridge';

export interface FadeCourse {
  /** In percent; 0 is off. */
  readonly from: number;
  readonly to: number;
  /** In ms since the epoch. */
  readonly startedAt: number;
  /** In ms. */
  readonly duration: number;
  /** Brightness at a share of the duration, from 0 to 1; if missing, it changes evenly. */
  readonly brightnessAt?: (share: number) => number;
}

/** In percent. */
export function getPresentBrightness(course: FadeCourse, now: number): number {
  const { from, to, startedAt, duration } = course;
  const share = Math.min(1, Math.max(0, (now - startedAt) / duration));
  return course.brightnessAt?.(share) ?? interpolate(from, to, share);
}

/** In ms; 0 after the end. */
export const getRemainingTime = ({ startedAt, duration }: FadeCourse, now: number): number =>
  Math.max(0, startedAt + duration - now);

/** In ms. A shorter transition is over before people look. */
const shortestFade = 10 * unitLengths.second;
const maxFades = 200;
/** For a reported brightness, in percent points. */
const tolerance = 1;

/** Long changes of brightness: transitions, and fades of programs. */
export class LampFades {
  readonly #transitions = new BoundedMap<string, FadeCourse>(maxFades);

  constructor(
    private readonly client: Pick<BridgeClient, 'stateCache' | 'onWrite'>,
    private readonly programs: Pick<BridgePrograms, 'runner'>,
  ) {
    client.onWrite((write) => this.#observe(write));
  }

  /** Returns undefined if none runs, or if the reported brightness is off the course. */
  find(rid: string): FadeCourse | undefined {
    const fade = this.#findOfProgram(rid) ?? this.#transitions.get(rid);
    const reported = getBrightness(this.client.stateCache.get(rid));
    const isRunning = fade !== undefined && getRemainingTime(fade, systemClock.wallTime()) > 0;
    if (!isRunning || reported === undefined) return undefined;
    return isBetween(reported, fade.from, fade.to, tolerance) ? fade : undefined;
  }

  /** Removes a transition that has failed, or that somebody else has ended. */
  forget(rid: string): void {
    this.#transitions.delete(rid);
  }

  #findOfProgram(rid: string): FadeCourse | undefined {
    const fade = this.programs.runner?.findFade(rid);
    if (fade === undefined) return undefined;
    const { content, startedAt } = fade;
    const [from, to] = [content.from.brightness, content.to.brightness];
    if (from === undefined || to === undefined) return undefined;
    const brightnessAt = (share: number): number => interpolateBrightness(from, to, share);
    return { from, to, startedAt, duration: content.duration, brightnessAt };
  }

  #observe({ rid, members, isBackground }: RequestedWrite) {
    if (isBackground) return undefined;
    if (members !== undefined) {
      this.#record(rid, members);
      return undefined;
    }
    return (known: Members): undefined => {
      this.#record(rid, known);
    };
  }

  #record(rid: string, members: Members): void {
    const setsBrightness = ['on', 'dimming', 'dimming_delta'].some((name) => name in members);
    if (!setsBrightness) return;
    const now = systemClock.wallTime();
    const running = this.#transitions.get(rid);
    this.#transitions.delete(rid);
    const duration = getNestedMember(members, 'dynamics', 'duration');
    if (typeof duration !== 'number' || duration < shortestFade) return;
    const from =
      running !== undefined && getRemainingTime(running, now) > 0
        ? getPresentBrightness(running, now)
        : getBrightness(this.client.stateCache.get(rid));
    const to = getBrightness(members);
    if (from === undefined || to === undefined || Math.round(from) === Math.round(to)) return;
    this.#transitions.set(rid, { from, to, startedAt: now, duration });
  }
}

/** Returns percent, 0 for off; undefined without a brightness. */
function getBrightness(state: Resource | Members | undefined) {
  if (getNestedMember(state, 'on', 'on') === false) return 0;
  const brightness = getNestedMember(state, 'dimming', 'brightness');
  return typeof brightness === 'number' ? brightness : undefined;
}
