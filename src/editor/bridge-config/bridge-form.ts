import { getSettingField, getSettingValue, toText } from '../fields/setting-fields';
import { collectConnectionSettings } from '../routes/undeployed-connection-settings';
import type { UndeployedConnectionSettings } from '../routes/undeployed-connection-settings';

export const readConnectionSettings = (
  node: EditorNode,
): UndeployedConnectionSettings & { bridge: string } => ({
  bridge: node.id,
  ...collectConnectionSettings((name) => getSettingValue(node, name)),
});

/** Fills a field of the open form. An empty or unknown value leaves the field unchanged. */
export function fillSetting(
  node: EditorNode,
  setting: string,
  value: string | number | undefined,
): void {
  const text = toText(value);
  if (text === '') return;
  getSettingField(node, setting).val(text).trigger('lightingBridge:set', [text]).trigger('change');
}

export function clearSettings(node: EditorNode, ...settings: readonly string[]): void {
  for (const setting of settings) getSettingField(node, setting).val('').trigger('change');
}

/** Calls `onChange` each time the host or port in the open form changes. */
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
