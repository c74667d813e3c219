import { getNestedMember } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import { isNear, lightTolerances } from '../resources/shown-light';
import type { ClientLimits } from './limits';
import { BoundedMap } from './bounded-map';
import type { BridgeRequest, PreparedRequest } from './request';
import { findLightsAffectedByWrite } from '../resources/group-lights';
import type { ResourceStore } from './state';

export interface RememberedLampBrightness {
  readonly rid: string;
  readonly brightness: number;
}

/** Valid while `stored` is the state in the store. */
interface LampObservation extends LampState {
  readonly stored: Resource | undefined;
}

interface LampState {
  readonly on: unknown;
  readonly brightness: unknown;
}

const { formerBrightness } = lightTolerances;

/** Maximum brightness after a fade to off, in percent: the minimum level of a lamp. */
const lowestBrightness = 1;

/**
 * A lamp that was turned off with a transition turns on at its minimum brightness (home-assistant/core#32894,
 * #55240), so the brightness before the fade is added to the next on.
 */
export class FadeToOffBrightnessTracker {
  readonly #faded: BoundedMap<string, number>;
  readonly #observed: BoundedMap<string, LampObservation>;

  constructor(
    private readonly store: ResourceStore,
    { maxRememberedWrites }: Pick<ClientLimits, 'maxRememberedWrites'>,
    private readonly restore: (lamps: readonly RememberedLampBrightness[], order: number) => void,
  ) {
    this.#faded = new BoundedMap(maxRememberedWrites);
    this.#observed = new BoundedMap(maxRememberedWrites);
  }

  needsState({ operation, rtype, rid, members }: BridgeRequest): boolean {
    if (operation !== 'update' || rid === undefined) return false;
    if (rtype !== 'light' && rtype !== 'grouped_light') return false;
    return isFadeToOff(members) || (this.#faded.size > 0 && isPlainOn(members));
  }

  observe(light: Resource): void {
    this.#record(light.id, toLampState(light));
  }

  /**
   * Call it with each request just before sending.
   *
   * @param order position among all writes
   * @returns undefined if the request does not concern the brightness
   */
  prepare(request: BridgeRequest, order: number): PreparedRequest | undefined {
    const { operation, rtype, members } = request;
    if (operation !== 'update' || members === undefined) return undefined;
    if (rtype !== 'light' && rtype !== 'grouped_light') return undefined;
    if (!('on' in members) && !brightnessMembers.some((name) => name in members)) return undefined;
    if (!this.needsState(request))
      return { request, onSuccess: () => this.#recordWrites(this.#findLights(request), members) };
    const lights = this.#findLights(request);
    if (isFadeToOff(members)) for (const light of lights) this.#remember(light);
    const darkened = isPlainOn(members) ? this.#findDarkened(lights) : [];
    const brightness = findCommonBrightness(darkened, lights.length);
    const prepared = brightness === undefined ? request : withBrightness(request, brightness);
    const toRestore = brightness === undefined ? darkened : [];
    return {
      request: prepared,
      onSuccess: () => {
        this.#recordWrites(lights, prepared.members);
        this.restore(toRestore, order);
      },
    };
  }

  #findLights({ rid = '', rtype }: Pick<BridgeRequest, 'rid' | 'rtype'>): readonly Resource[] {
    const resource = this.store.get(rid);
    if (resource !== undefined) return findLightsAffectedByWrite(this.store, resource);
    return rtype === 'light' ? [{ id: rid, type: rtype }] : [];
  }

  #getState(light: Resource): LampState {
    const stored = this.store.get(light.id);
    const observed = this.#observed.get(light.id);
    return observed !== undefined && observed.stored === stored ? observed : toLampState(stored);
  }

  #remember(light: Resource): void {
    const { on, brightness } = this.#getState(light);
    if (on !== true || typeof brightness !== 'number' || brightness <= lowestBrightness) return;
    this.#faded.set(light.id, brightness);
  }

  #findDarkened(lights: readonly Resource[]): RememberedLampBrightness[] {
    return lights.flatMap((light) => {
      const faded = this.#faded.get(light.id);
      const { on, brightness } = this.#getState(light);
      const isUntouched =
        on === false &&
        typeof brightness === 'number' &&
        (brightness <= lowestBrightness ||
          (faded !== undefined && isNear(brightness, faded, formerBrightness)));
      return faded !== undefined && isUntouched ? [{ rid: light.id, brightness: faded }] : [];
    });
  }

  #recordWrites(lights: readonly Resource[], members: Members | undefined): void {
    const { on, brightness } = toLampState(members);
    for (const light of lights) {
      const known = this.#getState(light);
      this.#record(light.id, {
        on: on ?? known.on,
        brightness: brightness ?? known.brightness,
      });
      if (on !== false) this.#faded.delete(light.id);
    }
  }

  #record(rid: string, { on, brightness }: LampState): void {
    this.#observed.set(rid, { stored: this.store.get(rid), on, brightness });
  }
}

const brightnessMembers = ['dimming', 'dimming_delta', 'timed_effects'] as const;

const toLampState = (members: Members | undefined): LampState => ({
  on: getNestedMember(members, 'on', 'on'),
  brightness: getNestedMember(members, 'dimming', 'brightness'),
});

const isFadeToOff = (members: Members | undefined): boolean => {
  if (getNestedMember(members, 'on', 'on') !== false) return false;
  const duration = getNestedMember(members, 'dynamics', 'duration');
  return typeof duration === 'number' && duration > 0;
};

const isPlainOn = (members: Members | undefined): boolean =>
  getNestedMember(members, 'on', 'on') === true &&
  members !== undefined &&
  !brightnessMembers.some((name) => name in members);

function findCommonBrightness(
  darkened: readonly RememberedLampBrightness[],
  lightCount: number,
): number | undefined {
  const [first] = darkened;
  if (first === undefined || darkened.length !== lightCount) return undefined;
  const { brightness } = first;
  return darkened.every((lamp) => isNear(lamp.brightness, brightness, formerBrightness))
    ? brightness
    : undefined;
}

function withBrightness(request: BridgeRequest, brightness: number): BridgeRequest {
  const members = { ...request.members, dimming: { brightness } };
  return { ...request, members, body: JSON.stringify(members) };
}
