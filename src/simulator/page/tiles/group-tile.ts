import { getNestedMember, type Resource } from '../../../resources';
import { createElement } from '../element';
import { createBrightnessSlider } from './lamp-tile';
import type { ChangeResourceCallback, Tile } from './tile';

/** A switch and a slider for all lamps of a room, zone or home. */
export function createGroupTile(
  groupedLight: Resource,
  name: string,
  changeResource: ChangeResourceCallback,
): Tile {
  const changeLight = (change: object): void => changeResource(groupedLight.id, change);
  const toggle = createElement('button', {
    type: 'button',
    class: 'switch',
    role: 'switch',
    'aria-label': `All lamps of ${name}`,
  });
  const brightness = createBrightnessSlider(`all lamps of ${name}`, changeLight);
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
