import { chosenBridge } from '../chosen-bridge';
import { reasonOf } from '../reason-of';
import { listResources } from '../resource-list';
import { fieldOf, settingOf } from '../settings-in-form';
import { drawWeekForm } from './week-form';
import { readWish } from './week-model';
import type { ListedResource } from '../bridge-routes';
import type { Texts } from '../texts';
import type { SmartSceneWish } from './week-model';

/** The button that starts the week, and where it is drawn. */
export interface WeekEditor {
  button: JQuery;
  place: JQuery;
  text: Texts;
}

const controls = 'input, select, button';

const emptyWeek: SmartSceneWish = { week: [{ days: [], slots: [] }] };

/** Lets a person draw the week of a smart scene. The command field holds it as JSON. */
export function prepareWeekEditor(node: EditorNode, { button, place, text }: WeekEditor): void {
  const command = fieldOf(node, 'command');
  let resources: readonly ListedResource[] = [];
  let listed = '';
  let written: string | undefined;

  const isJson = (): boolean => settingOf(node, 'commandType') === 'json';
  const write = (wish: SmartSceneWish): void => {
    written = JSON.stringify(wish);
    command.typedInput('value', written);
  };
  const changed = (wish: SmartSceneWish): void => {
    const before = readWish(settingOf(node, 'command'));
    write(wish);
    if (before?.group === wish.group) return;
    // Another room has other scenes.
    redraw();
  };
  const draw = (): void => {
    // Leaving the command field tells of a change again that was told before.
    written = isJson() ? settingOf(node, 'command') : undefined;
    button.toggle(!isJson());
    place.empty();
    if (!isJson()) return;
    const wish = readWish(settingOf(node, 'command'));
    if (wish === undefined) {
      $('<p>').text(text('week.byHand')).appendTo(place);
      return;
    }
    const creates = settingOf(node, 'operation') === 'create';
    const room = roomOf(settingOf(node, 'target'), resources);
    place.append(drawWeekForm(wish, { text, resources, creates, room, onChange: changed }));
  };
  /** Draws again under the hands of a person, whose place in the form and selection are kept. */
  const redraw = (): void => {
    const active = document.activeElement;
    const index = active === null ? -1 : place.find(controls).index(active);
    if (index < 0 || !(active instanceof HTMLElement)) return draw();
    const selected = selectionIn(active);
    // A field that is taken away while it has the focus would tell of its change in the midst of drawing.
    active.blur();
    draw();
    const again = place.find(controls).eq(index).trigger('focus').get(0);
    if (again instanceof HTMLInputElement && selected !== undefined) {
      again.setSelectionRange(...selected);
    }
  };
  const load = async (): Promise<void> => {
    const bridge = chosenBridge(node);
    if (bridge === undefined || bridge === listed) return;
    listed = bridge;
    try {
      const answer = await listResources(bridge);
      if (listed !== bridge) return;
      resources = answer;
      redraw();
    } catch (error) {
      $('<p class="lighting-bridge-bad">').text(reasonOf(error)).prependTo(place);
    }
  };

  button.on('click', () => {
    command.typedInput('type', 'json');
    write(emptyWeek);
    draw();
  });
  command.on('change', () => {
    if (!isJson() || settingOf(node, 'command') !== written) redraw();
  });
  fieldOf(node, 'bridge').on('change', () => void load());
  fieldOf(node, 'operation').on('change', redraw);
  fieldOf(node, 'target').on('change', redraw);
  draw();
  void load();
}

/** Room or zone of the smart scene that is changed; empty when it is not known. */
const roomOf = (target: string, resources: readonly ListedResource[]): string =>
  resources.find(({ rid }) => rid === target)?.room?.rid ?? '';

/** What is selected in a field of text; undefined for other fields. */
function selectionIn(field: HTMLElement): [start: number, end: number] | undefined {
  if (!(field instanceof HTMLInputElement)) return undefined;
  const { selectionStart, selectionEnd } = field;
  return selectionStart === null || selectionEnd === null
    ? undefined
    : [selectionStart, selectionEnd];
}
