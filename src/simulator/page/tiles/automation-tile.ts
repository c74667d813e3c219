import type { Resource } from '../../../resources';
import { createButton, createElement } from '../element';
import { getDisplayName } from '../panels/home-view';
import type { ChangeResourceCallback, Tile } from './tile';

/** A click on the name enables or disables the automation; another button triggers it. */
export function createAutomationTile(
  automation: Resource,
  _place: string,
  changeResource: ChangeResourceCallback,
): Tile {
  const { id } = automation;
  let enabled = false;
  const toggle = createButton('', () => changeResource(id, { enabled: !enabled }), {
    class: 'scene',
  });
  const fire = createButton('Fire', () =>
    changeResource(id, { state: { last_triggered: new Date().toISOString() } }),
  );
  fire.className = 'trigger';
  return {
    element: createElement('span', { class: 'automation', 'data-rid': id }, toggle, fire),
    update(resourceState) {
      enabled = resourceState['enabled'] === true;
      const name = getDisplayName(resourceState);
      toggle.textContent = `${name}: ${String(resourceState['status'])}`;
      toggle.setAttribute('aria-pressed', String(enabled));
      fire.setAttribute('aria-label', `Fire ${name}`);
    },
  };
}
