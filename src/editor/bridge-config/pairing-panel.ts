import {
  fetchPairingProgress,
  requestPairingStart,
  requestPairingStop,
} from '../routes/admin-route-client';
import { pollRouteTask } from './poll-route-task';
import type { PairingProgress } from '../routes/admin-route-client';
import type { UndeployedConnectionSettings } from '../routes/undeployed-connection-settings';
import type { PolledRouteTask } from './poll-route-task';
import type { Translate } from '../labels/translate';

/** Elements, connection settings and callbacks of the pairing panel. */
export interface PairingPanelOptions {
  button: JQuery;
  container: JQuery;
  text: Translate;
  getConnectionSettings: () => UndeployedConnectionSettings & { bridge: string };
  onPaired: (pairing: Extract<PairingProgress, { state: 'paired' }>, id: string) => void;
  /** Called when the certificate of the bridge is not the trusted one. */
  onUntrusted: () => void;
}

/** Makes the button start a pairing, which waits for the user to press the button on the bridge. */
export function preparePairingPanel({
  button,
  container,
  text,
  getConnectionSettings,
  onPaired,
  onUntrusted,
}: PairingPanelOptions): {
  cancel(): void;
  /** Cancels the pairing and clears the panel. */
  clear(): void;
} {
  let pairing: PolledRouteTask | undefined;
  let pairingEnd: Promise<void> | undefined;
  const cancelPairing = (): void => {
    pairingEnd = pairing?.cancel() ?? pairingEnd;
    pairing = undefined;
    button.prop('disabled', false);
  };
  const showMessage = (messageClass: 'good' | 'bad', message: string): void => {
    container.empty().append($(`<p class="lighting-bridge-${messageClass}">`).text(message));
  };

  const sentence = $('<p>');
  const cancel = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .text(text('pair.cancel'))
    .on('click', () => {
      cancelPairing();
      showMessage('bad', text('pair.cancelled'));
      button.trigger('focus');
    });

  const showProgress = (progress: PairingProgress, id: string): boolean => {
    switch (progress.state) {
      case 'waiting':
        sentence.text(text('pair.waiting', { seconds: progress.secondsLeft }));
        return false;
      case 'paired':
        onPaired(progress, id);
        showMessage('good', text('pair.paired'));
        break;
      case 'cancelled':
        showMessage('bad', text('pair.cancelled'));
        break;
      case 'failed':
        showMessage('bad', progress.error.message);
        if (progress.error.code === 'ERR_BRIDGE_UNTRUSTED') onUntrusted();
    }
    button.prop('disabled', false);
    return true;
  };

  button.on('click', () => {
    cancelPairing();
    button.prop('disabled', true);
    container.empty().append(sentence.text(text('pair.starting')), cancel.detach());
    pairing = pollRouteTask({
      afterPrevious: pairingEnd,
      start() {
        const { bridge, host, port, fingerprint, bridgeId } = getConnectionSettings();
        return requestPairingStart({ bridge, host, port, fingerprint, bridgeId });
      },
      fetchProgress: fetchPairingProgress,
      stop: requestPairingStop,
      onProgress: showProgress,
      onError(problem) {
        showMessage('bad', problem);
        button.prop('disabled', false);
      },
    });
  });
  return {
    cancel: cancelPairing,
    clear() {
      cancelPairing();
      container.empty();
    },
  };
}
