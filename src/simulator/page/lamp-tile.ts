import { member, type Resource } from '../../resources';
import { kelvinToMirek, mirekToKelvin } from '../../units/mirek';
import { element } from './element';
import { hexToXy, lampBrightness, lampColor, mirekColor } from './lamp-color';
import { slider, type Slider } from './slider';
import type { Change, Tile } from './tile';

/** Draws a part of a lamp anew. */
type Draw = (light: Resource) => void;

/** A lamp: a click toggles it, sliders and a colour field set it. */
export function lampTile(light: Resource, name: string, change: Change): Tile {
  const set = (partial: object): void => change(light.id, partial);
  const bulb = element('button', { type: 'button', class: 'bulb', 'aria-label': name });
  const state = element('span', { class: 'reading' });
  const tile = element(
    'div',
    { class: 'lamp', 'data-rid': light.id },
    bulb,
    element('div', { class: 'tile-text' }, element('span', { class: 'tile-name' }, name), state),
  );
  const parts = lampControls(light, name, set, tile);
  let isOn = false;
  bulb.addEventListener('click', () => set({ on: { on: !isOn } }));
  return {
    element: tile,
    update(now) {
      isOn = member(now, 'on', 'on') === true;
      bulb.setAttribute('aria-pressed', String(isOn));
      tile.classList.toggle('is-on', isOn);
      tile.style.setProperty('--lamp', lampColor(now));
      tile.style.setProperty('--level', String(lampBrightness(now) / 100));
      state.textContent = lampWords(now);
      for (const draw of parts) draw(now);
    },
  };
}

/** The state of a lamp in words, such as `54 %, 2700 K`. */
function lampWords(light: Resource): string {
  if (member(light, 'on', 'on') !== true) return 'off';
  const brightness = member(light, 'dimming', 'brightness');
  const mirek = member(light, 'color_temperature', 'mirek');
  const words = [
    typeof brightness === 'number' ? `${Math.round(brightness)} %` : 'on',
    typeof mirek === 'number' && mirek > 0 ? `${mirekToKelvin(mirek)} K` : '',
    effectWords(light),
  ];
  return words.filter((word) => word !== '').join(', ');
}

/** What lamps report while no effect runs. */
const idleEffects = new Set(['no_effect', 'no_signal', 'none', '']);

function effectWords(light: Resource): string {
  const running = [
    member(light, 'effects_v2', 'status', 'effect'),
    member(light, 'effects', 'status'),
    member(light, 'timed_effects', 'status'),
    member(light, 'signaling', 'status', 'signal'),
  ];
  const effect = running.find((name) => typeof name === 'string' && !idleEffects.has(name));
  return typeof effect === 'string' ? effect.replaceAll('_', ' ') : '';
}

function lampControls(
  light: Resource,
  name: string,
  set: (partial: object) => void,
  tile: HTMLElement,
): Draw[] {
  const draws: Draw[] = [];
  if (light['dimming'] !== undefined) {
    const { element: input, show } = brightnessSlider(name, set);
    tile.append(input);
    draws.push((now) => show(numberOf(member(now, 'dimming', 'brightness'))));
  }
  const tint = element('div', { class: 'tint' });
  if (light['color'] !== undefined) draws.push(addColorField(tint, name, set));
  if (light['color_temperature'] !== undefined) draws.push(addWarmth(tint, light, name, set));
  if (tint.hasChildNodes()) tile.append(tint);
  return draws;
}

/** The slider of anything that can be dimmed; moving it also switches on. */
export const brightnessSlider = (name: string, set: (partial: object) => void): Slider =>
  slider({
    label: `Brightness of ${name}`,
    kind: 'brightness',
    min: 1,
    max: 100,
    describe: (value) => `${Math.round(value)} %`,
    onMove: (brightness) => set({ on: { on: true }, dimming: { brightness } }),
  });

function addColorField(to: HTMLElement, name: string, set: (partial: object) => void): Draw {
  const field = element('input', { type: 'color', 'aria-label': `Colour of ${name}` });
  field.addEventListener('input', () =>
    set({ on: { on: true }, color: { xy: hexToXy(field.value) } }),
  );
  to.append(field);
  return (now) => {
    if (document.activeElement !== field) field.value = lampColor(now);
  };
}

/** From cool to warm, as the lamp can. */
function addWarmth(
  to: HTMLElement,
  light: Resource,
  name: string,
  set: (partial: object) => void,
): Draw {
  const schema = member(light, 'color_temperature', 'mirek_schema');
  const min = numberOf(member(schema, 'mirek_minimum'), kelvinToMirek(6_500));
  const max = numberOf(member(schema, 'mirek_maximum'), kelvinToMirek(2_000));
  const warmth = slider({
    label: `Warmth of ${name}`,
    kind: 'warmth',
    min,
    max,
    describe: (mirek) => `${mirekToKelvin(mirek)} kelvin`,
    onMove: (mirek) => set({ on: { on: true }, color_temperature: { mirek } }),
  });
  warmth.element.style.setProperty('--cool', mirekColor(min));
  warmth.element.style.setProperty('--warm', mirekColor(max));
  to.append(warmth.element);
  return (now) => {
    const mirek = member(now, 'color_temperature', 'mirek');
    warmth.element.classList.toggle('is-unused', typeof mirek !== 'number');
    if (typeof mirek === 'number') warmth.show(mirek);
  };
}

const numberOf = (value: unknown, otherwise = 0): number =>
  typeof value === 'number' ? value : otherwise;
