import type { LinkButton, SimulatedBridge } from '../control-protocol';
import { elementById } from './element';

/** Shows how to reach the bridge. */
export function showBridge(bridge: SimulatedBridge): void {
  elementById('bridge-url').textContent = bridge.url;
  elementById('bridge-id').textContent = bridge.bridgeId;
  elementById('bridge-fingerprint').textContent = bridge.fingerprint;
}

/** The button on the bridge, with the seconds it still counts as pressed. */
export interface LinkButtonPanel {
  show: (state: LinkButton) => void;
}

/** Fills the button of the page. */
export function linkButtonPanel(press: () => void): LinkButtonPanel {
  const link = elementById('link-button');
  const words = elementById('link-button-state');
  let until = 0;
  let ticking: ReturnType<typeof setInterval> | undefined;
  const draw = (): void => {
    const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
    link.classList.toggle('is-pressed', left > 0);
    words.textContent = left > 0 ? `Pressed: ${left} s left` : 'Not pressed';
    if (left > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
  link.addEventListener('click', press);
  return {
    show({ pressedUntil }) {
      until = pressedUntil === null ? 0 : Date.parse(pressedUntil);
      ticking ??= setInterval(draw, 250);
      draw();
    },
  };
}
