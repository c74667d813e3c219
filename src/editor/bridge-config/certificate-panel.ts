import { fetchBridgeCertificate, toErrorMessage } from '../routes/admin-route-client';
import { isSameFingerprint } from '../../bridge/tls/fingerprint';
import type { CertificateResponse } from '../routes/admin-route-client';
import type { UndeployedConnectionSettings } from '../routes/undeployed-connection-settings';
import type { Translate } from '../labels/translate';

/** Elements, connection settings and callback of the certificate panel. */
export interface CertificatePanelOptions {
  button: JQuery;
  container: JQuery;
  text: Translate;
  getConnectionSettings: () => UndeployedConnectionSettings;
  onTrust: (certificate: CertificateResponse) => void;
}

/** Makes the button fetch the bridge's present certificate, which the user can then trust. */
export function prepareCertificatePanel(options: CertificatePanelOptions): {
  fetch(): void;
  /** Clears the panel and ignores the response of a pending request. */
  clear(): void;
} {
  const { button, container, text, getConnectionSettings, onTrust } = options;

  let latestRequest = 0;

  const showCertificate = (certificate: CertificateResponse): void => {
    const { fingerprint, commonName, validTo } = certificate;
    const trustedFingerprint = getConnectionSettings().fingerprint || (certificate.trusted ?? '');
    const messageKey =
      trustedFingerprint === ''
        ? 'seen.first'
        : isSameFingerprint(trustedFingerprint, fingerprint)
          ? 'seen.same'
          : 'seen.other';
    const details = $('<dl>').append(
      $('<dt>').text(text('seen.commonName')),
      $('<dd>').text(commonName),
      $('<dt>').text(text('seen.validTo')),
      $('<dd>').text(new Date(validTo).toLocaleDateString()),
      $('<dt>').text(text('seen.fingerprint')),
      $('<dd class="lighting-bridge-fingerprint">').text(fingerprint),
    );
    const trustButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(text(messageKey === 'seen.other' ? 'seen.trustNew' : 'seen.trust'))
      .on('click', () => {
        onTrust(certificate);
        container.empty().append($('<p class="lighting-bridge-good">').text(text('seen.trusted')));
      });
    const messageClass = messageKey === 'seen.other' ? 'bad' : 'busy';
    container
      .empty()
      .append($(`<p class="lighting-bridge-${messageClass}">`).text(text(messageKey)), details);
    if (messageKey !== 'seen.same') container.append(trustButton);
  };
  const fetchAndShow = async (): Promise<void> => {
    container.parents('details').prop('open', true);
    latestRequest += 1;
    const currentRequest = latestRequest;
    button.prop('disabled', true);
    container.empty().append($('<p>').text(text('result.busy')));
    try {
      const { host, port } = getConnectionSettings();
      const certificate = await fetchBridgeCertificate({ host, port });
      if (currentRequest === latestRequest) showCertificate(certificate);
    } catch (error) {
      if (currentRequest !== latestRequest) return;
      container.empty().append($('<p class="lighting-bridge-bad">').text(toErrorMessage(error)));
    } finally {
      if (currentRequest === latestRequest) button.prop('disabled', false);
    }
  };

  const fetch = (): void => void fetchAndShow();
  button.on('click', fetch);
  return {
    fetch,
    clear() {
      latestRequest += 1;
      container.empty();
      button.prop('disabled', false);
    },
  };
}
