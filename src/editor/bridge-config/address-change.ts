import { fieldOf, settingOf } from '../settings-in-form';

/**
 * Calls back when the open form means another address or port than before.
 *
 * @param node config node whose dialog is open
 * @param act called once for each change
 */
export function onOtherAddress(node: EditorNode, act: () => void): void {
  const address = (): string =>
    `${settingOf(node, 'host').trim()} ${settingOf(node, 'port').trim()}`;
  let before = address();
  const fields = fieldOf(node, 'host').add(fieldOf(node, 'port'));
  fields.on('input change', () => {
    if (address() === before) return;
    before = address();
    act();
  });
}
