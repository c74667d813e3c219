import { EventEmitter } from 'node:events';
import { getNestedMember } from '../resources/members';
import type { Resource } from '../resources/resource';
import type { Xy } from '../units/color';
import type { SimulatedHomeChange, SimulatedHome } from './simulated-home';
import type { TimerGroup } from './timers';
import {
  computeVisibleLight,
  createConstantAppearance,
  toSettledVisibleLight,
} from './visible-lamp-light';
import type { LampBlinkPatternName, VisibleLampLight, LampAppearance } from './visible-lamp-light';

/** In ms, for a change without `dynamics.duration` (Hue CLIP API reference). */
const defaultTransition = 400;

interface AppearanceContext {
  home: SimulatedHome;
  timers: TimerGroup;
  speedFactor: number;
}

/**
 * Tells how each lamp looks. Visible light differs from the reported state: a bridge reports the target of a transition at once, and little of
 * blinking. Emits `change` with the id of a lamp.
 */
export class LampAppearanceTracker extends EventEmitter<{ change: [string] }> {
  readonly #context: AppearanceContext;
  readonly #appearances = new Map<string, LampAppearance>();

  constructor(context: AppearanceContext) {
    super();
    this.setMaxListeners(0);
    this.#context = context;
    context.home.on('change', (change) => this.#onHomeChange(change));
  }

  getLight(rid: string): VisibleLampLight | undefined {
    const appearance = this.#appearances.get(rid);
    if (appearance !== undefined)
      return computeVisibleLight(appearance, this.#context.timers.now());
    const light = this.#context.home.get(rid);
    return light?.type === 'light' ? toSettledVisibleLight(light) : undefined;
  }

  /** That have changed since the start. */
  get changedLamps(): ReadonlyMap<string, LampAppearance> {
    return this.#appearances;
  }

  /** Without effects and blinking. */
  getLastingLight(light: Resource): VisibleLampLight {
    const appearance = this.#appearances.get(light.id);
    if (appearance === undefined) return toSettledVisibleLight(light);
    const { effect: _effect, blink: _blink, ...lasting } = appearance;
    return computeVisibleLight(lasting, this.#context.timers.now());
  }

  /**
   * @param duration in simulated ms
   * @param from light before the change: the new state is visible at once
   */
  moveTo(
    light: Resource,
    duration = defaultTransition,
    from: VisibleLampLight = this.getLastingLight(light),
  ): void {
    const { timers, speedFactor } = this.#context;
    const now = timers.now();
    const to = toSettledVisibleLight(this.#context.home.get(light.id) ?? light);
    const transition = { from, to, startedAt: now, duration: duration / speedFactor };
    this.#set(light.id, { ...this.#getAppearance(light), transition });
  }

  /** @param duration in simulated ms; 0 ends the blinking */
  blink(
    light: Resource,
    kind: LampBlinkPatternName,
    duration: number,
    colors: readonly Xy[] = [],
  ): void {
    const { timers, speedFactor } = this.#context;
    const now = timers.now();
    const { blink: _ended, ...appearance } = this.#getAppearance(light);
    const blink = { kind, colors, startedAt: now, duration: duration / speedFactor, speedFactor };
    this.#set(light.id, duration > 0 ? { ...appearance, blink } : appearance);
  }

  #onHomeChange({ kind, resource, previous, changedPaths }: SimulatedHomeChange): void {
    if (resource.type !== 'light') return;
    if (kind === 'deleted') this.#appearances.delete(resource.id);
    if (previous === undefined) return;
    if (changedPaths.some((path) => /^(on|dimming\.brightness|color)\b/.test(path))) {
      this.moveTo(previous);
    }
    if (changedPaths.some((path) => /^(timed_)?effects/.test(path))) {
      this.#setEffects(resource, previous);
    }
  }

  #setEffects(light: Resource, previous: Resource): void {
    const { timers, speedFactor } = this.#context;
    const startedAt = timers.now();
    const {
      effect: _effect,
      timedEffect: _timedEffect,
      ...appearance
    } = this.#getAppearance(previous);
    const effect = getRunning(
      getNestedMember(light, 'effects_v2', 'status', 'effect') ??
        getNestedMember(light, 'effects', 'status'),
    );
    const timedEffect = getRunning(getNestedMember(light, 'timed_effects', 'status'));
    const duration = getNestedMember(light, 'timed_effects', 'duration');
    this.#set(light.id, {
      ...appearance,
      ...(effect === undefined ? {} : { effect: { name: effect, startedAt, speedFactor } }),
      ...(timedEffect === undefined || typeof duration !== 'number'
        ? {}
        : { timedEffect: { name: timedEffect, startedAt, duration: duration / speedFactor } }),
    });
  }

  #getAppearance(light: Resource): LampAppearance {
    const { timers } = this.#context;
    return (
      this.#appearances.get(light.id) ??
      createConstantAppearance(toSettledVisibleLight(light), timers.now())
    );
  }

  #set(rid: string, appearance: LampAppearance): void {
    this.#appearances.set(rid, appearance);
    this.emit('change', rid);
  }
}

const getRunning = (effect: unknown): string | undefined =>
  typeof effect === 'string' && effect !== 'no_effect' && effect !== 'none' ? effect : undefined;
