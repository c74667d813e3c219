import type { LinkButtonState, SimulatedBridgeInfo } from '../../control/control-protocol';
import { getRequiredElement } from '../../../drawing/element';
import { getText } from '../texts';

export function showSimulatedBridgeInfo(bridge: SimulatedBridgeInfo): void {
  getRequiredElement('bridge-url').textContent = bridge.url;
  getRequiredElement('bridge-id').textContent = bridge.bridgeId;
  getRequiredElement('bridge-fingerprint').textContent = bridge.fingerprint;
}

/** With the seconds for which the button still counts as pressed. */
export function createSimulatedLinkButtonPanel(press: () => void) {
  const linkButton = getRequiredElement('link-button');
  const stateText = getRequiredElement('link-button-state');
  let endTime = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const render = (): void => {
    const secondsLeft = Math.max(0, Math.ceil((endTime - Date.now()) / 1_000));
    linkButton.classList.toggle('is-pressed', secondsLeft > 0);
    stateText.textContent =
      secondsLeft > 0
        ? getText('link.pressed', { seconds: secondsLeft })
        : getText('link.notPressed');
    if (secondsLeft > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  linkButton.addEventListener('click', press);
  return {
    show: ({ pressedUntil }: LinkButtonState): void => {
      endTime = pressedUntil === null ? 0 : Date.parse(pressedUntil);
      timer ??= setInterval(render, 250);
      render();
    },
  };
}
