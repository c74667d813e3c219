import { createElement } from '../../../drawing/element';
import { colorToHex, mirekToHex, showLight } from '../../../drawing/lamp-light';
import type { HomeColor, HomeItem, HomeLight } from '../../../runtime/home/home-item';
import { translateShared } from '../../labels/translate';
import type { TileContext } from './tile-context';

/** A lamp's bulb, a scene's colours, a switch, or an icon. */
export interface Lead {
  readonly element: HTMLElement;
  /** @param tile gets the colours of a lamp */
  show(item: HomeItem, tile: HTMLElement): void;
}

/** Of a lamp without adjustable white, in mirek. */
const usualWhite = 370;

/** A click switches the item if the user may. */
export function createLead(item: HomeItem, context: TileContext): Lead {
  switch (item.rtype) {
    case 'light':
      return createSwitchingLead('bulb', context, {
        isOn: (light) => 'on' in light && light.on,
        send: (isOn) => context.send({ rtype: 'light', id: item.id, command: { on: isOn } }),
        show(light, tile) {
          if (light.rtype !== 'light') return;
          showLight(tile, light.on ? (light.brightness ?? 100) : 0, getLampColor(light));
        },
      });
    case 'room':
    case 'zone':
    case 'bridge_home': {
      const { groupedLight } = item;
      if (groupedLight === undefined) return createIcon('fa-cube');
      return createSwitchingLead('bulb', context, {
        isOn: (group) => 'on' in group && group.on,
        send: (isOn) =>
          context.send({ rtype: 'grouped_light', id: groupedLight, command: { on: isOn } }),
        show(group, tile) {
          if (!('members' in group)) return;
          showLight(tile, group.on ? (group.brightness ?? 100) : 0, mirekToHex(usualWhite));
        },
      });
    }
    case 'scene':
    case 'smart_scene':
      return createSwitchingLead('palette', context, {
        isOn: (scene) => 'active' in scene && scene.active,
        send: (isActive) =>
          context.send({ rtype: item.rtype, id: item.id, command: toRecall(item, isActive) }),
        show(scene, tile) {
          if (scene.rtype === 'scene')
            tile.style.setProperty('--palette', toGradient(scene.palette ?? []));
          tile.classList.toggle('is-active', 'active' in scene && scene.active);
        },
      });
    case 'behavior_instance':
      return createSwitchingLead('switch', context, {
        isOn: (automation) => automation.rtype === 'behavior_instance' && automation.enabled,
        send: (isEnabled) =>
          context.send({ rtype: item.rtype, id: item.id, command: { enabled: isEnabled } }),
        show: () => undefined,
      });
    default:
      return createIcon(icons[item.rtype] ?? 'fa-eye');
  }
}

const toRecall = (item: HomeItem, isActive: boolean): Record<string, unknown> =>
  item.rtype === 'smart_scene'
    ? { recall: { action: isActive ? 'activate' : 'deactivate' } }
    : { recall: { action: 'active' } };

const icons: Readonly<Partial<Record<string, string>>> = {
  motion: 'fa-male',
  camera_motion: 'fa-video-camera',
  convenience_area_motion: 'fa-male',
  security_area_motion: 'fa-male',
  temperature: 'fa-thermometer-half',
  light_level: 'fa-sun-o',
  contact: 'fa-sign-in',
  tamper: 'fa-unlock-alt',
  button: 'fa-dot-circle-o',
  relative_rotary: 'fa-circle-o-notch',
  bell_button: 'fa-bell-o',
};

function createIcon(icon: string): Lead {
  const image = createElement('i', { class: `fa fa-fw ${icon}`, 'aria-hidden': 'true' });
  return {
    element: createElement('span', { class: 'tile-icon' }, image),
    show: () => undefined,
  };
}

interface Switching {
  readonly isOn: (item: HomeItem) => boolean;
  readonly send: (isOn: boolean) => Promise<void>;
  readonly show: (item: HomeItem, tile: HTMLElement) => void;
}

/** Creates a plain element if the user may not switch. */
function createSwitchingLead(
  className: string,
  { canSwitch }: TileContext,
  { isOn, send, show }: Switching,
): Lead {
  const element = canSwitch
    ? createElement('button', { type: 'button', class: className, 'aria-pressed': 'false' })
    : createElement('span', { class: className, 'aria-hidden': 'true' });
  let present = false;
  if (canSwitch) {
    element.addEventListener('click', () => {
      element.setAttribute('aria-busy', 'true');
      void send(!present).finally(() => element.removeAttribute('aria-busy'));
    });
  }
  return {
    element,
    show(item, tile) {
      present = isOn(item);
      show(item, tile);
      element.classList.toggle('is-on', present);
      if (!canSwitch) return;
      element.setAttribute('aria-pressed', String(present));
      element.setAttribute('aria-label', translateShared(getSwitchKey(item), { name: item.name }));
    },
  };
}

const getSwitchKey = ({ rtype }: HomeItem): string =>
  rtype === 'scene'
    ? 'home.recall'
    : rtype === 'smart_scene' || rtype === 'behavior_instance'
      ? 'home.enable'
      : 'home.switch';

/** Returns `#rrggbb` at full brightness. */
export const getLampColor = ({ color, mirek, gamut }: HomeLight): string =>
  color === undefined ? mirekToHex(mirek ?? usualWhite) : colorToHex(color, gamut);

const toHex = (color: HomeColor): string =>
  'mirek' in color ? mirekToHex(color.mirek) : colorToHex(color, undefined);

function toGradient(palette: readonly HomeColor[]): string {
  const sector = 360 / palette.length;
  const stops = palette.map(
    (color, index) => `${toHex(color)} ${sector * index}deg ${sector * (index + 1)}deg`,
  );
  return palette.length === 0 ? 'none' : `conic-gradient(${stops.join(', ')})`;
}
