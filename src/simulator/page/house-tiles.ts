import { member, type Resource } from '../../resources';
import { element } from './element';
import { nameOf } from './home-view';
import type { Change, Tile } from './tile';

/** A smart scene that a click starts and stops. */
export function smartSceneTile(scene: Resource, place: string, change: Change): Tile {
  const toggle = element('button', { type: 'button', class: 'scene', 'data-rid': scene.id });
  let active = false;
  toggle.addEventListener('click', () =>
    change(scene.id, { recall: { action: active ? 'deactivate' : 'activate' } }),
  );
  return {
    element: toggle,
    update(now) {
      active = now['state'] === 'active';
      toggle.textContent = nameOf(now);
      toggle.title = `Smart scene of ${place}, ${active ? 'active' : 'not active'}`;
      toggle.setAttribute('aria-pressed', String(active));
    },
  };
}

/** A person who is at home or away. */
export function geofenceTile(client: Resource, _place: string, change: Change): Tile {
  const toggle = element('button', { type: 'button', class: 'scene', 'data-rid': client.id });
  let atHome = false;
  toggle.addEventListener('click', () => change(client.id, { is_at_home: !atHome }));
  return {
    element: toggle,
    update(now) {
      atHome = now['is_at_home'] === true;
      toggle.textContent = `${nameOf(now)}: ${atHome ? 'at home' : 'away'}`;
      toggle.setAttribute('aria-pressed', String(atHome));
    },
  };
}

/** States of a software update (Hue CLIP API reference, device_software_update). */
const updateStates = ['no_update', 'update_pending', 'ready_to_install', 'installing'];

/** The software of a device: a person chooses the state it is in. */
export function softwareTile(software: Resource, device: string, change: Change): Tile {
  const field = element('select', { 'aria-label': `Software of ${device}` });
  for (const state of updateStates) field.append(option(state));
  field.addEventListener('change', () => change(software.id, { state: field.value }));
  return {
    element: element(
      'div',
      { class: 'software', 'data-rid': software.id },
      element('span', { class: 'tile-name' }, device),
      field,
    ),
    update(now) {
      const known = member(now, 'state');
      const state = typeof known === 'string' ? known : '';
      if (![...field.options].some(({ value }) => value === state)) field.append(option(state));
      field.value = state;
    },
  };
}

const option = (state: string): HTMLOptionElement =>
  element('option', { value: state }, state === '' ? 'unknown' : state.replaceAll('_', ' '));

/** How full a battery is. */
export function batteryTile(power: Resource): Tile {
  const words = element('span', { class: 'battery', 'data-rid': power.id });
  return {
    element: words,
    update(now) {
      const level = member(now, 'power_state', 'battery_level');
      words.hidden = typeof level !== 'number';
      words.textContent = `battery ${String(level)} %`;
      words.classList.toggle('is-low', typeof level === 'number' && level < 20);
    },
  };
}
