import { member, type Resource } from '../../resources';
import { element } from './element';
import { brightnessSlider } from './lamp-tile';
import type { Change, Tile } from './tile';

/** All lamps of a room, zone or home as one: a switch and a slider. */
export function groupTile(groupedLight: Resource, name: string, change: Change): Tile {
  const set = (partial: object): void => change(groupedLight.id, partial);
  const toggle = element('button', {
    type: 'button',
    class: 'switch',
    role: 'switch',
    'aria-label': `All lamps of ${name}`,
  });
  const brightness = brightnessSlider(`all lamps of ${name}`, set);
  let isOn = false;
  toggle.addEventListener('click', () => set({ on: { on: !isOn } }));
  return {
    element: element(
      'div',
      { class: 'group', 'data-rid': groupedLight.id },
      brightness.element,
      toggle,
    ),
    update(now) {
      isOn = member(now, 'on', 'on') === true;
      toggle.setAttribute('aria-checked', String(isOn));
      const level = member(now, 'dimming', 'brightness');
      brightness.element.hidden = typeof level !== 'number';
      if (typeof level === 'number') brightness.show(level);
    },
  };
}
