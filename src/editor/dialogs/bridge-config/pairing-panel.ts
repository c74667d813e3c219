import { fetchPairingProgress, requestPairingStop } from '../../routes/admin-route-client';
import { createTranslator } from '../../labels/translate';
import { BackgroundTask } from './background-task';
import { showMessage } from './button-request';
import type { PairingProgress } from '../../routes/admin-route-client';

type PairedBridge = Extract<PairingProgress, { state: 'paired' }>;

interface PairingOptions {
  start: () => Promise<{ id: string }>;
  onPaired: (bridge: PairedBridge, id: string) => void;
  /** The certificate is not the trusted one. */
  onUntrusted: () => void;
}

const text = createTranslator('bridge-config');

/** Waits for the button on the bridge. */
export function preparePairing({ start, onPaired, onUntrusted }: PairingOptions): {
  cancel(): void;
  clear(): void;
} {
  const button = $('#bridge-config-pair');
  const container = $('#bridge-config-pairing');
  const sentence = $('<p>');
  const pairing = new BackgroundTask({
    start,
    fetchProgress: fetchPairingProgress,
    stop: requestPairingStop,
    onProgress(progress, id) {
      switch (progress.state) {
        case 'waiting':
          sentence.text(text('pair.waiting', { seconds: progress.secondsLeft }));
          return false;
        case 'paired':
          onPaired(progress, id);
          showMessage(container, 'good', text('pair.paired'));
          break;
        case 'cancelled':
          showMessage(container, 'bad', text('pair.cancelled'));
          break;
        case 'failed':
          showMessage(container, 'bad', progress.error.message);
          if (progress.error.code === 'ERR_BRIDGE_UNTRUSTED') onUntrusted();
      }
      button.prop('disabled', false);
      return true;
    },
    onError(problem) {
      showMessage(container, 'bad', problem);
      button.prop('disabled', false);
    },
  });
  const cancel = (): void => {
    pairing.cancel();
    button.prop('disabled', false);
  };
  const cancelButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .text(text('pair.cancel'))
    .on('click', () => {
      cancel();
      showMessage(container, 'bad', text('pair.cancelled'));
      button.trigger('focus');
    });
  button.on('click', () => {
    button.prop('disabled', true);
    cancelButton.detach();
    container.empty().append(sentence.text(text('result.busy')), cancelButton);
    pairing.run();
  });
  return {
    cancel,
    clear() {
      cancel();
      container.empty();
    },
  };
}
