import type { Resource } from '../../resources/resource';
import { createButton, createElement } from '../../drawing/element';
import { getText, getValueText } from './texts';
import { getDisplayName } from './tile';
import type { ChangeResourceCallback, Tile, TileFactory } from './tile';

/** A click on the name enables or disables the automation; a button triggers it. */
export const createAutomationTile: TileFactory = (automation, _place, changeResource) => {
  const { id } = automation;
  let enabled = false;
  const toggle = createButton('', () => changeResource(id, { enabled: !enabled }), {
    class: 'scene',
  });
  const fire = createButton(
    getText('automation.fire'),
    () => changeResource(id, { state: { last_triggered: new Date().toISOString() } }),
    { class: 'trigger' },
  );
  return {
    element: createElement('span', { class: 'automation', 'data-rid': id }, toggle, fire),
    update(resourceState) {
      enabled = resourceState['enabled'] === true;
      const name = getDisplayName(resourceState);
      const state = getValueText('automationState', String(resourceState['status']));
      toggle.textContent = getText('automation.withState', { name, state });
      toggle.setAttribute('aria-pressed', String(enabled));
      fire.setAttribute('aria-label', getText('automation.fireOf', { name }));
    },
  };
};

export const createSmartSceneTile: TileFactory = (scene, room, changeResource) =>
  createSceneTile(scene, changeResource, (active) =>
    getText(active ? 'scene.active' : 'scene.inactive', { room }),
  );

export const createZoneOrHomeSmartSceneTile: TileFactory = (scene, _place, changeResource) =>
  createSceneTile(scene, changeResource, (active) =>
    getText(active ? 'home.sceneActive' : 'home.sceneInactive'),
  );

function createSceneTile(
  scene: Resource,
  changeResource: ChangeResourceCallback,
  formatTitle: (active: boolean) => string,
): Tile {
  let active = false;
  const toggle = createButton(
    '',
    () => changeResource(scene.id, { recall: { action: active ? 'deactivate' : 'activate' } }),
    { class: 'scene', 'data-rid': scene.id },
  );
  return {
    element: toggle,
    update(resourceState) {
      active = resourceState['state'] === 'active';
      toggle.textContent = getDisplayName(resourceState);
      toggle.title = formatTitle(active);
      toggle.setAttribute('aria-pressed', String(active));
    },
  };
}

export const createGeofenceTile: TileFactory = ({ id }, _place, changeResource) => {
  let atHome = false;
  const toggle = createButton('', () => changeResource(id, { is_at_home: !atHome }), {
    class: 'scene',
    'data-rid': id,
  });
  return {
    element: toggle,
    update(resourceState) {
      atHome = resourceState['is_at_home'] === true;
      const name = getDisplayName(resourceState);
      toggle.textContent = getText(atHome ? 'person.atHome' : 'person.away', { name });
      toggle.setAttribute('aria-pressed', String(atHome));
    },
  };
};
