import { computeVisibleLight, isLampAnimated } from '../visible-lamp-light';
import type { VisibleLampLight, LampAppearance } from '../visible-lamp-light';
import type { LampAppearanceUpdate } from '../control/control-protocol';

interface AnimatedLamp {
  appearance: LampAppearance;
  /** Clock of the simulator minus that of the page, in ms. */
  clockOffset: number;
}

/** If the user prefers reduced motion, lamps show their reported state. */
export function createLampAnimator(
  show: (rid: string, light: VisibleLampLight, appearance: LampAppearance) => void,
) {
  const lamps = new Map<string, AnimatedLamp>();
  const movingRids = new Set<string>();
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let frame: number | undefined;

  const drawLamp = (rid: string): void => {
    const lamp = lamps.get(rid);
    if (lamp === undefined || isReduced) return;
    const now = performance.now() + lamp.clockOffset;
    const appearance = withoutEndedBlink(lamp.appearance, now);
    show(rid, computeVisibleLight(appearance, now), appearance);
    if (isLampAnimated(appearance, now)) movingRids.add(rid);
    else movingRids.delete(rid);
  };
  const requestFrame = (): void => {
    if (movingRids.size === 0) return;
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      for (const rid of movingRids) drawLamp(rid);
      requestFrame();
    });
  };

  return {
    setAppearance({ id, now, appearance }: LampAppearanceUpdate): void {
      lamps.set(id, { appearance, clockOffset: now - performance.now() });
    },
    /** Continues while the light changes. */
    draw(rid: string): void {
      drawLamp(rid);
      requestFrame();
    },
    /** Removes all lamps. */
    clear(): void {
      lamps.clear();
      movingRids.clear();
    },
  };
}

function withoutEndedBlink({ blink, ...appearance }: LampAppearance, now: number): LampAppearance {
  const isBlinking = blink !== undefined && now < blink.startedAt + blink.duration;
  return isBlinking ? { ...appearance, blink } : appearance;
}
