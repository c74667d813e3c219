import { getNestedMember, type Resource } from '../../../resources';
import { createElement } from '../element';
import { getDisplayName } from '../panels/home-view';
import type { ChangeResourceCallback, Tile } from './tile';

/** A click activates or deactivates the smart scene. */
export function createSmartSceneTile(
  scene: Resource,
  roomName: string,
  changeResource: ChangeResourceCallback,
): Tile {
  const toggle = createElement('button', { type: 'button', class: 'scene', 'data-rid': scene.id });
  let active = false;
  toggle.addEventListener('click', () =>
    changeResource(scene.id, { recall: { action: active ? 'deactivate' : 'activate' } }),
  );
  return {
    element: toggle,
    update(resourceState) {
      active = resourceState['state'] === 'active';
      toggle.textContent = getDisplayName(resourceState);
      toggle.title = `Smart scene of ${roomName}, ${active ? 'active' : 'not active'}`;
      toggle.setAttribute('aria-pressed', String(active));
    },
  };
}

/** A click toggles between at home and away. */
export function createGeofenceTile(
  client: Resource,
  _place: string,
  changeResource: ChangeResourceCallback,
): Tile {
  const toggle = createElement('button', { type: 'button', class: 'scene', 'data-rid': client.id });
  let atHome = false;
  toggle.addEventListener('click', () => changeResource(client.id, { is_at_home: !atHome }));
  return {
    element: toggle,
    update(resourceState) {
      atHome = resourceState['is_at_home'] === true;
      toggle.textContent = `${getDisplayName(resourceState)}: ${atHome ? 'at home' : 'away'}`;
      toggle.setAttribute('aria-pressed', String(atHome));
    },
  };
}

/** States of a software update (Hue CLIP API reference, device_software_update). */
const updateStates = ['no_update', 'update_pending', 'ready_to_install', 'installing'];

/** A select field sets the state of the software update. */
export function createSoftwareTile(
  software: Resource,
  device: string,
  changeResource: ChangeResourceCallback,
): Tile {
  const field = createElement('select', { 'aria-label': `Software of ${device}` });
  for (const state of updateStates) field.append(createOption(state));
  field.addEventListener('change', () => changeResource(software.id, { state: field.value }));
  return {
    element: createElement(
      'div',
      { class: 'software', 'data-rid': software.id },
      createElement('span', { class: 'tile-name' }, device),
      field,
    ),
    update(resourceState) {
      const reportedState = getNestedMember(resourceState, 'state');
      const state = typeof reportedState === 'string' ? reportedState : '';
      if (![...field.options].some(({ value }) => value === state))
        field.append(createOption(state));
      field.value = state;
    },
  };
}

const createOption = (state: string): HTMLOptionElement =>
  createElement('option', { value: state }, state === '' ? 'unknown' : state.replaceAll('_', ' '));

/** Shows the level in percent. */
export function createBatteryTile(power: Resource): Tile {
  const levelText = createElement('span', { class: 'battery', 'data-rid': power.id });
  return {
    element: levelText,
    update(resourceState) {
      const level = getNestedMember(resourceState, 'power_state', 'battery_level');
      levelText.hidden = typeof level !== 'number';
      levelText.textContent = `battery ${String(level)} %`;
      levelText.classList.toggle('is-low', typeof level === 'number' && level < 20);
    },
  };
}
