import { createElement } from '../../drawing/element';
import { takeOverFlows } from '../../backup/take-over';
import type { ForeignUse, TakenOverFlows, TakenOverId } from '../../backup/take-over';
import type { FlowNode } from '../../import/flow';
import { getListMember, getTextMember } from '../../resources/members';
import { replaceHiddenCharacters } from '../../resources/problems';
import { listImportedNodes, readWorkspace, replaceWorkspace } from '../import/apply-import';
import { notify } from '../labels/notify';
import { translateShared } from '../labels/translate';
import {
  fetchRestorePlan,
  requestStoreTakeOver,
  toErrorMessage,
} from '../routes/admin-route-client';
import type { BackupFileProblem, StoredIdsTakenOver } from '../routes/admin-route-client';
import { createBackupList, formatChange, translateBackupText } from './backup-texts';

const applyId = 'lighting-bridge-take-over-ok';

export interface BackupPermissions {
  /** To the bridge, and to what Node-RED keeps of it. */
  readonly canWrite: boolean;
  readonly canEditFlows: boolean;
}

interface FoundIds {
  readonly before: readonly FlowNode[];
  readonly flows: TakenOverFlows;
  /** Undefined for who may not change it. */
  readonly stored: StoredIdsTakenOver | undefined;
}

/**
 * Lists which nodes and saved states name an old id, and puts the ids of the bridge in their place, without a deploy.
 *
 * @param choices devices that a person has chosen
 */
export function openTakeOverTray(
  bridgeId: string,
  backup: unknown,
  { canWrite }: BackupPermissions,
  choices: Readonly<Record<string, string | null>> = {},
): void {
  const status = createElement('p', { role: 'status' }, translateShared('backup.restore.reading'));
  const lists = createElement('div');
  const left = new AbortController();
  let taken: FoundIds | undefined;
  const close = (): void => RED.tray.close();
  const show = async (): Promise<void> => {
    try {
      const found = await findIds(bridgeId, { backup, choices }, canWrite, left.signal);
      if ('fileProblem' in found) {
        status.textContent = translateBackupText(found.fileProblem);
        return;
      }
      taken = found;
      const { flows, stored } = found;
      const isEmpty = flows.changes.length === 0 && countStored(stored) === 0;
      status.textContent = translateShared(`backup.takeOverFlows.${isEmpty ? 'nothing' : 'intro'}`);
      lists.replaceChildren(...createLists(flows), ...createStoredLists(stored));
      $(`#${applyId}`).prop('disabled', isEmpty);
    } catch (error) {
      if (!left.signal.aborted) status.textContent = toErrorMessage(error);
    }
  };
  RED.tray.show({
    title: translateShared('backup.takeOverFlows.title'),
    buttons: [
      {
        id: 'lighting-bridge-take-over-cancel',
        text: RED._('common.label.cancel'),
        click: close,
      },
      {
        id: applyId,
        text: translateShared('backup.takeOverFlows.apply'),
        class: 'primary',
        click() {
          if (taken === undefined) return;
          close();
          if (taken.flows.changes.length > 0) takeOverWorkspace(taken);
          if (countStored(taken.stored) > 0) void takeOverStore(bridgeId, backup, choices);
        },
      },
    ],
    open(tray) {
      const form = createElement('div', { class: 'lighting-bridge-backup' }, status, lists);
      tray.find('.red-ui-tray-body')[0]?.append(form);
      $(`#${applyId}`).prop('disabled', true);
      void show();
    },
    close: () => left.abort(),
  });
}

const countStored = (stored: StoredIdsTakenOver | undefined): number =>
  stored === undefined ? 0 : stored.states.length + stored.programs;

async function findIds(
  bridgeId: string,
  body: { readonly backup: unknown; readonly choices: Readonly<Record<string, string | null>> },
  canWrite: boolean,
  signal: AbortSignal,
): Promise<FoundIds | BackupFileProblem> {
  const answer = await fetchRestorePlan(bridgeId, body, signal);
  if ('fileProblem' in answer) return answer;
  const stored = canWrite
    ? await requestStoreTakeOver(bridgeId, { ...body, apply: false })
    : undefined;
  if (stored !== undefined && 'fileProblem' in stored) return stored;
  const before = readWorkspace();
  const known = getListMember(body.backup, 'resources').flatMap(
    (resource) => getTextMember(resource, 'id') ?? [],
  );
  const flows = takeOverFlows(before, new Map(Object.entries(answer.ids)), new Set(known));
  return { before, flows, stored };
}

function takeOverWorkspace({ before, flows }: FoundIds): void {
  replaceWorkspace(before, listImportedNodes(flows.flows));
  notify(translateShared('backup.takeOverFlows.done'), 'success');
}

/** No undo of the editor reaches what Node-RED keeps, so the notification says where the file stays as it was. */
async function takeOverStore(
  bridgeId: string,
  backup: unknown,
  choices: Readonly<Record<string, string | null>>,
): Promise<void> {
  try {
    const answer = await requestStoreTakeOver(bridgeId, { backup, choices, apply: true });
    if ('fileProblem' in answer) notify(translateBackupText(answer.fileProblem), 'error');
    else if (answer.keptAs !== undefined)
      notify(
        translateShared('backup.takeOverFlows.storedDone', { file: answer.keptAs }),
        'success',
      );
  } catch (error) {
    notify(toErrorMessage(error), 'error');
  }
}

function createStoredLists(stored: StoredIdsTakenOver | undefined): readonly HTMLElement[] {
  if (stored === undefined || countStored(stored) === 0) return [];
  const entries = [
    ...stored.states.map(({ name, isCopied }) =>
      isCopied ? translateShared('backup.takeOverFlows.copied', { name }) : name,
    ),
    ...(stored.programs === 0
      ? []
      : [translateShared('backup.takeOverFlows.programs', { count: stored.programs })]),
  ];
  return [
    createBackupList('states', entries, (entry) =>
      createElement(
        'li',
        {},
        replaceHiddenCharacters(entry, () => ' '),
      ),
    ),
    createElement('p', {}, translateShared('backup.takeOverFlows.noUndo')),
  ];
}

function createLists({ changes, lost, foreign }: TakenOverFlows): readonly HTMLElement[] {
  const nodes = new Map<string, TakenOverId[]>();
  for (const change of changes) nodes.set(change.id, [...(nodes.get(change.id) ?? []), change]);
  const listUses = (key: string, uses: readonly ForeignUse[]): readonly HTMLElement[] =>
    uses.length === 0
      ? []
      : [createBackupList(key, uses, (use) => createNode(use, [use.ids.join(', ')]))];
  return [
    ...(nodes.size === 0
      ? []
      : [
          createBackupList('nodes', [...nodes.values()], (found) =>
            createNode(
              found[0],
              found.map(({ setting, from, to }) => formatChange(setting, from, to)),
            ),
          ),
        ]),
    ...listUses('lost', lost),
    ...listUses('foreign', foreign),
  ];
}

function createNode(
  place: Pick<TakenOverId, 'name' | 'type' | 'tab'> | undefined,
  lines: readonly string[],
): HTMLElement {
  const { name = '', type = '', tab = '' } = place ?? {};
  const details = lines.map((line) => createElement('div', { class: 'detail' }, line));
  const title = [name, type, tab].filter((part) => part !== '').join(', ');
  return createElement('li', {}, title, ...details);
}
