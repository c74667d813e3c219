import { createButton, createElement } from '../../drawing/element';
import type { HomeHealth } from '../../runtime/home/home-item';
import { getResourceTypeLabel, translateShared, translateBridgeValue } from '../labels/translate';
import { createClosedSection } from './closed-section';
import { formatBattery, formatTime } from './item-texts';
import { notify } from '../labels/notify';
import { saveFile } from './save-file';
import { requestRoute, toErrorMessage } from '../routes/admin-route-client';

/** Shows the health of the home and of its connection, and saves files about them. */
export class HealthSection {
  readonly element: HTMLElement;
  readonly #summary: HTMLElement;
  readonly #facts = createElement('div', { class: 'health-facts' });

  constructor(bridgeId: string, canDownload: boolean) {
    const content = [this.#facts];
    if (canDownload) {
      const actions = createElement('div', { class: 'tile-actions' });
      for (const file of ['diagnostics', 'twin'] as const) {
        const text = translateShared(`home.file.${file}.button`);
        actions.append(
          createButton(text, () => void reviewHomeFile(bridgeId, file), {
            class: 'red-ui-button red-ui-button-small',
          }),
        );
      }
      content.push(actions);
    }
    const title = translateShared('home.health.title');
    const { element, summary } = createClosedSection('health', title, content);
    element.hidden = true;
    this.element = element;
    this.#summary = summary;
  }

  show(health: HomeHealth): void {
    this.element.hidden = false;
    const problems = listProblems(health);
    const count = problems.reduce((sum, { entries }) => sum + entries.length, 0);
    this.#summary.textContent =
      count === 0
        ? translateShared('home.health.noProblems')
        : translateShared('home.health.problems', { count });
    this.#facts.replaceChildren(
      ...problems.flatMap(({ title, entries }) => [
        createElement('h4', {}, title),
        createElement(
          'ul',
          { 'aria-label': title },
          ...entries.map((entry) => createElement('li', {}, entry)),
        ),
      ]),
      createElement(
        'dl',
        { class: 'tile-facts' },
        ...listFacts(health).flatMap(([key, value]) => [
          createElement('dt', {}, translateShared(`home.health.${key}`)),
          createElement('dd', {}, value),
        ]),
      ),
    );
  }
}

function listProblems(health: HomeHealth) {
  const toEntry = (name: string, room: string | undefined, state: string): string =>
    room === undefined
      ? translateShared('home.health.entry', { name, state })
      : translateShared('home.health.entryInRoom', { name, room, state });
  const lists: readonly (readonly [key: string, entries: readonly string[]])[] = [
    [
      'unreachable',
      health.unreachable.map(({ name, room, since }) =>
        toEntry(name, room, translateShared('home.unreachableSince', { time: formatTime(since) })),
      ),
    ],
    [
      'batteries',
      health.batteries
        .filter(({ low }) => low)
        .map(({ name, room, level }) => toEntry(name, room, formatBattery(level))),
    ],
    [
      'zigbee',
      health.zigbee.map(({ name, room, status }) =>
        toEntry(name, room, translateBridgeValue(`home.radio.${status}`)),
      ),
    ],
    [
      'updates',
      health.updates.map(({ name, room, state }) =>
        toEntry(name, room, translateBridgeValue(`home.update.${state}`)),
      ),
    ],
    [
      'disabledSensors',
      health.disabledSensors.map(({ name, room, rtype }) =>
        toEntry(name, room, getResourceTypeLabel(rtype)),
      ),
    ],
  ];
  return lists
    .filter(([, entries]) => entries.length > 0)
    .map(([key, entries]) => ({ title: translateShared(`home.health.${key}`), entries }));
}

function listFacts(health: HomeHealth): readonly (readonly [key: string, value: string])[] {
  const { certificate, waiting } = health;
  return [
    ['address', health.address],
    ['requests', String(health.requestsPerMinute)],
    ['refused', String(health.refusedPerMinute)],
    [
      'waiting',
      waiting.count === 0
        ? String(waiting.count)
        : translateShared('home.health.waitingSince', {
            count: waiting.count,
            seconds: waiting.oldestSeconds,
          }),
    ],
    ['reconnects', String(health.reconnectsLastDay)],
    ...(certificate === undefined ? [] : [['fingerprint', certificate.sha256] as const]),
    ...(certificate?.validUntil === undefined
      ? []
      : [['validUntil', new Date(certificate.validUntil).toLocaleDateString()] as const]),
  ];
}

const fileNames = {
  diagnostics: 'lighting-bridge-diagnostics.json',
  twin: 'lighting-bridge-home.json',
} as const;

/** Shows the whole file before a button can save it. */
async function reviewHomeFile(bridgeId: string, file: keyof typeof fileNames): Promise<void> {
  let text: string;
  try {
    const path = `home/${encodeURIComponent(bridgeId)}/${file}`;
    const value: unknown = await (await requestRoute(path)).json();
    text = JSON.stringify(value, undefined, 2);
  } catch (error) {
    notify(toErrorMessage(error), 'error');
    return;
  }
  RED.tray.show({
    title: translateShared(`home.file.${file}.title`),
    buttons: [
      {
        id: 'lighting-bridge-file-cancel',
        text: RED._('common.label.cancel'),
        click: () => RED.tray.close(),
      },
      {
        id: 'lighting-bridge-file-save',
        text: translateShared('home.file.save'),
        class: 'primary',
        click() {
          saveFile(fileNames[file], text);
          RED.tray.close();
        },
      },
    ],
    open(tray) {
      const body = tray.find('.red-ui-tray-body')[0];
      body?.append(
        createElement(
          'div',
          { class: 'lighting-bridge-file' },
          createElement('p', {}, translateShared(`home.file.${file}.holds`)),
          createElement('pre', { tabindex: 0 }, text),
        ),
      );
    },
  });
}
