import { translateShared } from '../labels/translate';
import { openImportTray } from './import-tray';

const action = 'lighting-bridge:import-from-huemagic';
const menu = 'red-ui-header-button-sidemenu';
const menuItem = 'menu-item-lighting-bridge-import';

/** Its menu entry is below the editor's own import. */
export function addImportAction(): void {
  let isAdded = false;
  RED.events.on('flows:loaded', () => {
    if (isAdded) return;
    isAdded = true;
    const label = translateShared('import.title');
    RED.actions.add(action, openImportTray, { label });
    RED.menu.addItem(menu, { id: menuItem, label, onselect: action });
    $(`#${menuItem}`).parent().insertAfter($('#menu-item-import').parent());
  });
}

/** Keeps the dialog's changes; opens the import once all dialogs are closed. */
export function prepareImportButton(): void {
  $('#bridge-config-import').on('click', () => {
    const isOpen = (): boolean => $('.red-ui-tray').length > 0;
    const openOnceClosed = (): void => {
      if (!isOpen()) {
        observer.disconnect();
        openImportTray();
      }
    };
    const observer = new MutationObserver(openOnceClosed);
    observer.observe(document.body, { childList: true, subtree: true });
    $('#node-config-dialog-ok').trigger('click');
  });
}
