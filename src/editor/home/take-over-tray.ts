import { createElement } from '../../drawing/element';
import { takeOverFlows } from '../../backup/take-over';
import type { ForeignUse, TakenOverFlows, TakenOverId } from '../../backup/take-over';
import type { FlowNode } from '../../import/flow';
import { getListMember, getTextMember } from '../../resources/members';
import { listImportedNodes, readWorkspace, replaceWorkspace } from '../import/apply-import';
import { notify } from '../labels/notify';
import { translateShared } from '../labels/translate';
import { fetchRestorePlan, toErrorMessage } from '../routes/admin-route-client';
import { createBackupList, formatChange, translateBackupText } from './backup-texts';

const applyId = 'lighting-bridge-take-over-ok';

/** Lists which nodes name an old id, and puts the ids of the bridge in their place, without a deploy. */
export function openTakeOverTray(bridgeId: string, backup: unknown): void {
  const status = createElement('p', { role: 'status' }, translateShared('backup.restore.reading'));
  const lists = createElement('div');
  const left = new AbortController();
  let taken: { readonly before: readonly FlowNode[]; readonly flows: TakenOverFlows } | undefined;
  const close = (): void => RED.tray.close();
  const show = async (): Promise<void> => {
    try {
      const answer = await fetchRestorePlan(bridgeId, { backup }, left.signal);
      if ('fileProblem' in answer) {
        status.textContent = translateBackupText(answer.fileProblem);
        return;
      }
      const before = readWorkspace();
      const known = getListMember(backup, 'resources').flatMap(
        (resource) => getTextMember(resource, 'id') ?? [],
      );
      const flows = takeOverFlows(before, new Map(Object.entries(answer.ids)), new Set(known));
      taken = { before, flows };
      const isEmpty = flows.changes.length === 0;
      status.textContent = translateShared(`backup.takeOverFlows.${isEmpty ? 'nothing' : 'intro'}`);
      lists.replaceChildren(...createLists(flows));
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
          const { before, flows } = taken;
          close();
          replaceWorkspace(before, listImportedNodes(flows.flows));
          notify(translateShared('backup.takeOverFlows.done'), 'success');
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
