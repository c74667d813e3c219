import {
  AdminRouteError,
  requestPairingStart,
  requestPairingStop,
  testBridgeConnection,
  toErrorMessage,
} from '../../routes/admin-route-client';
import { isBridgeId } from '../../../bridge/bridge-identity';
import { getSettingField, getSettingValue, toText } from '../../fields/setting-fields';
import { prepareChoiceOrTextInput } from '../../inputs/choice-or-text-input';
import { notify } from '../../labels/notify';
import { createTranslator } from '../../labels/translate';
import {
  collectConnectionSettings,
  hiddenPasswordValue,
} from '../../routes/undeployed-connection-settings';
import { prepareBridgeSearch } from './bridge-search';
import { prepareButtonRequest, showMessage } from './button-request';
import { prepareCertificatePanel } from './certificate-panel';
import { preparePairing } from './pairing-panel';
import { parsePastedAddress } from './pasted-address';
import type { CertificateResponse } from '../../routes/admin-route-client';
import type { UndeployedConnectionSettings } from '../../routes/undeployed-connection-settings';

const text = createTranslator('bridge-config');

/**
 * @returns called when the dialog is closed: cancels searches and pairings, and keeps the key of a pairing only if the
 * dialog was confirmed
 */
export function prepareConnectionDialog(node: EditorNode): (isConfirmed: boolean) => void {
  /** The form holds the key of this pairing. */
  let pairingId: string | undefined;
  const readSettings = (): ConnectionSettings => readConnectionSettings(node);
  prepareKeyHeaderInput(node);
  requireAddress(node);
  const search = prepareBridgeSearch(({ host, port, bridgeId }) => {
    const previousBridgeId = getSettingValue(node, 'bridgeId');
    if (previousBridgeId !== '' && previousBridgeId !== bridgeId)
      clearSettings(node, 'fingerprint', 'bridgeId');
    fillSettings(node, { host, port, bridgeId });
  });
  const certificate = prepareCertificatePanel(readSettings, (trusted) => {
    // Earlier results failed because the certificate was not trusted.
    test.clear();
    $('#bridge-config-pairing').find('.lighting-bridge-bad').remove();
    takeTrusted(node, trusted);
  });
  const test = prepareConnectionTest(node, () => certificate.run());
  const pairing = preparePairing({
    start() {
      const { bridge, host, port, fingerprint, bridgeId } = readSettings();
      return requestPairingStart({ bridge, host, port, fingerprint, bridgeId });
    },
    onPaired({ bridgeId, fingerprint, keyHeader }, id) {
      pairingId = id;
      const key = hiddenPasswordValue;
      fillSettings(node, { pairing: id, key, bridgeId, fingerprint, keyHeader });
      // The panel showed the state before pairing.
      certificate.clear();
      test.run();
    },
    onUntrusted: () => certificate.run(),
  });
  // An entered key precedes that of a pairing.
  getSettingField(node, 'key').on('input', () => clearSettings(node, 'pairing'));
  preparePastedAddress(node);
  onAddressChange(node, () => {
    pairing.clear();
    certificate.clear();
    test.clear();
  });
  return (isConfirmed) => {
    search.cancel();
    pairing.cancel();
    test.clear();
    if (isConfirmed || pairingId === undefined) return;
    requestPairingStop(pairingId).catch((error: unknown) =>
      notify(toErrorMessage(error), 'warning'),
    );
  };
}

const prepareConnectionTest = (
  node: EditorNode,
  onUntrusted: () => void,
): ReturnType<typeof prepareButtonRequest> => {
  const container = $('#bridge-config-result');
  return prepareButtonRequest({
    button: $('#bridge-config-test'),
    container,
    send: () => testBridgeConnection(readConnectionSettings(node)),
    onAnswer({ name, resources, fingerprint, keyHeader }) {
      showMessage(container, 'good', text('result.connected', { name, resources }));
      if (getSettingValue(node, 'name').trim() === '') fillSettings(node, { name });
      if (getSettingValue(node, 'fingerprint') === '') fillSettings(node, { fingerprint });
      if (getSettingValue(node, 'keyHeader') !== keyHeader) fillSettings(node, { keyHeader });
    },
    onError(error) {
      if (error instanceof AdminRouteError && error.code === 'ERR_BRIDGE_UNTRUSTED') onUntrusted();
    },
  });
};

function takeTrusted(node: EditorNode, { fingerprint, commonName }: CertificateResponse): void {
  fillSettings(node, { fingerprint });
  if (getSettingValue(node, 'bridgeId') === '') return;
  if (isBridgeId(commonName)) fillSettings(node, { bridgeId: commonName.toLowerCase() });
  else clearSettings(node, 'bridgeId');
}

/** Shows only the problem of the field if the address is invalid. */
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

function prepareKeyHeaderInput(node: EditorNode): void {
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

function preparePastedAddress(node: EditorNode): void {
  const host = getSettingField(node, 'host');
  host.on('input change', ({ type, originalEvent }) => {
    const isPasted =
      originalEvent instanceof InputEvent && originalEvent.inputType === 'insertFromPaste';
    if (type === 'input' && !isPasted) return;
    const address = parsePastedAddress(toText(host.val()));
    if (address !== undefined) fillSettings(node, { port: address.port, host: address.host });
  });
}

type ConnectionSettings = UndeployedConnectionSettings & { bridge: string };

const readConnectionSettings = (node: EditorNode): ConnectionSettings => ({
  bridge: node.id,
  ...collectConnectionSettings((name) => getSettingValue(node, name)),
});

/** Empty and unknown values change nothing. */
function fillSettings(
  node: EditorNode,
  values: Readonly<Record<string, string | number | undefined>>,
): void {
  for (const [setting, value] of Object.entries(values)) {
    const filled = toText(value);
    if (filled === '') continue;
    const field = getSettingField(node, setting).val(filled);
    field.trigger('lightingBridge:set', [filled]).trigger('change');
  }
}

function clearSettings(node: EditorNode, ...settings: readonly string[]): void {
  for (const setting of settings) getSettingField(node, setting).val('').trigger('change');
}

function onAddressChange(node: EditorNode, onChange: () => void): void {
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
