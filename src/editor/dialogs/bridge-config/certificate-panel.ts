import { fetchBridgeCertificate } from '../../routes/admin-route-client';
import { isSameFingerprint } from '../../../bridge/bridge-identity';
import { createTranslator } from '../../labels/translate';
import { prepareButtonRequest, showMessage } from './button-request';
import type { CertificateResponse } from '../../routes/admin-route-client';
import type { UndeployedConnectionSettings } from '../../routes/undeployed-connection-settings';
import type { ButtonRequest } from './button-request';

const text = createTranslator('bridge-config');

/** The user can trust the fetched certificate. */
export function prepareCertificatePanel(
  readSettings: () => UndeployedConnectionSettings,
  onTrust: (certificate: CertificateResponse) => void,
): ButtonRequest {
  const container = $('#bridge-config-seen');
  const showCertificate = (certificate: CertificateResponse): void => {
    const trusted = readSettings().fingerprint || (certificate.trusted ?? '');
    const messageKey = compareFingerprints(trusted, certificate.fingerprint);
    const isOther = messageKey === 'seen.other';
    showMessage(container, isOther ? 'bad' : 'busy', text(messageKey));
    container.append(createCertificateDetails(certificate));
    if (messageKey === 'seen.same') return;
    $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(text(isOther ? 'seen.trustNew' : 'seen.trust'))
      .on('click', () => {
        onTrust(certificate);
        showMessage(container, 'good', text('seen.trusted'));
      })
      .appendTo(container);
  };
  return prepareButtonRequest({
    button: $('#bridge-config-certificate'),
    container,
    send() {
      const { host, port } = readSettings();
      return fetchBridgeCertificate({ host, port });
    },
    onAnswer: showCertificate,
  });
}

function compareFingerprints(
  trusted: string,
  seen: string,
): 'seen.first' | 'seen.same' | 'seen.other' {
  if (trusted === '') return 'seen.first';
  return isSameFingerprint(trusted, seen) ? 'seen.same' : 'seen.other';
}

const createCertificateDetails = ({
  commonName,
  validTo,
  fingerprint,
}: CertificateResponse): JQuery =>
  $('<dl>').append(
    $('<dt>').text(text('seen.commonName')),
    $('<dd>').text(commonName),
    $('<dt>').text(text('seen.validTo')),
    $('<dd>').text(new Date(validTo).toLocaleDateString()),
    $('<dt>').text(text('seen.fingerprint')),
    $('<dd class="lighting-bridge-fingerprint">').text(fingerprint),
  );
