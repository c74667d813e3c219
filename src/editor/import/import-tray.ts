import type { ImportResource } from '../../import/bridge-contents';
import { parseFlowFileJson, readText } from '../../import/flow';
import type { FlowNode } from '../../import/flow';
import { importHueMagicFlows } from '../../import/import-flows';
import type { ImportResult } from '../../import/import-flows';
import { importOutcomes } from '../../import/report';
import type { ImportEntry } from '../../import/report';
import { createOptions } from '../fields/controls';
import { toText } from '../fields/setting-fields';
import { notify } from '../labels/notify';
import { translateChoices, translateShared } from '../labels/translate';
import { fetchResources } from '../routes/admin-route-client';
import type { ResourceListItem } from '../routes/admin-route-client';
import {
  addToWorkspace,
  selectBridgeNodes,
  listImportedNodes,
  listSelectedIds,
  readWorkspace,
  replaceWorkspace,
} from './apply-import';

const sources = ['all', 'selected', 'pasted'] as const;
type Source = (typeof sources)[number];

/** Entries of one outcome. */
const mostListed = 200;
/** Wait before pasted text is read, in ms. */
const typingPause = 300;

/** The tray first lists what would become of each node. */
function openImportTray(): void {
  if ($('.red-ui-tray').length > 0) {
    notify(translateShared('import.closeDialogs'), 'warning');
    return;
  }
  const workspace = readWorkspace();
  const selected = listSelectedIds();
  const tray = new ImportTray(workspace, selected);
  RED.tray.show({
    title: translateShared('import.title'),
    buttons: [
      { id: 'lighting-bridge-import-cancel', text: RED._('common.label.cancel'), click: close },
      {
        id: 'lighting-bridge-import-ok',
        text: translateShared('import.apply'),
        class: 'primary',
        click: () => {
          if (!tray.canApply) return;
          close();
          tray.apply();
        },
      },
    ],
    open(element) {
      tray.show(element.find('.red-ui-tray-body'));
    },
  });
}

const close = (): void => RED.tray.close();

/** Converts flows with nodes of HueMagic, and shows what becomes of each node before it is imported. */
class ImportTray {
  readonly #list = $('<div class="lighting-bridge-import-list" role="status">');
  readonly #pasted = $('<textarea rows="8" spellcheck="false">');
  #source: Source;
  #resources: readonly ImportResource[] = [];
  /** Bridges whose resources were requested. */
  #asked = '';
  #result: ImportResult | undefined;

  constructor(
    private readonly workspace: readonly FlowNode[],
    private readonly selected: ReadonlySet<string>,
  ) {
    const hasOld = workspace.some(({ type }) => type.startsWith('hue-'));
    this.#source = hasOld ? (this.#isOldSelected() ? 'selected' : 'all') : 'pasted';
  }

  get canApply(): boolean {
    return this.#result?.ok === true && this.#result.report.some(isImported);
  }

  show(body: JQuery): void {
    const form = $('<form class="lighting-bridge-form lighting-bridge-import">');
    form.on('submit', (event) => event.preventDefault());
    form.append(this.#createSourceRow(), this.#createPasteRow(), this.#list);
    form.appendTo(body);
    this.#preparePaste(form);
    this.#update();
  }

  apply(): void {
    if (this.#result?.ok !== true) return;
    const known = new Set(this.workspace);
    const after = listImportedNodes(this.#result.flows);
    if (this.#source === 'pasted') addToWorkspace(after.filter((node) => !known.has(node)));
    else replaceWorkspace(this.workspace, after);
    notify(translateShared('import.done'), 'success');
  }

  #isOldSelected(): boolean {
    return this.workspace.some(({ id, type }) => type.startsWith('hue-') && this.selected.has(id));
  }

  #createSourceRow(): JQuery {
    const select = $('<select id="lighting-bridge-import-source">').append(
      createOptions(translateChoices('import.sources', sources)),
    );
    select.find('[value="selected"]').prop('disabled', this.selected.size === 0);
    select.val(this.#source).on('change', () => {
      this.#source = sources.find((source) => source === select.val()) ?? 'all';
      this.#update();
    });
    const label = $('<label for="lighting-bridge-import-source">');
    return $('<div class="form-row">').append(label.text(translateShared('import.source')), select);
  }

  #createPasteRow(): JQuery {
    this.#pasted.attr('id', 'lighting-bridge-import-text');
    this.#pasted.attr('placeholder', translateShared('import.pasteHint'));
    const label = $('<label for="lighting-bridge-import-text">').text(
      translateShared('import.paste'),
    );
    return $('<div class="form-row lighting-bridge-import-paste">').append(label, this.#pasted);
  }

  #preparePaste(form: JQuery): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.#pasted.on('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#update(), typingPause);
    });
    form.on('dragover', (event) => event.preventDefault());
    form.on('drop', ({ originalEvent }) => {
      const event: unknown = originalEvent;
      if (!(event instanceof DragEvent)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) void this.#readFile(file, form);
    });
  }

  async #readFile(file: File, form: JQuery): Promise<void> {
    this.#pasted.val(await file.text());
    form.find('#lighting-bridge-import-source').val('pasted').trigger('change');
  }

  /**
   * Asks only if all bridges of HueMagic are bridges of this package.
   *
   * @param nodes to import
   */
  async #loadResources(nodes: readonly FlowNode[]): Promise<void> {
    const bridges = selectBridgeNodes(this.workspace);
    const hostOf = (node: FlowNode, setting: string): string =>
      readText(node, setting).toLowerCase();
    const old = nodes.filter(({ type }) => type === 'hue-bridge');
    const used = bridges.filter((bridge) =>
      old.some((node) => hostOf(node, 'bridge').split(':')[0] === hostOf(bridge, 'host')),
    );
    const ids = used.map(({ id }) => id).join(' ');
    if (used.length < old.length || used.length === 0 || ids === this.#asked) return;
    this.#asked = ids;
    try {
      const lists = await Promise.all(
        used.map(({ id }) => fetchResources({ bridge: id, refresh: false })),
      );
      this.#resources = lists.flatMap(({ resources }) => resources.map(toImportResource));
      this.#update();
    } catch {
      // Ids of an undeployed or unreachable bridge are not checked.
    }
  }

  #update(): void {
    const isPasted = this.#source === 'pasted';
    this.#pasted.parent().toggle(isPasted);
    this.#list.empty();
    this.#result = isPasted ? this.#importPasted() : this.#importWorkspace();
    if (!isPasted) void this.#loadResources(this.workspace);
    $('#lighting-bridge-import-ok').prop('disabled', !this.canApply);
    if (this.#result === undefined) return;
    if (this.#result.ok) this.#showReport(this.#result.report);
    else this.#showProblem(this.#result.problem.key);
  }

  #importWorkspace(): ImportResult {
    return importHueMagicFlows(this.workspace, {
      ...(this.#source === 'selected' ? { only: this.selected } : {}),
      resources: this.#resources,
    });
  }

  /** Uses the bridges in the editor. */
  #importPasted(): ImportResult | undefined {
    const text = toText(this.#pasted.val());
    if (text.trim() === '') return undefined;
    const parsed = parseFlowFileJson(text);
    if ('key' in parsed) return { ok: false, problem: parsed };
    const { value } = parsed;
    const checked = importHueMagicFlows(value);
    if (!checked.ok) return checked;
    const nodes = listImportedNodes(value);
    const pasted = new Set(selectBridgeNodes(nodes).map(({ id }) => id));
    const bridges = selectBridgeNodes(this.workspace).filter(({ id }) => !pasted.has(id));
    void this.#loadResources(nodes);
    return importHueMagicFlows([...nodes, ...bridges], {
      removesOldKeys: true,
      resources: this.#resources,
    });
  }

  #showProblem(key: string): void {
    const sentence = translateShared(`import.problem.${key}`);
    this.#list.append($('<p class="lighting-bridge-bad">').text(sentence));
  }

  #showReport(report: readonly ImportEntry[]): void {
    if (report.length === 0) {
      this.#list.append($('<p>').text(translateShared('import.nothing')));
      return;
    }
    this.#list.append($('<p>').text(translateShared('import.intro')));
    for (const outcome of importOutcomes.toReversed()) {
      const entries = report.filter((entry) => entry.outcome === outcome);
      if (entries.length === 0) continue;
      const title = `${translateShared(`import.outcome.${outcome}`)} (${entries.length})`;
      const list = $('<ul>').append(
        entries.slice(0, mostListed).map((entry) => this.#createEntry(entry)),
      );
      const details = $('<details>').append($('<summary>').text(title), list);
      details.prop('open', outcome !== 'rewritten' || entries.length < 20);
      if (entries.length > mostListed)
        details.append(
          $('<p>').text(translateShared('import.more', { count: entries.length - mostListed })),
        );
      this.#list.append(details.attr('data-outcome', outcome));
    }
  }

  #createEntry({ id, name, tab, type, sentences }: ImportEntry): JQuery {
    const label = name === '' ? type : name;
    const place = [name === '' ? '' : type, tab].filter((part) => part !== '').join(', ');
    const isHere = this.#source !== 'pasted' && RED.nodes.node(id) !== undefined;
    const link = isHere
      ? $('<a href="#">').on('click', (event) => {
          event.preventDefault();
          RED.view.reveal(id);
        })
      : $('<span>');
    return $('<li>').append(
      link.text(label),
      $('<span class="lighting-bridge-import-place">').text(place),
      ...sentences.map(({ key, values }) =>
        $('<div>').text(translateShared(`import.sentence.${key}`, { ...values })),
      ),
    );
  }
}

const isImported = ({ outcome, sentences }: ImportEntry): boolean =>
  outcome !== 'no-counterpart' && sentences.some(({ key }) => key.startsWith('becomes.'));

const toImportResource = ({
  rid,
  rtype,
  name,
  owner,
  group,
}: ResourceListItem): ImportResource => ({
  id: rid,
  type: rtype,
  name,
  ...(owner === undefined ? {} : { owner }),
  ...(group === undefined ? {} : { group }),
});

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
