import { askCertificate } from '../bridge-routes';
import { reasonOf } from '../reason-of';
import { isSameFingerprint } from '../../bridge/trust/fingerprint';
import type { ShownCertificate } from '../bridge-routes';
import type { ConnectionSettings } from '../connection-settings';
import type { Texts } from '../texts';

/** Where a certificate is shown, whose it is, and what happens when it is trusted. */
export interface CertificateOptions {
  button: JQuery;
  place: JQuery;
  text: Texts;
  connection: () => ConnectionSettings;
  onTrust: (certificate: ShownCertificate) => void;
}

/** Makes the button fetch the certificate that the bridge shows now, and lets a person trust it. */
export function prepareCertificate(options: CertificateOptions): {
  fetch(): void;
  /** Shows no certificate any more, nor one that is on its way. */
  clear(): void;
} {
  const { button, place, text, connection, onTrust } = options;

  let latest = 0;

  const show = (seen: ShownCertificate): void => {
    const { fingerprint, commonName, validTo } = seen;
    const trusted = connection().fingerprint || (seen.trusted ?? '');
    const sentence =
      trusted === ''
        ? 'seen.first'
        : isSameFingerprint(trusted, fingerprint)
          ? 'seen.same'
          : 'seen.other';
    const facts = $('<dl>').append(
      $('<dt>').text(text('seen.commonName')),
      $('<dd>').text(commonName),
      $('<dt>').text(text('seen.validTo')),
      $('<dd>').text(new Date(validTo).toLocaleDateString()),
      $('<dt>').text(text('seen.fingerprint')),
      $('<dd class="lighting-bridge-fingerprint">').text(fingerprint),
    );
    const trust = $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(text(sentence === 'seen.other' ? 'seen.trustNew' : 'seen.trust'))
      .on('click', () => {
        onTrust(seen);
        place.empty().append($('<p class="lighting-bridge-good">').text(text('seen.trusted')));
      });
    const kind = sentence === 'seen.other' ? 'bad' : 'busy';
    place.empty().append($(`<p class="lighting-bridge-${kind}">`).text(text(sentence)), facts);
    if (sentence !== 'seen.same') place.append(trust);
  };
  const ask = async (): Promise<void> => {
    latest += 1;
    const asked = latest;
    button.prop('disabled', true);
    place.empty().append($('<p>').text(text('result.busy')));
    try {
      const { host, port } = connection();
      const seen = await askCertificate({ host, port });
      if (asked === latest) show(seen);
    } catch (error) {
      if (asked !== latest) return;
      place.empty().append($('<p class="lighting-bridge-bad">').text(reasonOf(error)));
    } finally {
      if (asked === latest) button.prop('disabled', false);
    }
  };

  const fetch = (): void => void ask();
  button.on('click', fetch);
  return {
    fetch,
    clear() {
      latest += 1;
      place.empty();
      button.prop('disabled', false);
    },
  };
}
