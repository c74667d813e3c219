import {
  requestPairingStop,
  toErrorMessage,
  AdminRouteError,
  testBridgeConnection,
} from '../../routes/admin-route-client';
import { CertificatePanel } from './certificate-panel';
import { prepareChoiceOrTextInput } from '../../inputs/choice-or-text-input';
import {
  hiddenPasswordValue,
  collectConnectionSettings,
} from '../../routes/undeployed-connection-settings';
import { prepareBridgeSearch } from './bridge-search';
import { PairingPanel } from './pairing-panel';
import { parsePastedAddress } from './pasted-address';
import { isBridgeId } from '../../../bridge/tls/bridge-identity';
import { toText, getSettingField, getSettingValue } from '../../fields/setting-fields';
import type {
  BridgeListItem,
  CertificateResponse,
  ConnectionTestResponse,
} from '../../routes/admin-route-client';
import type { BridgeSearch } from './bridge-search';
import type { PairedBridge } from './pairing-panel';
import type { Translate } from '../../labels/translate';
import type { UndeployedConnectionSettings } from '../../routes/undeployed-connection-settings';
import { notify } from '../../labels/notify';

/** The parts of a bridge's open dialog beside plain fields: search, pairing, certificate, test. */
export class ConnectionDialog {
  readonly #node: EditorNode;
  readonly #text: Translate;
  readonly #bridgeSearch: BridgeSearch;
  readonly #pairingPanel: PairingPanel;
  readonly #certificatePanel: CertificatePanel;
  readonly #connectionTest: ConnectionTest;
  /** Id of the pairing whose key the form holds. */
  #pairingId: string | undefined;

  constructor(node: EditorNode, text: Translate) {
    this.#node = node;
    this.#text = text;
    prepareKeyHeaderInput(node, text);
    requireAddress(node);
    this.#bridgeSearch = this.#prepareBridgeSearch();
    this.#pairingPanel = this.#createPairingPanel();
    // An entered key takes precedence over the key of a pairing.
    getSettingField(node, 'key').on('input', () => clearSettings(node, 'pairing'));
    this.#certificatePanel = this.#createCertificatePanel();
    this.#connectionTest = prepareConnectionTest({
      node,
      text,
      onConnected: (bridge) => this.#takeConnected(bridge),
      onUntrusted: () => this.#certificatePanel.fetch(),
    });
    preparePastedAddress(node);
    registerAddressChangeListener(node, () => this.#clearResults());
  }

  /** Cancels searches and pairings. Keeps the key of a pairing only if the dialog was confirmed. */
  close(confirmed: boolean): void {
    this.#bridgeSearch.cancel();
    this.#pairingPanel.cancel();
    this.#connectionTest.clear();
    if (!confirmed && this.#pairingId !== undefined) void discardPairing(this.#pairingId);
  }

  #clearResults(): void {
    this.#pairingPanel.clear();
    this.#certificatePanel.clear();
    this.#connectionTest.clear();
  }

  #prepareBridgeSearch(): BridgeSearch {
    return prepareBridgeSearch({
      button: $('#bridge-config-find'),
      container: $('#bridge-config-found'),
      text: this.#text,
      onChoice: (bridge) => this.#takeFound(bridge),
    });
  }

  #takeFound(bridge: BridgeListItem): void {
    const previousBridgeId = getSettingValue(this.#node, 'bridgeId');
    if (previousBridgeId !== '' && previousBridgeId !== bridge.bridgeId)
      clearSettings(this.#node, 'fingerprint', 'bridgeId');
    for (const setting of ['host', 'port', 'bridgeId'] as const)
      fillSetting(this.#node, setting, bridge[setting]);
  }

  #createPairingPanel(): PairingPanel {
    return new PairingPanel({
      button: $('#bridge-config-pair'),
      container: $('#bridge-config-pairing'),
      text: this.#text,
      getConnectionSettings: () => readConnectionSettings(this.#node),
      onPaired: (bridge, id) => this.#takePaired(bridge, id),
      onUntrusted: () => this.#certificatePanel.fetch(),
    });
  }

  #takePaired({ bridgeId, fingerprint, keyHeader }: PairedBridge, pairingId: string): void {
    const node = this.#node;
    this.#pairingId = pairingId;
    fillSetting(node, 'pairing', pairingId);
    fillSetting(node, 'key', hiddenPasswordValue);
    fillSetting(node, 'bridgeId', bridgeId);
    fillSetting(node, 'fingerprint', fingerprint);
    fillSetting(node, 'keyHeader', keyHeader);
    // The panel showed the state before pairing; the test shows the current one.
    this.#certificatePanel.clear();
    this.#connectionTest.run();
  }

  #createCertificatePanel(): CertificatePanel {
    return new CertificatePanel({
      button: $('#bridge-config-certificate'),
      container: $('#bridge-config-seen'),
      text: this.#text,
      getConnectionSettings: () => readConnectionSettings(this.#node),
      onTrust: (certificate) => this.#takeTrusted(certificate),
    });
  }

  #takeTrusted({ fingerprint, commonName }: CertificateResponse): void {
    fillSetting(this.#node, 'fingerprint', fingerprint);
    // Earlier results failed because the certificate was not trusted.
    this.#connectionTest.clear();
    $('#bridge-config-pairing').find('.lighting-bridge-bad').remove();
    if (getSettingValue(this.#node, 'bridgeId') === '') return;
    if (isBridgeId(commonName)) fillSetting(this.#node, 'bridgeId', commonName.toLowerCase());
    else clearSettings(this.#node, 'bridgeId');
  }

  #takeConnected({ name, fingerprint, keyHeader }: ConnectionTestResponse): void {
    const node = this.#node;
    // Keep a name that the user entered.
    if (getSettingValue(node, 'name').trim() === '') fillSetting(node, 'name', name);
    if (getSettingValue(node, 'fingerprint') === '') fillSetting(node, 'fingerprint', fingerprint);
    if (getSettingValue(node, 'keyHeader') !== keyHeader) fillSetting(node, 'keyHeader', keyHeader);
  }
}

export const prepareConnectionDialog = (node: EditorNode, text: Translate): ConnectionDialog =>
  new ConnectionDialog(node, text);

/** Keeps the buttons from asking without a valid address. The field then says what is wrong, and nothing else does. */
function requireAddress(node: EditorNode): void {
  const host = getSettingField(node, 'host');
  $('#bridge-config-pair, #bridge-config-certificate, #bridge-config-test').on('click', (event) => {
    const result = node._def.defaults['host']?.validate?.call(node, host.val(), {});
    if (result === undefined || result === true) return;
    event.stopImmediatePropagation();
    host.closest('.form-row').addClass('lighting-bridge-left');
    host.trigger('change').trigger('focus');
  });
}

function prepareKeyHeaderInput(node: EditorNode, text: Translate): void {
  prepareChoiceOrTextInput({
    field: getSettingField(node, 'keyHeader'),
    inputElement: $('#bridge-config-keyHeader'),
    choiceLabels: {
      'home-application-key': text('keyHeader.home'),
      'hue-application-key': text('keyHeader.hue'),
    },
    otherLabel: text('keyHeader.other'),
  });
}

async function discardPairing(pairingId: string): Promise<void> {
  try {
    await requestPairingStop(pairingId);
  } catch (error) {
    notify(toErrorMessage(error), 'warning');
  }
}

function preparePastedAddress(node: EditorNode): void {
  const host = getSettingField(node, 'host');
  host.on('input change', ({ type, originalEvent }) => {
    const isPasted =
      originalEvent instanceof InputEvent && originalEvent.inputType === 'insertFromPaste';
    if (type === 'input' && !isPasted) return;
    const address = parsePastedAddress(toText(host.val()));
    if (address === undefined) return;
    fillSetting(node, 'port', address.port);
    fillSetting(node, 'host', address.host);
  });
}

interface ConnectionTest {
  run(): void;
  /** Clears the result and ignores the response of a pending test. */
  clear(): void;
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
}): ConnectionTest {
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

const readConnectionSettings = (
  node: EditorNode,
): UndeployedConnectionSettings & { bridge: string } => ({
  bridge: node.id,
  ...collectConnectionSettings((name) => getSettingValue(node, name)),
});

function fillSetting(node: EditorNode, setting: string, value: string | number | undefined): void {
  const text = toText(value);
  if (text === '') return;
  getSettingField(node, setting).val(text).trigger('lightingBridge:set', [text]).trigger('change');
}

function clearSettings(node: EditorNode, ...settings: readonly string[]): void {
  for (const setting of settings) getSettingField(node, setting).val('').trigger('change');
}

function registerAddressChangeListener(node: EditorNode, onChange: () => void): void {
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
