import { createButton, createElement } from '../../drawing/element';
import { parseJsonOrUndefined } from '../../resources/members';
import { notify } from '../labels/notify';
import { translateShared } from '../labels/translate';
import { fetchBackup, toErrorMessage } from '../routes/admin-route-client';
import { openRestoreTray } from './restore-tray';
import { saveFile } from './save-file';
import { openTakeOverTray } from './take-over-tray';

/** Keeps the home of a bridge in a file, brings it back, and puts the new ids into the flows. */
export function createBackupSection(
  bridgeId: string,
  permissions: { readonly canWrite: boolean; readonly canEditFlows: boolean },
): HTMLElement {
  const title = translateShared('backup.title');
  const actions = createElement('div', { class: 'tile-actions' });
  const content = createElement('div', { class: 'section-content', hidden: true }, actions);
  const addAction = (key: string, onClick: () => void): void =>
    actions.append(
      createButton(translateShared(key), onClick, { class: 'red-ui-button red-ui-button-small' }),
    );
  addAction('backup.download', () => void downloadBackup(bridgeId));
  if (permissions.canWrite)
    addAction('backup.bringBack', () =>
      chooseBackup((backup) => openRestoreTray(bridgeId, backup, permissions.canEditFlows)),
    );
  if (permissions.canEditFlows)
    addAction('backup.takeOver', () =>
      chooseBackup((backup) => openTakeOverTray(bridgeId, backup)),
    );
  const toggle = createButton(
    '',
    () => {
      content.hidden = !content.hidden;
      toggle.setAttribute('aria-expanded', String(!content.hidden));
    },
    { class: 'section-toggle', 'aria-expanded': 'false' },
  );
  toggle.append(
    createElement('i', { class: 'fa fa-angle-right', 'aria-hidden': 'true' }),
    createElement('span', { class: 'section-name' }, title),
  );
  return createElement(
    'div',
    { class: 'section backup', role: 'group', 'aria-label': title },
    createElement('div', { class: 'section-header' }, createElement('h3', {}, toggle)),
    content,
  );
}

async function downloadBackup(bridgeId: string): Promise<void> {
  try {
    const backup = await fetchBackup(bridgeId);
    const day = backup.created.slice(0, 10);
    saveFile(`lighting-bridge-backup-${day}.json`, `${JSON.stringify(backup, undefined, 1)}\n`);
  } catch (error) {
    notify(toErrorMessage(error), 'error');
  }
}

/** Opens the file chooser of the browser. The runtime checks what the file holds. */
function chooseBackup(onChosen: (backup: unknown) => void): void {
  const input = createElement('input', { type: 'file', accept: '.json,application/json' });
  const read = async (file: File): Promise<void> => {
    const backup = parseJsonOrUndefined((await file.text()).replace(/^\uFEFF/, ''));
    if (backup === undefined) notify(translateShared('backup.sentence.notJson'), 'error');
    else if ($('.red-ui-tray').length > 0)
      notify(translateShared('import.closeDialogs'), 'warning');
    else onChosen(backup);
  };
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void read(file);
  });
  input.click();
}
