import { getNestedMember, isObject } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { kelvinToMirek, mirekToKelvin } from '../../units/color';
import type { Xy } from '../../units/color';
import {
  colorToHex,
  hexToXy,
  mirekToHex,
  showLight,
  xyToScreenHex,
} from '../../drawing/lamp-light';
import { createElement } from '../../drawing/element';
import { toSettledVisibleLight } from '../visible-lamp-light';
import type { VisibleLampLight, LampAppearance } from '../visible-lamp-light';
import { createSlider } from '../../drawing/slider';
import type { Slider } from '../../drawing/slider';
import { getText } from './texts';
import type { ChangeResourceCallback, Tile, TileFactory } from './tile';
import { getGamut, getShownXy } from '../../resources/types/light';

type UpdateControl = (light: Resource) => void;

/** A click toggles the lamp; sliders and a colour field set it. */
export const createLampTile: TileFactory = (light, name, changeResource) => {
  const changeLight = (change: object): void => changeResource(light.id, change);
  const bulb = createElement('button', { type: 'button', class: 'bulb', 'aria-label': name });
  const state = createElement('span', { class: 'reading' });
  const tile = createElement(
    'div',
    { class: 'lamp', 'data-rid': light.id },
    bulb,
    createElement(
      'div',
      { class: 'tile-text' },
      createElement('span', { class: 'tile-name' }, name),
      state,
    ),
  );
  const controlUpdaters = addLampControls(light, name, changeLight, tile);
  let current = light;
  const isOn = (): boolean => getNestedMember(current, 'on', 'on') === true;
  const showVisibleLight = ({ brightness, xy }: VisibleLampLight): void =>
    showLight(tile, brightness, xyToHex(current, xy));
  bulb.addEventListener('click', () => changeLight({ on: { on: !isOn() } }));
  return {
    element: tile,
    update(resourceState) {
      current = resourceState;
      bulb.setAttribute('aria-pressed', String(isOn()));
      tile.classList.toggle('is-on', isOn());
      showVisibleLight(toSettledVisibleLight(resourceState));
      state.textContent = formatLampState(resourceState);
      for (const updateControl of controlUpdaters) updateControl(resourceState);
    },
    showLight(moving, appearance) {
      showVisibleLight(moving);
      state.textContent = formatPassingLight(current, moving, appearance);
    },
  };
};

/** With light that differs from the state, such as `off (now 71 %)`. */
function formatPassingLight(
  light: Resource,
  { brightness }: VisibleLampLight,
  { effect, blink }: LampAppearance,
): string {
  const state = formatLampState(light);
  if (blink !== undefined) return getText('lamp.blinking', { state });
  const difference = Math.abs(brightness - toSettledVisibleLight(light).brightness);
  return effect !== undefined || difference < 1
    ? state
    : getText('lamp.now', { state, value: brightness });
}

/** Such as `54 %, 2700 K`. */
function formatLampState(light: Resource): string {
  if (getNestedMember(light, 'on', 'on') !== true) return getText('lamp.off');
  const brightness = getNestedMember(light, 'dimming', 'brightness');
  const mirek = getNestedMember(light, 'color_temperature', 'mirek');
  const parts = [
    typeof brightness === 'number' ? formatPercent(brightness) : getText('lamp.on'),
    typeof mirek === 'number' && mirek > 0
      ? getText('lamp.kelvin', { value: mirekToKelvin(mirek) })
      : '',
    formatEffect(light),
  ];
  return parts
    .filter((part) => part !== '')
    .reduce((first, second) => getText('lamp.states', { first, second }));
}

const formatPercent = (value: number): string => getText('lamp.percent', { value });

/** Reported while no effect is active. */
const idleEffects = new Set(['no_effect', 'no_signal', 'none', '']);

function formatEffect(light: Resource): string {
  const running = [
    getNestedMember(light, 'effects_v2', 'status', 'effect'),
    getNestedMember(light, 'effects', 'status'),
    getNestedMember(light, 'timed_effects', 'status'),
    getNestedMember(light, 'signaling', 'status', 'signal'),
  ];
  const effect = running.find((name) => typeof name === 'string' && !idleEffects.has(name));
  return typeof effect === 'string' ? effect.replaceAll('_', ' ') : '';
}

function addLampControls(
  light: Resource,
  name: string,
  changeLight: (change: object) => void,
  tile: HTMLElement,
): UpdateControl[] {
  const controlUpdaters: UpdateControl[] = [];
  if (isObject(light['dimming'])) {
    const { element: input, show } = createBrightnessSlider(
      getText('lamp.brightness', { name }),
      changeLight,
    );
    tile.append(input);
    controlUpdaters.push((resourceState) =>
      show(toNumber(getNestedMember(resourceState, 'dimming', 'brightness'))),
    );
  }
  const colorControls = createElement('div', { class: 'tint' });
  if (isObject(light['color']))
    controlUpdaters.push(addColorField(colorControls, light, name, changeLight));
  if (isObject(light['color_temperature']))
    controlUpdaters.push(addColorTemperatureSlider(colorControls, light, name, changeLight));
  if (colorControls.hasChildNodes()) tile.append(colorControls);
  return controlUpdaters;
}

/** Moving the slider also turns the light on. */
const createBrightnessSlider = (label: string, changeLight: (change: object) => void): Slider =>
  createSlider({
    label,
    className: 'brightness',
    min: 1,
    max: 100,
    formatValue: formatPercent,
    onMove: (brightness) => changeLight({ on: { on: true }, dimming: { brightness } }),
  });

function addColorField(
  to: HTMLElement,
  light: Resource,
  name: string,
  changeLight: (change: object) => void,
): UpdateControl {
  const field = createElement('input', {
    type: 'color',
    'aria-label': getText('lamp.color', { name }),
  });
  field.addEventListener('input', () =>
    changeLight({ on: { on: true }, color: { xy: hexToXy(field.value, getGamut(light)) } }),
  );
  to.append(field);
  return (resourceState) => {
    if (document.activeElement !== field) field.value = getLampColor(resourceState);
  };
}

function addColorTemperatureSlider(
  to: HTMLElement,
  light: Resource,
  name: string,
  changeLight: (change: object) => void,
): UpdateControl {
  const schema = getNestedMember(light, 'color_temperature', 'mirek_schema');
  const min = toNumber(getNestedMember(schema, 'mirek_minimum'), kelvinToMirek(6_500));
  const max = toNumber(getNestedMember(schema, 'mirek_maximum'), kelvinToMirek(2_000));
  const temperatureSlider = createSlider({
    label: getText('lamp.warmth', { name }),
    className: 'warmth',
    min,
    max,
    formatValue: (mirek) => getText('lamp.kelvinInWords', { value: mirekToKelvin(mirek) }),
    onMove: (mirek) => changeLight({ on: { on: true }, color_temperature: { mirek } }),
  });
  temperatureSlider.element.style.setProperty('--cool', mirekToHex(min));
  temperatureSlider.element.style.setProperty('--warm', mirekToHex(max));
  to.append(temperatureSlider.element);
  return (resourceState) => {
    const mirek = getNestedMember(resourceState, 'color_temperature', 'mirek');
    temperatureSlider.element.classList.toggle('is-unused', typeof mirek !== 'number');
    if (typeof mirek === 'number') temperatureSlider.show(mirek);
  };
}

const toNumber = (value: unknown, fallback = 0): number =>
  typeof value === 'number' ? value : fallback;

const xyToHex = (light: Resource, xy: Xy): string =>
  getShownXy(light) === undefined ? xyToScreenHex(xy) : colorToHex(xy, getGamut(light));

const getLampColor = (light: Resource): string => xyToHex(light, toSettledVisibleLight(light).xy);

export const createGroupTile: TileFactory = (groupedLight, name, changeResource) =>
  createTileOfLamps(groupedLight, changeResource, {
    lamps: getText('group.allLamps', { name }),
    brightness: getText('group.brightness', { name }),
  });

export const createHomeGroupTile: TileFactory = (groupedLight, _name, changeResource) =>
  createTileOfLamps(groupedLight, changeResource, {
    lamps: getText('home.allLamps'),
    brightness: getText('home.brightness'),
  });

function createTileOfLamps(
  groupedLight: Resource,
  changeResource: ChangeResourceCallback,
  labels: { lamps: string; brightness: string },
): Tile {
  const changeLight = (change: object): void => changeResource(groupedLight.id, change);
  const toggle = createElement('button', {
    type: 'button',
    class: 'switch',
    role: 'switch',
    'aria-label': labels.lamps,
  });
  const brightness = createBrightnessSlider(labels.brightness, changeLight);
  let isOn = false;
  toggle.addEventListener('click', () => changeLight({ on: { on: !isOn } }));
  return {
    element: createElement(
      'div',
      { class: 'group', 'data-rid': groupedLight.id },
      brightness.element,
      toggle,
    ),
    update(resourceState) {
      isOn = getNestedMember(resourceState, 'on', 'on') === true;
      toggle.setAttribute('aria-checked', String(isOn));
      const level = getNestedMember(resourceState, 'dimming', 'brightness');
      brightness.element.hidden = typeof level !== 'number';
      if (typeof level === 'number') brightness.show(level);
    },
  };
}
