import {
  testBridgeConnection,
  AdminRouteError,
  requestPairingStop,
  toErrorMessage,
} from '../routes/admin-route-client';
import { prepareCertificatePanel } from './certificate-panel';
import { prepareChoiceOrTextInput } from '../inputs/choice-or-text-input';
import {
  collectConnectionSettings,
  hiddenPasswordValue,
} from '../routes/undeployed-connection-settings';
import { prepareBridgeSearch } from './bridge-search';
import { preparePairingPanel } from './pairing-panel';
import { parsePastedAddress } from './pasted-address';
import { isBridgeId } from '../../bridge/tls/bridge-id';
import { toText, getSettingField, getSettingValue } from '../fields/setting-fields';
import type { ConnectionTestResponse } from '../routes/admin-route-client';
import type { UndeployedConnectionSettings } from '../routes/undeployed-connection-settings';
import type { Translate } from '../labels/translate';

/** The open dialog of a bridge. */
export interface ConnectionDialog {
  /** Stops searches and pairings; the key of a pairing is kept only when the dialog was confirmed. */
  close(confirmed: boolean): void;
}

/** Reads the connection settings from the open form of a bridge. */
const readConnectionSettings = (
  node: EditorNode,
): UndeployedConnectionSettings & { bridge: string } => ({
  bridge: node.id,
  ...collectConnectionSettings((name) => getSettingValue(node, name)),
});

/** Prepares the parts of a bridge's dialog beside plain fields: search, pairing, certificate, test. */
export function prepareConnectionDialog(node: EditorNode, text: Translate): ConnectionDialog {
  let pairingId: string | undefined;
  const setSetting = (setting: string, value: string | number | undefined): void => {
    const settingText = toText(value);
    if (settingText === '') return;
    getSettingField(node, setting)
      .val(settingText)
      .trigger('lightingBridge:set', [settingText])
      .trigger('change');
  };

  /** Names the bridge after its own name, unless a person has named it. */
  const nameBridge = (name: string): void => {
    if (getSettingValue(node, 'name').trim() === '') setSetting('name', name);
  };
  const clearSettings = (...settings: readonly string[]): void => {
    for (const setting of settings) getSettingField(node, setting).val('').trigger('change');
  };

  prepareChoiceOrTextInput({
    field: getSettingField(node, 'keyHeader'),
    inputElement: $('#bridge-config-keyHeader'),
    choiceLabels: {
      'home-application-key': text('keyHeader.home'),
      'hue-application-key': text('keyHeader.hue'),
    },
    otherLabel: text('keyHeader.other'),
  });
  const bridgeSearch = prepareBridgeSearch({
    button: $('#bridge-config-find'),
    container: $('#bridge-config-found'),
    text,
    onChoice(bridge) {
      const previousBridgeId = getSettingValue(node, 'bridgeId');
      if (previousBridgeId !== '' && previousBridgeId !== bridge.bridgeId)
        clearSettings('fingerprint', 'bridgeId');
      for (const setting of ['host', 'port', 'bridgeId'] as const)
        setSetting(setting, bridge[setting]);
    },
  });
  const pairingPanel = preparePairingPanel({
    button: $('#bridge-config-pair'),
    container: $('#bridge-config-pairing'),
    text,
    getConnectionSettings: () => readConnectionSettings(node),
    onPaired({ bridgeId, fingerprint, keyHeader }, id) {
      pairingId = id;
      setSetting('pairing', id);
      setSetting('key', hiddenPasswordValue);
      setSetting('bridgeId', bridgeId);
      setSetting('fingerprint', fingerprint);
      setSetting('keyHeader', keyHeader);
      // What was said before no longer holds: the test says what is true now.
      certificatePanel.clear();
      connectionTest.run();
    },
    onUntrusted: () => certificatePanel.fetch(),
  });
  // An entered key takes precedence over the key of a pairing.
  getSettingField(node, 'key').on('input', () => clearSettings('pairing'));
  const certificatePanel = prepareCertificatePanel({
    button: $('#bridge-config-certificate'),
    container: $('#bridge-config-seen'),
    text,
    getConnectionSettings: () => readConnectionSettings(node),
    onTrust({ fingerprint, commonName }) {
      setSetting('fingerprint', fingerprint);
      // Earlier results failed because the certificate was not trusted.
      connectionTest.clear();
      $('#bridge-config-pairing').find('.lighting-bridge-bad').remove();
      if (getSettingValue(node, 'bridgeId') === '') return;
      if (isBridgeId(commonName)) setSetting('bridgeId', commonName.toLowerCase());
      else clearSettings('bridgeId');
    },
  });
  const connectionTest = prepareConnectionTest({
    node,
    text,
    onConnected({ name, fingerprint, keyHeader }) {
      nameBridge(name);
      if (getSettingValue(node, 'fingerprint') === '') setSetting('fingerprint', fingerprint);
      if (getSettingValue(node, 'keyHeader') !== keyHeader) setSetting('keyHeader', keyHeader);
    },
    onUntrusted: () => certificatePanel.fetch(),
  });
  preparePastedAddress(node, setSetting);
  registerAddressChangeListener(node, () => {
    pairingPanel.clear();
    certificatePanel.clear();
    connectionTest.clear();
  });

  return {
    close(confirmed) {
      bridgeSearch.cancel();
      pairingPanel.cancel();
      connectionTest.clear();
      if (!confirmed && pairingId !== undefined) void discardPairing(pairingId);
    },
  };
}

async function discardPairing(pairingId: string): Promise<void> {
  try {
    await requestPairingStop(pairingId);
  } catch (error) {
    RED.notify(toErrorMessage(error), { type: 'warning' });
  }
}

/** Takes an address apart that was pasted from a browser. */
function preparePastedAddress(
  node: EditorNode,
  setSetting: (setting: string, value: string | undefined) => void,
): void {
  const host = getSettingField(node, 'host');
  host.on('input change', ({ type, originalEvent }) => {
    const isPasted =
      originalEvent instanceof InputEvent && originalEvent.inputType === 'insertFromPaste';
    if (type === 'input' && !isPasted) return;
    const address = parsePastedAddress(toText(host.val()));
    if (address === undefined) return;
    setSetting('port', address.port);
    setSetting('host', address.host);
  });
}

function prepareConnectionTest({
  node,
  text,
  onConnected,
  onUntrusted,
}: {
  node: EditorNode;
  text: Translate;
  onConnected: (bridge: ConnectionTestResponse) => void;
  onUntrusted: () => void;
}): { run(): void; clear(): void } {
  const button = $('#bridge-config-test');
  const result = $('#bridge-config-result');
  let latestRequest = 0;
  const showMessage = (messageClass: string, message: string): void => {
    result.empty().append($(`<p class="lighting-bridge-${messageClass}">`).text(message));
  };
  const runTest = async (): Promise<void> => {
    latestRequest += 1;
    const currentRequest = latestRequest;
    button.prop('disabled', true);
    showMessage('busy', text('result.busy'));
    try {
      const response = await testBridgeConnection(readConnectionSettings(node));
      if (currentRequest !== latestRequest) return;
      const { name, resources } = response;
      showMessage('good', text('result.connected', { name, resources }));
      onConnected(response);
    } catch (error) {
      if (currentRequest !== latestRequest) return;
      showMessage('bad', toErrorMessage(error));
      if (error instanceof AdminRouteError && error.code === 'ERR_BRIDGE_UNTRUSTED') onUntrusted();
    } finally {
      if (currentRequest === latestRequest) button.prop('disabled', false);
    }
  };
  const run = (): void => void runTest();
  button.on('click', run);
  return {
    run,
    clear() {
      latestRequest += 1;
      result.empty();
      button.prop('disabled', false);
    },
  };
}

/**
 * Calls back when the host or port in the open form changes.
 *
 * @param node config node whose dialog is open
 * @param onChange called once for each change
 */
export function registerAddressChangeListener(node: EditorNode, onChange: () => void): void {
  const readAddress = (): string =>
    `${getSettingValue(node, 'host').trim()} ${getSettingValue(node, 'port').trim()}`;
  let previousAddress = readAddress();
  const fields = getSettingField(node, 'host').add(getSettingField(node, 'port'));
  fields.on('input change', () => {
    if (readAddress() === previousAddress) return;
    previousAddress = readAddress();
    onChange();
  });
}
