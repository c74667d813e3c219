import { createElement } from './element';

/** `show` sets the value once the user has stopped moving the slider. */
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
  /** Least time between two calls of `onMove`, in ms. */
  sendInterval?: number;
}

/** In ms after a move: reported values may be stale and are not shown. */
const settleTime = 600;

/** Moves are throttled; the last one is always sent. */
export function createSlider(options: SliderOptions): Slider {
  const { label, className, min, max, step = 1, formatValue, sendInterval = 100 } = options;
  const input = createElement('input', { type: 'range', class: className, min, max, step });
  input.setAttribute('aria-label', label);
  let reported: number | undefined;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  const render = (): void => {
    const value = input.valueAsNumber;
    input.setAttribute('aria-valuetext', formatValue(value));
    input.style.setProperty('--fill', `${(100 * (value - min)) / Math.max(1e-9, max - min)}%`);
  };
  const showReported = (): void => {
    settleTimer = undefined;
    if (reported === undefined) return;
    input.valueAsNumber = Math.min(max, Math.max(min, reported));
    render();
  };
  input.addEventListener('input', () => {
    clearTimeout(settleTimer);
    settleTimer = setTimeout(showReported, settleTime);
    render();
    sendTimer ??= setTimeout(() => {
      sendTimer = undefined;
      options.onMove(input.valueAsNumber);
    }, sendInterval);
  });
  return {
    element: input,
    show(value) {
      reported = value;
      if (settleTimer === undefined) showReported();
    },
  };
}
