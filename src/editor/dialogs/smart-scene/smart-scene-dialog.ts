import { resolveRecallTarget, resolveSmartSceneTarget } from '../../../vocabulary/lookup';
import {
  getChosenConfigNodeId,
  getDialogForm,
  getSettingField,
  getSettingValue,
} from '../../fields/setting-fields';
import { prepareForm } from '../../form/prepare-form';
import { toErrorMessage } from '../../routes/admin-route-client';
import { fetchResourceList } from '../../picker/resource-list';
import { drawWeekForm } from './week-form';
import { emptySmartScene, parseSmartSceneToFormValues } from './smart-scene-form-values';
import type { ResourceListItem } from '../../routes/admin-route-client';
import { createTranslator } from '../../labels/translate';
import type { SmartSceneFormValues } from './smart-scene-form-values';

const text = createTranslator('bridge-smart-scene');

const controlSelector = 'input, select, button';

export function prepareSmartSceneDialog(node: EditorNode): void {
  const isRecalled = (): boolean => getSettingValue(node, 'operation') === 'recall';
  prepareForm(node, {
    target: {
      accepts: ({ rtype }) => rtype === 'smart_scene' || (rtype === 'scene' && isRecalled()),
      resolve: (index, nameOrId, at) =>
        isRecalled()
          ? resolveRecallTarget(index, nameOrId, at)
          : resolveSmartSceneTarget(index, nameOrId, at),
    },
  });
  const offerRecalls = (): void => offerRecallsOfTarget(node);
  getDialogForm(node).on('change', offerRecalls);
  offerRecalls();
  new WeekEditor(node).prepare();
}

/** Only smart scenes can be stopped. */
function offerRecallsOfTarget(node: EditorNode): void {
  const recall = getSettingField(node, 'recall');
  const stop = recall.find('option[value="deactivate"]');
  const isOffered =
    getSettingValue(node, 'targetKind') !== 'scene' || recall.val() === 'deactivate';
  stop.prop({ hidden: !isOffered, disabled: !isOffered });
}

class WeekEditor {
  readonly #button = $('#bridge-smart-scene-draw');
  readonly #container = $('#bridge-smart-scene-week');
  readonly #command: JQuery;
  #resources: readonly ResourceListItem[] = [];
  #loadedConfigNodeId = '';
  #writtenJson: string | undefined;

  constructor(private readonly node: EditorNode) {
    this.#command = getSettingField(node, 'command');
  }

  prepare(): void {
    const redraw = (): void => this.#redraw();
    this.#button.on('click', () => {
      this.#command.typedInput('type', 'json');
      this.#write(emptySmartScene);
      this.#draw();
    });
    this.#command.on('change', () => {
      if (!this.#isJson() || getSettingValue(this.node, 'command') !== this.#writtenJson) redraw();
    });
    getSettingField(this.node, 'bridge').on('change', () => void this.#load());
    getSettingField(this.node, 'operation').on('change', redraw);
    getSettingField(this.node, 'target').on('change', redraw);
    this.#draw();
    void this.#load();
  }

  #isJson(): boolean {
    return getSettingValue(this.node, 'commandType') === 'json';
  }

  #write(formValues: SmartSceneFormValues): void {
    this.#writtenJson = JSON.stringify(formValues);
    this.#command.typedInput('value', this.#writtenJson);
  }

  readonly #onFormChange = (formValues: SmartSceneFormValues): void => {
    const previousValues = parseSmartSceneToFormValues(getSettingValue(this.node, 'command'));
    this.#write(formValues);
    // Another room has other scenes.
    if (previousValues?.group !== formValues.group) this.#redraw();
  };

  #draw(): void {
    const node = this.node;
    // Leaving the command field triggers another change event for this text.
    this.#writtenJson = this.#isJson() ? getSettingValue(node, 'command') : undefined;
    this.#button.toggle(!this.#isJson());
    this.#container.empty();
    if (!this.#isJson()) return;
    const formValues = parseSmartSceneToFormValues(getSettingValue(node, 'command'));
    if (formValues === undefined) {
      $('<p>').text(text('week.byHand')).appendTo(this.#container);
      return;
    }
    const form = drawWeekForm(formValues, {
      resources: this.#resources,
      groupId:
        getSettingValue(node, 'operation') === 'create'
          ? undefined
          : findGroupId(getSettingValue(node, 'target'), this.#resources),
      onChange: this.#onFormChange,
    });
    this.#container.append(form);
  }

  /** Keeps focus and text selection. */
  #redraw(): void {
    const active = document.activeElement;
    const index = active === null ? -1 : this.#container.find(controlSelector).index(active);
    if (index < 0 || !(active instanceof HTMLElement)) return this.#draw();
    const selection = getTextSelection(active);
    // Removing a focused field triggers its change event.
    active.blur();
    this.#draw();
    const sameControl = this.#container.find(controlSelector).eq(index).trigger('focus').get(0);
    if (sameControl instanceof HTMLInputElement && selection !== undefined) {
      sameControl.setSelectionRange(...selection);
    }
  }

  async #load(): Promise<void> {
    const configNodeId = getChosenConfigNodeId(this.node);
    if (configNodeId === undefined || configNodeId === this.#loadedConfigNodeId) return;
    this.#loadedConfigNodeId = configNodeId;
    try {
      const resources = await fetchResourceList(configNodeId);
      if (this.#loadedConfigNodeId !== configNodeId) return;
      this.#resources = resources;
      this.#redraw();
    } catch (error) {
      $('<p class="lighting-bridge-bad">').text(toErrorMessage(error)).prependTo(this.#container);
    }
  }
}

const findGroupId = (target: string, resources: readonly ResourceListItem[]): string =>
  resources.find(({ rid }) => rid === target)?.room?.rid ?? '';

function getTextSelection(field: HTMLElement): [start: number, end: number] | undefined {
  if (!(field instanceof HTMLInputElement)) return undefined;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null
    ? undefined
    : [selectionStart, selectionEnd];
}
