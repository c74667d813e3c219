import { fetchDaylightPreview, toErrorMessage } from '../routes/admin-route-client';
import {
  getChosenConfigNodeId,
  getDialogForm,
  getSettingField,
  getSettingValue,
} from '../fields/setting-fields';
import { readPickedIds } from '../picker/picked-ids';
import type { DaylightPreviewResponse } from '../routes/admin-route-client';
import { mirekToHex } from '../../drawing/lamp-light';
import { minutesPerDay } from '../../units/duration';
import { kelvinToMirek } from '../../units/color';
import { translateShared } from '../labels/translate';

/** From a change to the next drawing, in ms. */
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

/** Draws today's light, again after each change. */
export function prepareDaylightPreview(node: EditorNode): void {
  const container = $('#bridge-daylight-preview');
  let timer: number | undefined;
  let drawnFor = '';
  const row = container.closest('.form-row');
  const draw = async (): Promise<void> => {
    const settings = Object.fromEntries(
      drawnSettings.map((setting) => [setting, getSettingValue(node, setting)]),
    );
    // The field shows the problem.
    const isWrong = drawnSettings.some((setting) =>
      getSettingField(node, setting).is('.input-error:visible'),
    );
    if (isWrong) {
      drawnFor = '';
      container.empty();
      row.hide();
      return;
    }
    // Without a place, the light is that of the first lamp's bridge.
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

type Point = DaylightPreviewResponse['points'][number];

const svgNamespace = 'http://www.w3.org/2000/svg';
const height = 100;
const writtenHours = [0, 6, 12, 18, 24];
const fullBrightness = 100;

/** Draws white as the colour of an area, brightness as its height. */
function drawDaylightChart({ points, minute }: DaylightPreviewResponse): JQuery {
  const svg = createSvg('svg', {
    viewBox: `0 0 ${minutesPerDay} ${height}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': describeChart(points),
    class: 'lighting-bridge-daylight-chart',
  });
  const gradient = createSvg('linearGradient', { id: 'lighting-bridge-daylight-white' });
  for (const { minute: at, kelvin } of points)
    gradient.append(
      createSvg('stop', {
        offset: String(at / minutesPerDay),
        'stop-color': mirekToHex(kelvinToMirek(kelvin)),
      }),
    );
  svg.append(
    gradient,
    createSvg('path', { d: toArea(points), fill: 'url(#lighting-bridge-daylight-white)' }),
    createSvg('line', {
      x1: String(minute),
      x2: String(minute),
      y1: '0',
      y2: String(height),
      class: 'lighting-bridge-daylight-now',
    }),
  );
  const hours = $('<div class="lighting-bridge-daylight-hours" aria-hidden="true">').append(
    writtenHours.map((hour) => $('<span>').text(`${hour}:00`)),
  );
  return $('<div>').append($(svg), hours);
}

const createSvg = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
  const element = document.createElementNS(svgNamespace, name);
  for (const [attribute, value] of Object.entries(attributes))
    element.setAttribute(attribute, value);
  return element;
};

const toArea = (points: readonly Point[]): string =>
  `M0 ${height} ${points
    .map(({ minute, brightness = fullBrightness }) => `L${minute} ${height - brightness}`)
    .join(' ')} L${minutesPerDay} ${height} Z`;

function describeChart(points: readonly Point[]): string {
  const whites = points.map(({ kelvin }) => kelvin);
  const [warmest, coldest] = [Math.min(...whites), Math.max(...whites)];
  const brightest = points.find(({ kelvin }) => kelvin === coldest)?.minute ?? 0;
  return translateShared('daylight.chart', { warmest, coldest, time: formatTime(brightest) });
}

const formatTime = (minute: number): string =>
  `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
