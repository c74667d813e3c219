import { createButton, createElement } from '../../drawing/element';
import { parseJsonOrUndefined } from '../../resources/members';
import { notify } from '../labels/notify';
import { translateShared } from '../labels/translate';
import {
  fetchBackup,
  fetchDailyBackup,
  fetchDailyBackupDays,
  toErrorMessage,
} from '../routes/admin-route-client';
import { createClosedSection } from './closed-section';
import { openRestoreTray } from './restore-tray';
import { saveFile } from './save-file';
import { openTakeOverTray } from './take-over-tray';
import type { BackupPermissions } from './take-over-tray';
import { translateBackupText } from './backup-texts';

/** Keeps the home of a bridge in a file, brings it back, and puts the new ids into the flows. */
export function createBackupSection(bridgeId: string, permissions: BackupPermissions): HTMLElement {
  const { canWrite, canEditFlows } = permissions;
  const actions = createElement('div', { class: 'tile-actions' });
  const daily = createElement('div');
  const addAction = (key: string, onClick: () => void): void =>
    actions.append(
      createButton(translateShared(key), onClick, { class: 'red-ui-button red-ui-button-small' }),
    );
  addAction('backup.download', () => void downloadBackup(bridgeId));
  if (canWrite)
    addAction('backup.bringBack', () =>
      chooseBackup((backup) => openRestoreTray(bridgeId, backup, permissions)),
    );
  if (canEditFlows)
    addAction('backup.takeOver', () =>
      chooseBackup((backup) => openTakeOverTray(bridgeId, backup, permissions)),
    );
  return createClosedSection('backup', translateShared('backup.title'), [actions, daily], () => {
    if (canWrite) void showDaily(daily, bridgeId, permissions);
  }).element;
}

/** The backups that Node-RED made by itself: each day a button that brings it back. */
async function showDaily(
  place: HTMLElement,
  bridgeId: string,
  permissions: BackupPermissions,
): Promise<void> {
  try {
    const { days } = await fetchDailyBackupDays(bridgeId);
    const title = createElement('p', {}, translateShared('backup.daily'));
    const list = createElement('div', { class: 'tile-actions' });
    for (const day of days)
      list.append(
        createButton(day, () => void openDaily(bridgeId, day, permissions), {
          class: 'red-ui-button red-ui-button-small',
        }),
      );
    place.replaceChildren(...(days.length === 0 ? [] : [title, list]));
  } catch (error) {
    place.replaceChildren(
      createElement('p', { class: 'lighting-bridge-bad' }, toErrorMessage(error)),
    );
  }
}

async function openDaily(
  bridgeId: string,
  day: string,
  permissions: BackupPermissions,
): Promise<void> {
  try {
    const backup = await fetchDailyBackup(bridgeId, day);
    if ('fileProblem' in backup) notify(translateBackupText(backup.fileProblem), 'error');
    else openUnlessDialogIsOpen(() => openRestoreTray(bridgeId, backup, permissions));
  } catch (error) {
    notify(toErrorMessage(error), 'error');
  }
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
    else openUnlessDialogIsOpen(() => onChosen(backup));
  };
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void read(file);
  });
  input.click();
}

function openUnlessDialogIsOpen(open: () => void): void {
  if ($('.red-ui-tray').length > 0) notify(translateShared('import.closeDialogs'), 'warning');
  else open();
}
