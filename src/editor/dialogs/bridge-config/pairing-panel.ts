import {
  fetchPairingProgress,
  requestPairingStart,
  requestPairingStop,
} from '../../routes/admin-route-client';
import { pollBackgroundTask } from './poll-background-task';
import type { PairingProgress } from '../../routes/admin-route-client';
import type { UndeployedConnectionSettings } from '../../routes/undeployed-connection-settings';
import type { PolledBackgroundTask } from './poll-background-task';
import type { Translate } from '../../labels/translate';

export type PairedBridge = Extract<PairingProgress, { state: 'paired' }>;

interface PairingPanelOptions {
  button: JQuery;
  container: JQuery;
  text: Translate;
  getConnectionSettings: () => UndeployedConnectionSettings & { bridge: string };
  onPaired: (bridge: PairedBridge, id: string) => void;
  /** Called if the certificate of the bridge is not the trusted one. */
  onUntrusted: () => void;
}

/**
 * Starts pairing when the button is pressed, then waits until the user presses the button on the
 * bridge.
 */
export class PairingPanel {
  readonly #options: PairingPanelOptions;
  readonly #sentence = $('<p>');
  readonly #cancelButton: JQuery;
  #pairing: PolledBackgroundTask | undefined;
  #pairingEnd: Promise<void> | undefined;

  constructor(options: PairingPanelOptions) {
    const { button, text } = options;
    this.#options = options;
    this.#cancelButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(text('pair.cancel'))
      .on('click', () => {
        this.cancel();
        this.#showMessage('bad', text('pair.cancelled'));
        button.trigger('focus');
      });
    button.on('click', () => this.#start());
  }

  cancel(): void {
    this.#pairingEnd = this.#pairing?.cancel() ?? this.#pairingEnd;
    this.#pairing = undefined;
    this.#options.button.prop('disabled', false);
  }

  clear(): void {
    this.cancel();
    this.#options.container.empty();
  }

  #start(): void {
    const { button, container, text, getConnectionSettings } = this.#options;
    this.cancel();
    button.prop('disabled', true);
    container
      .empty()
      .append(this.#sentence.text(text('pair.starting')), this.#cancelButton.detach());
    this.#pairing = pollBackgroundTask({
      afterPrevious: this.#pairingEnd,
      start() {
        const { bridge, host, port, fingerprint, bridgeId } = getConnectionSettings();
        return requestPairingStart({ bridge, host, port, fingerprint, bridgeId });
      },
      fetchProgress: fetchPairingProgress,
      stop: requestPairingStop,
      onProgress: (progress, id) => this.#showProgress(progress, id),
      onError: (problem) => {
        this.#showMessage('bad', problem);
        button.prop('disabled', false);
      },
    });
  }

  /** Returns true if the pairing has ended. */
  #showProgress(progress: PairingProgress, id: string): boolean {
    const { button, text, onPaired, onUntrusted } = this.#options;
    switch (progress.state) {
      case 'waiting':
        this.#sentence.text(text('pair.waiting', { seconds: progress.secondsLeft }));
        return false;
      case 'paired':
        onPaired(progress, id);
        this.#showMessage('good', text('pair.paired'));
        break;
      case 'cancelled':
        this.#showMessage('bad', text('pair.cancelled'));
        break;
      case 'failed':
        this.#showMessage('bad', progress.error.message);
        if (progress.error.code === 'ERR_BRIDGE_UNTRUSTED') onUntrusted();
    }
    button.prop('disabled', false);
    return true;
  }

  #showMessage(messageClass: 'good' | 'bad', message: string): void {
    this.#options.container
      .empty()
      .append($(`<p class="lighting-bridge-${messageClass}">`).text(message));
  }
}
