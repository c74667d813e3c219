import { element } from './element';

/** A slider that a person moves and that follows the home when nobody does. */
export interface Slider {
  element: HTMLInputElement;
  show: (value: number) => void;
}

export interface SliderOptions {
  label: string;
  kind: string;
  min: number;
  max: number;
  step?: number;
  /** The value in words, for those who do not see the slider. */
  describe: (value: number) => string;
  onMove: (value: number) => void;
}

/** While a slider is moved, its value is sent this often, in ms. */
const pace = 100;
/** For so long after a move, what comes from the home does not move the slider back, in ms. */
const holdAfterMove = 600;

/** Makes a slider; of many moves in a short time the last is always sent. */
export function slider(options: SliderOptions): Slider {
  const { label, kind, min, max, step = 1, describe } = options;
  const input = element('input', { type: 'range', class: kind, min, max, step });
  input.setAttribute('aria-label', label);
  let movedAt = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    const value = input.valueAsNumber;
    input.setAttribute('aria-valuetext', describe(value));
    input.style.setProperty('--fill', `${(100 * (value - min)) / Math.max(1e-9, max - min)}%`);
  };
  input.addEventListener('input', () => {
    movedAt = performance.now();
    draw();
    waiting ??= setTimeout(() => {
      waiting = undefined;
      options.onMove(input.valueAsNumber);
    }, pace);
  });
  return {
    element: input,
    show(value) {
      if (performance.now() - movedAt < holdAfterMove) return;
      input.valueAsNumber = Math.min(max, Math.max(min, value));
      draw();
    },
  };
}
