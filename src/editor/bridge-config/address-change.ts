import { getSettingField, getSettingValue } from '../setting-fields';

/**
 * Calls back when the host or port in the open form changes.
 *
 * @param node config node whose dialog is open
 * @param onChange called once for each change
 */
export function onAddressChange(node: EditorNode, onChange: () => void): void {
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
