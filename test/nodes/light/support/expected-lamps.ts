import { getNestedMember } from '../../../../src/resources/members';
import { createFixtureId } from '../../../../src/simulator';

/** The room of the random messages. */
export const room = 'Living room';

const dimmable = ['living-ceiling', 'living-floor', 'sofa-left', 'sofa-right', 'tv-strip'].map(
  (key) => createFixtureId(`light/${key}`),
);
const plug = createFixtureId('light/window-plug');

/** The brightness of the scenes of the room. */
const scenes: ReadonlyMap<unknown, number> = new Map([
  ['Relax', 56.3],
  ['Bright', 100],
]);

/** A payload of a light node or a scene node. */
export type RandomPayload = boolean | string | Readonly<Record<string, unknown>>;

/** A message for lamps: their ids, or the room. */
export interface RandomCommand {
  readonly node: string;
  readonly target: string | readonly string[];
  readonly payload: RandomPayload;
}

/** What a lamp must show in the end; undefined where the messages do not say it. */
export interface ExpectedLamp {
  readonly on: boolean | undefined;
  readonly brightness: number | undefined;
  /** What runs on it, and may be over by now. */
  readonly runs?: RunningOnLamp | undefined;
  /** True where its brightness is that of a program which reads the lamp first: another program may start before it. */
  readonly isStarting?: boolean;
  /** The brightness that waits until the lamp comes on; `unknown` where it may have come on since. */
  readonly waiting?: number | 'unknown' | undefined;
}

interface RunningOnLamp {
  readonly returns: boolean;
  /** Whether the lamp was on before. */
  readonly wasOn: boolean | undefined;
}

/** A plug has no brightness. */
const toLit = (rid: string, brightness: number | undefined): ExpectedLamp => ({
  on: true,
  brightness: rid === plug ? undefined : brightness,
});

/** What messages ask of the lamps of a room, by the rule that messages take effect in their order. */
export class ExpectedLamps {
  /** By the ids of the lamps. */
  readonly lamps = new Map<string, ExpectedLamp>(
    [...dimmable, plug].map((rid) => [rid, toLit(rid, 50)]),
  );
  #saved: ReadonlyMap<string, ExpectedLamp> = new Map();

  /** Takes note of a message. @returns true if it must fail */
  take({ node, target, payload }: RandomCommand): boolean {
    const rids = target === room ? [...dimmable, plug] : [target].flat();
    if (getNestedMember(payload, 'save') === 'here') {
      this.#saved = new Map(rids.map((rid) => [rid, this.#read(rid)]));
      return false;
    }
    if (getNestedMember(payload, 'restore') === 'here') {
      for (const rid of rids) this.#restore(rid);
      return rids.every((rid) => !this.#saved.has(rid));
    }
    const isAnyOn = payload === 'toggle' ? this.#isAnyOn(rids) : undefined;
    for (const rid of rids) {
      if (node === 'scene') this.lamps.set(rid, toLit(rid, scenes.get(payload)));
      else if (typeof payload === 'boolean') this.#setPower(rid, payload);
      else if (payload === 'toggle')
        this.#setPower(rid, isAnyOn === undefined ? undefined : !isAnyOn);
      else if (payload === 'stop') this.#stop(rid);
      else if (typeof payload === 'object') this.#setLight(rid, payload);
    }
    return false;
  }

  #get(rid: string): ExpectedLamp {
    return this.lamps.get(rid) ?? { on: undefined, brightness: undefined };
  }

  /** What the lamp shows now, as far as that is known while something may run on it. */
  #settled(rid: string): ExpectedLamp {
    const { on, brightness, runs } = this.#get(rid);
    if (runs === undefined) return { on, brightness };
    // What runs leaves the lamp on, but may not have begun.
    const isOn = runs.wasOn === true && on !== false ? true : undefined;
    return { on: isOn, brightness: undefined };
  }

  /** What a message reads of the lamp. */
  #read(rid: string): ExpectedLamp {
    const { on, brightness } = this.#settled(rid);
    return { on, brightness: this.#get(rid).isStarting === true ? undefined : brightness };
  }

  #isAnyOn(rids: readonly string[]): boolean | undefined {
    const states = new Set(rids.map((rid) => this.#settled(rid).on));
    if (states.has(true)) return true;
    return states.has(undefined) ? undefined : false;
  }

  #restore(rid: string): void {
    const saved = this.#saved.get(rid);
    // A lamp that is off does not take the brightness that it had.
    if (saved?.on === true) this.lamps.set(rid, saved);
    else if (saved !== undefined) this.lamps.set(rid, { on: saved.on, brightness: undefined });
  }

  #setPower(rid: string, on: boolean | undefined): void {
    const { waiting } = this.#get(rid);
    const before = this.#settled(rid);
    if (on === true) {
      const brightness = waiting ?? before.brightness;
      this.lamps.set(rid, { on, brightness: brightness === 'unknown' ? undefined : brightness });
    } else {
      const isUnknown = waiting !== undefined && (on === undefined || before.on === undefined);
      this.lamps.set(rid, { on, brightness: undefined, waiting: isUnknown ? 'unknown' : waiting });
    }
  }

  /** The bridge ends a transition that is under way, such as that of a scene, also where a program has not begun yet. */
  #stop(rid: string): void {
    const { on, runs } = this.#get(rid);
    if (runs?.returns === true) this.lamps.set(rid, { on, brightness: undefined, runs });
    else this.lamps.set(rid, { on: this.#settled(rid).on, brightness: undefined });
  }

  #setLight(rid: string, payload: Exclude<RandomPayload, boolean | string>): void {
    if (rid === plug) {
      if (getNestedMember(payload, 'transition') === '2h') this.#setPower(rid, undefined);
      else if (!('play' in payload) && !('turnOn' in payload)) this.#setPower(rid, true);
      return;
    }
    const lamp = this.#get(rid);
    const { on, brightness } = this.#settled(rid);
    const level = Number(payload['brightness']);
    const { play } = payload;
    if (payload['turnOn'] === 'later') {
      if (on === true) this.lamps.set(rid, { on, brightness: level, isStarting: true });
      else this.lamps.set(rid, { on, brightness, waiting: level });
    } else if (Array.isArray(play)) {
      const last = Number(getNestedMember(play.at(-1), 'brightness'));
      if (payload['restore'] !== true)
        this.lamps.set(rid, { on: true, brightness: last, runs: { returns: false, wasOn: on } });
      else if (lamp.runs?.returns === true) this.lamps.set(rid, { ...lamp });
      else
        this.lamps.set(rid, {
          on,
          brightness: on === true ? this.#read(rid).brightness : undefined,
          runs: { returns: true, wasOn: on },
        });
    } else if (payload['transition'] === '2h')
      this.lamps.set(rid, { on: true, brightness: undefined, runs: { returns: false, wasOn: on } });
    else this.lamps.set(rid, { on: true, brightness: level });
  }
}
