import { createElement } from '../element';

/** A range input; `show` sets its value, except while the user is moving it. */
export interface Slider {
  element: HTMLInputElement;
  show: (value: number) => void;
}

interface SliderOptions {
  label: string;
  className: string;
  min: number;
  max: number;
  step?: number;
  /** For screen readers. */
  formatValue: (value: number) => string;
  onMove: (value: number) => void;
}

/** Interval at which the value is sent while the slider is moved, in ms. */
const sendInterval = 100;
/** Time after a move in which `show` is ignored, so that stale values do not reset it, in ms. */
const ignoreUpdatesAfterMove = 600;

/** Creates a slider; moves are throttled, and the last one is always sent. */
export function createTileSlider(options: SliderOptions): Slider {
  const { label, className, min, max, step = 1, formatValue } = options;
  const input = createElement('input', { type: 'range', class: className, min, max, step });
  input.setAttribute('aria-label', label);
  let movedAt = -Infinity;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  const render = (): void => {
    const value = input.valueAsNumber;
    input.setAttribute('aria-valuetext', formatValue(value));
    input.style.setProperty('--fill', `${(100 * (value - min)) / Math.max(1e-9, max - min)}%`);
  };
  input.addEventListener('input', () => {
    movedAt = performance.now();
    render();
    sendTimer ??= setTimeout(() => {
      sendTimer = undefined;
      options.onMove(input.valueAsNumber);
    }, sendInterval);
  });
  return {
    element: input,
    show(value) {
      if (performance.now() - movedAt < ignoreUpdatesAfterMove) return;
      input.valueAsNumber = Math.min(max, Math.max(min, value));
      render();
    },
  };
}
