import { createElement } from '../../drawing/element';
import type { DeviceMatch } from '../../backup/match';
import type { PlanItem } from '../../backup/plan';
import type { RestoreResult } from '../../backup/carry-out';
import { translateShared } from '../labels/translate';
import {
  fetchRestorePlan,
  fetchRestoreProgress,
  requestRestoreStart,
  requestRestoreStop,
  toErrorMessage,
} from '../routes/admin-route-client';
import type { RestorePlanResponse, RestoreProgressResponse } from '../routes/admin-route-client';
import { createBackupList, describeThing, formatChange, translateBackupText } from './backup-texts';
import { openTakeOverTray } from './take-over-tray';
import type { BackupPermissions } from './take-over-tray';

const buttonIds = {
  cancel: 'lighting-bridge-restore-cancel',
  takeOver: 'lighting-bridge-restore-take-over',
  apply: 'lighting-bridge-restore-ok',
} as const;

/** Between two questions about the progress, in ms. */
const pollInterval = 400;

/** Lists what bringing back would do, and brings back what is ticked. */
export function openRestoreTray(
  bridgeId: string,
  backup: unknown,
  permissions: BackupPermissions,
): void {
  const tray = new RestoreTray(bridgeId, backup);
  RED.tray.show({
    title: translateShared('backup.restore.title'),
    buttons: [
      { id: buttonIds.cancel, text: RED._('common.label.cancel'), click: () => tray.cancel() },
      ...(permissions.canEditFlows
        ? [
            {
              id: buttonIds.takeOver,
              text: translateShared('backup.takeOver'),
              click: () => {
                RED.tray.close(() => openTakeOverTray(bridgeId, backup, permissions, tray.choices));
              },
            },
          ]
        : []),
      {
        id: buttonIds.apply,
        text: translateShared('backup.restore.apply'),
        class: 'primary',
        click: () => void tray.apply(),
      },
    ],
    open(element) {
      element.find('.red-ui-tray-body')[0]?.append(tray.element);
      void tray.plan();
    },
    close: () => tray.leave(),
  });
}

class RestoreTray {
  readonly #status = createElement('p', { role: 'status' });
  readonly #problem = createElement('p', { role: 'alert', class: 'lighting-bridge-bad' });
  readonly #bar = createElement('progress', { hidden: true, max: 1, value: 0 });
  readonly #devices = createElement('div');
  readonly #lists = createElement('div');
  readonly element = createElement(
    'form',
    { class: 'lighting-bridge-backup' },
    this.#status,
    this.#problem,
    this.#bar,
    this.#devices,
    this.#lists,
  );
  readonly #left = new AbortController();
  /** Of devices, which taking over respects, too. */
  readonly choices: Record<string, string | null> = {};
  #planned: RestorePlanResponse | undefined;
  /** Ids of what is not to be brought back. */
  readonly #unticked = new Set<string>();
  #run: string | undefined;

  constructor(
    private readonly bridgeId: string,
    private readonly backup: unknown,
  ) {
    this.element.addEventListener('submit', (event) => event.preventDefault());
    this.#bar.setAttribute('aria-label', translateShared('backup.restore.title'));
  }

  async plan(): Promise<void> {
    this.#allow(false);
    this.#say(translateShared('backup.restore.reading'));
    const { backup } = this;
    await this.#guard(async () => {
      const answer = await fetchRestorePlan(
        this.bridgeId,
        { backup, choices: this.choices },
        this.#left.signal,
      );
      if ('fileProblem' in answer) this.#fail(translateBackupText(answer.fileProblem));
      else this.#showPlan(answer);
    });
  }

  async apply(): Promise<void> {
    const ids = this.#listPossible().map(({ id }) => id);
    const ticked = ids.filter((id) => !this.#unticked.has(id));
    if (ticked.length === 0) return;
    this.#allow(false);
    this.#devices.replaceChildren();
    this.#lists.replaceChildren();
    this.#say(translateShared('backup.restore.starting'));
    const { backup } = this;
    const choices = this.choices;
    const parts = ticked.length < ids.length ? { parts: ticked } : {};
    await this.#guard(async () => {
      const answer = await requestRestoreStart(this.bridgeId, { backup, choices, ...parts });
      if ('fileProblem' in answer) this.#fail(translateBackupText(answer.fileProblem));
      else await this.#follow(answer.id);
    });
  }

  /** Ends the run, otherwise closes the tray. */
  cancel(): void {
    if (this.#run === undefined) RED.tray.close();
    else void this.#guard(async () => requestRestoreStop(this.#run ?? ''));
  }

  /** Asks no more. A run goes on. */
  leave(): void {
    this.#left.abort();
  }

  async #follow(id: string): Promise<void> {
    this.#run = id;
    this.#bar.hidden = false;
    try {
      for (;;) {
        const progress = await fetchRestoreProgress(id);
        if (this.#left.signal.aborted) return;
        if (progress.state === 'ended') {
          this.#showReport(progress);
          return;
        }
        const { settled, total } = progress;
        this.#bar.max = Math.max(total, 1);
        this.#bar.value = settled;
        this.#say(translateShared('backup.restore.progress', { done: settled, total }));
        await new Promise((resolve) => {
          setTimeout(resolve, pollInterval);
        });
      }
    } finally {
      this.#run = undefined;
      this.#bar.hidden = true;
      $(`#${buttonIds.takeOver}`).prop('disabled', false);
    }
  }

  #showPlan(planned: RestorePlanResponse): void {
    this.#planned = planned;
    const possible = this.#listPossible();
    const key = possible.length === 0 ? 'nothing' : 'intro';
    this.#say(translateShared(`backup.restore.${key}`));
    const uncertain = planned.devices.filter(
      ({ device, candidates }) => candidates.length > 0 || device.id in this.choices,
    );
    this.#devices.replaceChildren(
      ...planned.warnings.map((warning) =>
        createElement('p', { class: 'lighting-bridge-bad' }, translateBackupText(warning)),
      ),
      ...uncertain.map((match) => this.#createChoice(match)),
    );
    const select = (action: PlanItem['action']): readonly PlanItem[] =>
      planned.items.filter((item) => item.action === action);
    this.#lists.replaceChildren(
      ...(['create', 'change', 'cannot', 'same'] as const)
        .filter((action) => select(action).length > 0)
        .map((action) => {
          const canTick = action === 'create' || action === 'change';
          return createBackupList(
            action,
            select(action),
            (item) => (canTick ? this.#createTick(item) : createEntry(item)),
            action !== 'same',
          );
        }),
    );
    this.#allow(possible.length > 0);
    $(`#${buttonIds.takeOver}`).prop('disabled', false);
  }

  #listPossible = (): readonly PlanItem[] =>
    (this.#planned?.items ?? []).filter(({ action }) => action === 'create' || action === 'change');

  #createTick(item: PlanItem): HTMLElement {
    const input = createElement('input', { type: 'checkbox' });
    input.checked = !this.#unticked.has(item.id);
    input.addEventListener('change', () => {
      if (input.checked) this.#unticked.delete(item.id);
      else this.#unticked.add(item.id);
      this.#allow(this.#listPossible().some(({ id }) => !this.#unticked.has(id)));
    });
    const label = createElement('label', {}, input, describeThing(item));
    return createElement('li', { 'data-id': item.id }, label, ...createDetails(item));
  }

  #createChoice({ device, candidates, found }: DeviceMatch): HTMLElement {
    const options = [...candidates, ...(found === undefined ? [] : [found])];
    const chosen = this.choices[device.id];
    const select = createElement(
      'select',
      {},
      createElement('option', { value: '' }, translateShared('backup.choice.open')),
      ...options.map(({ id, name, room, product }) =>
        createElement(
          'option',
          { value: id },
          [name, room, product].filter((part) => part !== '').join(', '),
        ),
      ),
      createElement('option', { value: 'none' }, translateShared('backup.choice.none')),
    );
    select.value = chosen === null ? 'none' : (chosen ?? '');
    select.addEventListener('change', () => {
      if (select.value === '') Reflect.deleteProperty(this.choices, device.id);
      else this.choices[device.id] = select.value === 'none' ? null : select.value;
      void this.plan();
    });
    const name = describeThing({ name: device.name, type: 'device', group: device.room });
    const question = translateShared('backup.choice.which', { name });
    return createElement('label', { class: 'choice' }, question, select);
  }

  #showReport({ results, stopped }: Extract<RestoreProgressResponse, { state: 'ended' }>): void {
    const select = (outcome: RestoreResult['outcome']): readonly RestoreResult[] =>
      results.filter((result) => result.outcome === outcome);
    const isWhole = stopped === undefined && select('failed').length === 0;
    this.#say(translateShared(`backup.restore.${isWhole ? 'done' : 'incomplete'}`));
    this.#problem.textContent = stopped === undefined ? '' : translateBackupText(stopped);
    this.#lists.replaceChildren(
      ...(['failed', 'not-tried', 'partly', 'cannot', 'done', 'same'] as const)
        .filter((outcome) => select(outcome).length > 0)
        .map((outcome) =>
          createBackupList(outcome, select(outcome), createEntry, outcome !== 'same'),
        ),
    );
    $(`#${buttonIds.cancel}`).text(RED._('common.label.close'));
  }

  #allow(isAllowed: boolean): void {
    $(`#${buttonIds.apply}, #${buttonIds.takeOver}`).prop('disabled', !isAllowed);
  }

  #say(sentence: string): void {
    this.#status.textContent = sentence;
  }

  #fail(sentence: string): void {
    this.#say('');
    this.#problem.textContent = sentence;
  }

  async #guard(run: () => Promise<unknown>): Promise<void> {
    this.#problem.textContent = '';
    try {
      await run();
    } catch (error) {
      if (!this.#left.signal.aborted) this.#fail(toErrorMessage(error));
    }
  }
}

const createEntry = (item: PlanItem | RestoreResult): HTMLElement =>
  createElement('li', { 'data-id': item.id }, describeThing(item), ...createDetails(item));

function createDetails(item: PlanItem | RestoreResult): readonly HTMLElement[] {
  const texts = [...(item.why === undefined ? [] : [item.why]), ...item.notes];
  return [
    ...item.changes.map(({ member, from, to }) => formatChange(member, from, to)),
    ...texts.map(translateBackupText),
    ...('problem' in item && item.problem !== '' ? [item.problem] : []),
  ].map((line) => createElement('div', { class: 'detail' }, line));
}
