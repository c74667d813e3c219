import { fetchBridgeCertificate, toErrorMessage } from '../../routes/admin-route-client';
import { isSameFingerprint } from '../../../bridge/tls/bridge-identity';
import type { CertificateResponse } from '../../routes/admin-route-client';
import type { UndeployedConnectionSettings } from '../../routes/undeployed-connection-settings';
import type { Translate } from '../../labels/translate';

interface CertificatePanelOptions {
  button: JQuery;
  container: JQuery;
  text: Translate;
  getConnectionSettings: () => UndeployedConnectionSettings;
  onTrust: (certificate: CertificateResponse) => void;
}

/**
 * Fetches the bridge's current certificate when the button is pressed. The user can then trust it.
 */
export class CertificatePanel {
  readonly #options: CertificatePanelOptions;
  #latestRequest = 0;

  constructor(options: CertificatePanelOptions) {
    this.#options = options;
    options.button.on('click', () => this.fetch());
  }

  fetch(): void {
    void this.#fetchAndShow();
  }

  /** Clears the panel and ignores the response of a pending request. */
  clear(): void {
    this.#latestRequest += 1;
    this.#options.container.empty();
    this.#options.button.prop('disabled', false);
  }

  async #fetchAndShow(): Promise<void> {
    const { button, container, text, getConnectionSettings } = this.#options;
    container.parents('details').prop('open', true);
    this.#latestRequest += 1;
    const currentRequest = this.#latestRequest;
    button.prop('disabled', true);
    container.empty().append($('<p>').text(text('result.busy')));
    try {
      const { host, port } = getConnectionSettings();
      const certificate = await fetchBridgeCertificate({ host, port });
      if (currentRequest === this.#latestRequest) this.#showCertificate(certificate);
    } catch (error) {
      if (currentRequest !== this.#latestRequest) return;
      container.empty().append($('<p class="lighting-bridge-bad">').text(toErrorMessage(error)));
    } finally {
      if (currentRequest === this.#latestRequest) button.prop('disabled', false);
    }
  }

  #showCertificate(certificate: CertificateResponse): void {
    const { container, text, getConnectionSettings } = this.#options;
    const trustedFingerprint = getConnectionSettings().fingerprint || (certificate.trusted ?? '');
    const messageKey = compareFingerprints(trustedFingerprint, certificate.fingerprint);
    const isOther = messageKey === 'seen.other';
    container
      .empty()
      .append(
        $(`<p class="lighting-bridge-${isOther ? 'bad' : 'busy'}">`).text(text(messageKey)),
        createCertificateDetails(certificate, text),
      );
    if (messageKey === 'seen.same') return;
    const trustButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(text(isOther ? 'seen.trustNew' : 'seen.trust'))
      .on('click', () => this.#trust(certificate));
    container.append(trustButton);
  }

  #trust(certificate: CertificateResponse): void {
    const { container, text, onTrust } = this.#options;
    onTrust(certificate);
    container.empty().append($('<p class="lighting-bridge-good">').text(text('seen.trusted')));
  }
}

function compareFingerprints(
  trusted: string,
  seen: string,
): 'seen.first' | 'seen.same' | 'seen.other' {
  if (trusted === '') return 'seen.first';
  return isSameFingerprint(trusted, seen) ? 'seen.same' : 'seen.other';
}

const createCertificateDetails = (
  { commonName, validTo, fingerprint }: CertificateResponse,
  text: Translate,
): JQuery =>
  $('<dl>').append(
    $('<dt>').text(text('seen.commonName')),
    $('<dd>').text(commonName),
    $('<dt>').text(text('seen.validTo')),
    $('<dd>').text(new Date(validTo).toLocaleDateString()),
    $('<dt>').text(text('seen.fingerprint')),
    $('<dd class="lighting-bridge-fingerprint">').text(fingerprint),
  );
