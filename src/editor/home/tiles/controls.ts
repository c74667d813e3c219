import { createElement } from '../../../drawing/element';
import { hexToXy, mirekToHex } from '../../../drawing/lamp-light';
import { createLatestValueSender } from '../../../drawing/latest-value-sender';
import { createSlider } from '../../../drawing/slider';
import type { HomeItem } from '../../../runtime/home/home-item';
import { mirekToKelvin } from '../../../units/color';
import { translateShared } from '../../labels/translate';
import { formatPercent } from './item-texts';
import { getLampColor } from './lead';
import type { TileContext } from './tile-context';
import type { Members } from '../../../resources';

export interface Control {
  readonly element: HTMLElement;
  /** Always in the tile, or in its details. */
  readonly place: 'tile' | 'details';
  show(item: HomeItem): void;
}

/** While a slider is dragged, in ms. */
const sendInterval = 150;
const usualMirekRange = [153, 500] as const;

type SendCommand = (command: Members) => void;

/** Returns no controls if the user may not switch. */
export function createControls(item: HomeItem, context: TileContext): readonly Control[] {
  if (!context.canSwitch) return [];
  const createSender = (rtype: string, id: string): SendCommand =>
    createLatestValueSender((command: Members) => context.send({ rtype, id, command })).send;
  if (item.rtype === 'light') {
    const send = createSender(item.rtype, item.id);
    return [
      ...(item.brightness === undefined ? [] : [createBrightness(item, send)]),
      ...(item.colorCapable ? [createColor(item, send)] : []),
      ...(item.mirekCapable ? [createWhite(item, send)] : []),
    ];
  }
  if ('groupedLight' in item && item.groupedLight !== undefined) {
    return item.brightness === undefined
      ? []
      : [createBrightness(item, createSender('grouped_light', item.groupedLight))];
  }
  if ('value' in item && item.enabled !== undefined)
    return [createEnabled(createSender(item.rtype, item.id))];
  return [];
}

function createBrightness({ name }: HomeItem, send: SendCommand): Control {
  const slider = createSlider({
    label: translateShared('home.brightness', { name }),
    className: 'brightness',
    min: 1,
    max: 100,
    sendInterval,
    formatValue: formatPercent,
    onMove: (brightness) => send({ on: true, brightness }),
  });
  return {
    element: slider.element,
    place: 'tile',
    show(item) {
      if ('brightness' in item && item.brightness !== undefined) slider.show(item.brightness);
    },
  };
}

const createLabelled = (text: string, control: HTMLElement): HTMLElement =>
  createElement('label', { class: 'tile-control' }, createElement('span', {}, text), control);

function createColor(item: HomeItem, send: SendCommand): Control {
  const field = createElement('input', { type: 'color' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gamut = 'gamut' in item ? item.gamut : undefined;
  field.addEventListener('input', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const { x, y } = hexToXy(field.value, gamut);
      send({ on: true, xy: [x, y] });
    }, sendInterval);
  });
  return {
    element: createLabelled(translateShared('builder.color'), field),
    place: 'details',
    show(light) {
      if (light.rtype !== 'light') return;
      ({ gamut } = light);
      if (document.activeElement !== field) field.value = getLampColor(light);
    },
  };
}

function createWhite(item: HomeItem, send: SendCommand): Control {
  const [coldest, warmest] =
    ('mirekRange' in item ? item.mirekRange : undefined) ?? usualMirekRange;
  const text = translateShared('home.white');
  const slider = createSlider({
    label: text,
    className: 'white',
    min: coldest,
    max: warmest,
    sendInterval,
    formatValue: (mirek) => translateShared('builder.kelvinValue', { value: mirekToKelvin(mirek) }),
    onMove: (mirek) => send({ on: true, mirek }),
  });
  slider.element.style.setProperty('--cool', mirekToHex(coldest));
  slider.element.style.setProperty('--warm', mirekToHex(warmest));
  return {
    element: createLabelled(text, slider.element),
    place: 'details',
    show(light) {
      if (light.rtype === 'light' && light.mirek !== undefined) slider.show(light.mirek);
    },
  };
}

function createEnabled(send: SendCommand): Control {
  const box = createElement('input', { type: 'checkbox' });
  box.addEventListener('change', () => send({ enabled: box.checked }));
  return {
    element: createLabelled(translateShared('home.sensorEnabled'), box),
    place: 'details',
    show(item) {
      if ('value' in item) box.checked = item.enabled === true;
    },
  };
}
