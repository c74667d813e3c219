import { fetchDaylightPreview, toErrorMessage } from '../routes/admin-route-client';
import {
  getChosenConfigNodeId,
  getDialogForm,
  getSettingField,
  getSettingValue,
} from '../fields/setting-fields';
import { readPickedIds } from '../picker/picked-ids';
import { drawDaylightChart } from './daylight-chart';

/** Wait after a change before the day is drawn anew, in ms. */
const drawDelay = 250;

const drawnSettings = [
  'follow',
  'nightKelvin',
  'nightBrightness',
  'dayKelvin',
  'dayBrightness',
  'latitude',
  'longitude',
  'table',
];

/** Draws the light of today from what the open dialog of a daylight node holds, anew with each change. */
export function prepareDaylightPreview(node: EditorNode, container: JQuery): void {
  let timer: number | undefined;
  let drawnFor = '';
  const row = container.closest('.form-row');
  const draw = async (): Promise<void> => {
    const settings = Object.fromEntries(
      drawnSettings.map((setting) => [setting, getSettingValue(node, setting)]),
    );
    // The sentence stands below the field already.
    const isWrong = drawnSettings.some((setting) =>
      getSettingField(node, setting).is('.input-error:visible'),
    );
    if (isWrong) {
      drawnFor = '';
      container.empty();
      row.hide();
      return;
    }
    // Where no place is set, the light is that of the first lamp's bridge.
    const [picked] = readPickedIds(node, getSettingValue(node, 'target'));
    const bridge = picked?.configNodeId ?? getChosenConfigNodeId(node) ?? '';
    const request = { bridge, settings };
    const key = JSON.stringify(request);
    if (key === drawnFor) return;
    drawnFor = key;
    const drawn = await drawPreview(request);
    if (drawnFor !== key) return;
    container.empty().append(drawn);
    row.show();
  };
  const schedule = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void draw(), drawDelay);
  };
  getDialogForm(node).on('change input keyup', schedule);
  void draw();
}

async function drawPreview(request: Parameters<typeof fetchDaylightPreview>[0]): Promise<JQuery> {
  try {
    return drawDaylightChart(await fetchDaylightPreview(request));
  } catch (error) {
    return $('<div class="lighting-bridge-hint">').text(toErrorMessage(error));
  }
}
