import { getChosenConfigNodeId, getSettingField, getSettingValue } from '../fields/setting-fields';
import { toErrorMessage } from '../routes/admin-route-client';
import { fetchResourceList } from '../picker/resource-list';
import { drawWeekForm } from './week-form';
import { emptySmartScene, parseSmartSceneToFormValues } from './smart-scene-form-values';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { Translate } from '../labels/translate';
import type { SmartSceneFormValues } from './smart-scene-form-values';

/** Button that starts the week editor, and the element that it fills. */
export interface WeekEditorOptions {
  button: JQuery;
  container: JQuery;
  text: Translate;
}

const controlSelector = 'input, select, button';

/** Prepares the editor for the week of a smart scene. The command field stores it as JSON. */
export function prepareWeekEditor(
  node: EditorNode,
  { button, container, text }: WeekEditorOptions,
): void {
  const command = getSettingField(node, 'command');
  let resources: readonly ResourceListItem[] = [];
  let loadedConfigNodeId = '';
  let writtenJson: string | undefined;

  const isJson = (): boolean => getSettingValue(node, 'commandType') === 'json';
  const write = (formValues: SmartSceneFormValues): void => {
    writtenJson = JSON.stringify(formValues);
    command.typedInput('value', writtenJson);
  };
  const onFormChange = (formValues: SmartSceneFormValues): void => {
    const previousValues = parseSmartSceneToFormValues(getSettingValue(node, 'command'));
    write(formValues);
    if (previousValues?.group === formValues.group) return;
    // Another room has other scenes.
    redraw();
  };
  const draw = (): void => {
    // Remember the text: leaving the command field triggers another change event for it.
    writtenJson = isJson() ? getSettingValue(node, 'command') : undefined;
    button.toggle(!isJson());
    container.empty();
    if (!isJson()) return;
    const formValues = parseSmartSceneToFormValues(getSettingValue(node, 'command'));
    if (formValues === undefined) {
      $('<p>').text(text('week.byHand')).appendTo(container);
      return;
    }
    const isNew = getSettingValue(node, 'operation') === 'create';
    const groupId = findGroupId(getSettingValue(node, 'target'), resources);
    container.append(
      drawWeekForm(formValues, { text, resources, isNew, groupId, onChange: onFormChange }),
    );
  };
  /** Draws the form again while it may have the focus; restores the focused control and the text selection. */
  const redraw = (): void => {
    const active = document.activeElement;
    const index = active === null ? -1 : container.find(controlSelector).index(active);
    if (index < 0 || !(active instanceof HTMLElement)) return draw();
    const selection = getTextSelection(active);
    // Removing a focused field would trigger its change event while drawing.
    active.blur();
    draw();
    const sameControl = container.find(controlSelector).eq(index).trigger('focus').get(0);
    if (sameControl instanceof HTMLInputElement && selection !== undefined) {
      sameControl.setSelectionRange(...selection);
    }
  };
  const load = async (): Promise<void> => {
    const configNodeId = getChosenConfigNodeId(node);
    if (configNodeId === undefined || configNodeId === loadedConfigNodeId) return;
    loadedConfigNodeId = configNodeId;
    try {
      const resourceList = await fetchResourceList(configNodeId);
      if (loadedConfigNodeId !== configNodeId) return;
      resources = resourceList;
      redraw();
    } catch (error) {
      $('<p class="lighting-bridge-bad">').text(toErrorMessage(error)).prependTo(container);
    }
  };

  button.on('click', () => {
    command.typedInput('type', 'json');
    write(emptySmartScene);
    draw();
  });
  command.on('change', () => {
    if (!isJson() || getSettingValue(node, 'command') !== writtenJson) redraw();
  });
  getSettingField(node, 'bridge').on('change', () => void load());
  getSettingField(node, 'operation').on('change', redraw);
  getSettingField(node, 'target').on('change', redraw);
  draw();
  void load();
}

/** Id of the room or zone of the edited smart scene; empty when it is not found. */
const findGroupId = (target: string, resources: readonly ResourceListItem[]): string =>
  resources.find(({ rid }) => rid === target)?.room?.rid ?? '';

/** Selection range of a text field; undefined for other controls. */
function getTextSelection(field: HTMLElement): [start: number, end: number] | undefined {
  if (!(field instanceof HTMLInputElement)) return undefined;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null
    ? undefined
    : [selectionStart, selectionEnd];
}
