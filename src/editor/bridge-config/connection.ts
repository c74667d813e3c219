import { onOtherAddress } from './address-change';
import { askTest, RouteProblem, stopPairing } from '../bridge-routes';
import { prepareCertificate } from './certificate';
import { prepareChoiceOrText } from '../choice-or-text';
import { connectionSettings, hiddenKey } from '../connection-settings';
import { prepareFindBridges } from './find-bridges';
import { prepareGetKey } from './get-key';
import { isBridgeId } from '../../bridge/trust/bridge-id';
import { reasonOf } from '../reason-of';
import { asText, fieldOf, settingOf } from '../settings-in-form';
import type { ConnectionSettings } from '../connection-settings';
import type { Texts } from '../texts';

/** The open dialog of a bridge. */
export interface ConnectionDialog {
  /** Ends searches and pairings; a key that was just got is kept only when the dialog was confirmed. */
  close(confirmed: boolean): void;
}

/** Connection as the open form of a bridge has it. */
const connectionOf = (node: EditorNode): ConnectionSettings & { bridge: string } => ({
  bridge: node.id,
  ...connectionSettings((name) => settingOf(node, name)),
});

/** Prepares what the dialog of a bridge has beside plain fields: search, pairing, certificate, test. */
export function prepareConnection(node: EditorNode, text: Texts): ConnectionDialog {
  let pairingId: string | undefined;
  const set = (setting: string, value: string | number | undefined): void => {
    const words = asText(value);
    if (words === '') return;
    fieldOf(node, setting).val(words).trigger('lightingBridge:set', [words]).trigger('change');
  };

  const clear = (...settings: readonly string[]): void => {
    for (const setting of settings) fieldOf(node, setting).val('').trigger('change');
  };

  prepareChoiceOrText({
    field: fieldOf(node, 'keyHeader'),
    chooser: $('#bridge-config-keyHeader'),
    choices: {
      'home-application-key': text('keyHeader.home'),
      'hue-application-key': text('keyHeader.hue'),
    },
    other: text('keyHeader.other'),
  });
  const search = prepareFindBridges({
    button: $('#bridge-config-find'),
    place: $('#bridge-config-found'),
    text,
    onChoice(bridge) {
      const before = settingOf(node, 'bridgeId');
      if (before !== '' && before !== bridge.bridgeId) clear('fingerprint', 'bridgeId');
      for (const setting of ['host', 'port', 'bridgeId'] as const) set(setting, bridge[setting]);
    },
  });
  const pairing = prepareGetKey({
    button: $('#bridge-config-pair'),
    place: $('#bridge-config-pairing'),
    text,
    connection: () => connectionOf(node),
    onPaired({ bridgeId, fingerprint, keyHeader }, id) {
      pairingId = id;
      set('pairing', id);
      set('key', hiddenKey);
      set('bridgeId', bridgeId);
      set('fingerprint', fingerprint);
      set('keyHeader', keyHeader);
    },
    onUntrusted: () => certificate.fetch(),
  });
  // A key that somebody types counts, whatever a pairing brought.
  fieldOf(node, 'key').on('input', () => clear('pairing'));
  const certificate = prepareCertificate({
    button: $('#bridge-config-certificate'),
    place: $('#bridge-config-seen'),
    text,
    connection: () => connectionOf(node),
    onTrust({ fingerprint, commonName }) {
      set('fingerprint', fingerprint);
      // What failed for want of trust is no longer so.
      test.clear();
      $('#bridge-config-pairing').find('.lighting-bridge-bad').remove();
      if (settingOf(node, 'bridgeId') === '') return;
      if (isBridgeId(commonName)) set('bridgeId', commonName.toLowerCase());
      else clear('bridgeId');
    },
  });
  const test = prepareTest(node, text, () => certificate.fetch());
  onOtherAddress(node, () => {
    pairing.clear();
    certificate.clear();
    test.clear();
  });

  return {
    close(confirmed) {
      search.cancel();
      pairing.cancel();
      if (!confirmed && pairingId !== undefined) void forget(pairingId);
    },
  };
}

async function forget(pairingId: string): Promise<void> {
  try {
    await stopPairing(pairingId);
  } catch (error) {
    RED.notify(reasonOf(error), { type: 'warning' });
  }
}

function prepareTest(
  node: EditorNode,
  text: Texts,
  fetchCertificate: () => void,
): { clear(): void } {
  const button = $('#bridge-config-test');
  const result = $('#bridge-config-result');
  let latest = 0;
  const say = (kind: string, sentence: string): void => {
    result.empty().append($(`<p class="lighting-bridge-${kind}">`).text(sentence));
  };
  const test = async (): Promise<void> => {
    latest += 1;
    const asked = latest;
    button.prop('disabled', true);
    say('busy', text('result.busy'));
    try {
      const { name, resources, fingerprint } = await askTest(connectionOf(node));
      if (asked !== latest) return;
      const trusted = settingOf(node, 'fingerprint') !== '';
      say('good', text('result.connected', { name, resources }));
      if (!trusted) fieldOf(node, 'fingerprint').val(fingerprint).trigger('change');
    } catch (error) {
      if (asked !== latest) return;
      say('bad', reasonOf(error));
      if (error instanceof RouteProblem && error.code === 'ERR_BRIDGE_UNTRUSTED')
        fetchCertificate();
    } finally {
      if (asked === latest) button.prop('disabled', false);
    }
  };
  button.on('click', () => void test());
  return {
    clear() {
      latest += 1;
      result.empty();
      button.prop('disabled', false);
    },
  };
}
