import { createButton, createElement } from '../../drawing/element';
import type { HomeColor, HomeCommand, HomeItem, HomeLight } from '../../runtime/home/home-item';
import { translateShared, translateBridgeValue } from '../labels/translate';
import { formatBattery, formatState, formatTime, getKindLabel, formatPercent } from './item-texts';
import { addNodeForItem, copyLightAsFlow, startItemDrag } from './canvas';
import type { ItemUse } from './item-uses';
import { colorToHex, mirekToHex, showLight, hexToXy } from '../../drawing/lamp-light';
import { createLatestValueSender } from '../../drawing/latest-value-sender';
import { createSlider } from '../../drawing/slider';
import { mirekToKelvin } from '../../units/color';
import type { Members } from '../../resources/members';

/** What tiles need of their bridge. */
export interface TileContext {
  readonly bridgeId: string;
  /** The user may send commands. */
  readonly canSwitch: boolean;
  /** The user may change flows. */
  readonly canEditFlows: boolean;
  /** Shows a problem with the bridge. */
  send(command: HomeCommand): Promise<void>;
  listUses(item: HomeItem): readonly ItemUse[];
  /** Returns uses inside a room or zone; none for another item. */
  listUsesInside(item: HomeItem): readonly ItemUse[];
  isNameRepeated(item: HomeItem): boolean;
}

/** A tile shows this in place of the name: the kind, below a device's name, or an element. */
type TileTitle = 'name' | 'kind' | HTMLElement;

/** Shows a lamp, a room or another item of a home, with its state and its controls. */
export class Tile {
  readonly element: HTMLElement;
  readonly #lead: Lead;
  readonly #controls: readonly Control[];
  readonly #name: HTMLElement;
  readonly #state = createElement('span', { class: 'tile-state' });
  readonly #mark = createElement('span', { class: 'tile-mark', hidden: true });
  readonly #details = createElement('div', { class: 'tile-details', hidden: true });
  readonly #uses = createButton('', () => this.#setOpen(true), {
    class: 'tile-uses',
    hidden: true,
  });
  readonly #more = createButton('', () => this.#setOpen(!this.#isOpen), {
    class: 'tile-more',
    'aria-expanded': 'false',
  });
  readonly #head: HTMLElement;
  #item: HomeItem;
  #shownName: string | undefined;
  #isOpen = false;

  constructor(
    item: HomeItem,
    private readonly context: TileContext,
    private readonly title: TileTitle,
  ) {
    this.#item = item;
    this.#lead = createLead(item, context);
    this.#controls = createControls(item, context);
    this.#name =
      title instanceof HTMLElement ? title : createElement('span', { class: 'tile-name' });
    this.#mark.textContent = translateShared('home.nameTwice');
    this.#more.append(createElement('i', { class: 'fa fa-ellipsis-v', 'aria-hidden': 'true' }));
    this.#head = this.#createHead();
    this.element = createElement(
      'div',
      { class: 'tile', role: 'group', 'data-rid': item.id },
      this.#head,
      ...this.#listControls('tile'),
      this.#details,
    );
    this.update(item);
    this.updateUses();
  }

  update(item: HomeItem): void {
    this.#item = item;
    const { name } = item;
    if (this.#shownName !== name) this.#showName(item);
    const state = formatState(item);
    if (this.#state.textContent !== state) this.#state.textContent = state;
    this.element.classList.toggle('is-unreachable', item.unreachableSince !== undefined);
    this.#lead.show(item, this.element);
    for (const control of this.#controls) control.show(item);
    if (this.#isOpen) updateFacts(this.#details, item);
  }

  #showName(item: HomeItem): void {
    const { name } = item;
    const kind = getKindLabel(item);
    this.#shownName = name;
    if (this.#name !== this.title) this.#name.textContent = this.title === 'kind' ? kind : name;
    this.element.setAttribute('aria-label', translateShared('home.nameAndKind', { name, kind }));
    this.#more.setAttribute('aria-label', translateShared('home.more', { name }));
  }

  /** Also marks a repeated name. */
  updateUses(): void {
    const { name } = this.#item;
    const count = this.context.listUses(this.#item).length;
    this.#uses.hidden = count === 0;
    this.#uses.textContent = String(count);
    this.#uses.title = translateShared('home.usedBy', { count });
    this.#uses.setAttribute('aria-label', translateShared('home.usedByName', { count, name }));
    this.#mark.hidden = !this.context.isNameRepeated(this.#item);
    // One of the buttons may have the focus.
    if (this.#isOpen) this.#showUses();
  }

  #createHead(): HTMLElement {
    const { bridgeId, canEditFlows } = this.context;
    const head = createElement(
      'div',
      { class: 'tile-head', draggable: String(canEditFlows) },
      this.#lead.element,
      createElement('span', { class: 'tile-text' }, this.#name, this.#mark, this.#state),
      this.#uses,
      this.#more,
    );
    if (canEditFlows) head.title = translateShared('home.dragHint');
    head.addEventListener('dragstart', (event) => startItemDrag(bridgeId, this.#item, event));
    return head;
  }

  #listControls(place: Control['place']): HTMLElement[] {
    return this.#controls.filter((one) => one.place === place).map(({ element }) => element);
  }

  #setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#details.hidden = !isOpen;
    this.#more.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) this.#showDetails();
    else this.#details.replaceChildren();
  }

  #showDetails(): void {
    this.#details.replaceChildren(
      ...this.#listControls('details'),
      createElement('dl', { class: 'tile-facts' }),
      createElement('div', { class: 'tile-use-lists' }),
      ...createActions(this.#item, this.context),
    );
    updateFacts(this.#details, this.#item);
    this.#showUses();
  }

  #showUses(): void {
    this.#details
      .querySelector('.tile-use-lists')
      ?.replaceChildren(
        ...createUses('home.usedBy', this.context.listUses(this.#item)),
        ...createUses('home.usedInside', this.context.listUsesInside(this.#item)),
      );
  }
}

function createUses(key: string, uses: readonly ItemUse[]): HTMLElement[] {
  if (uses.length === 0) return [];
  const label = translateShared(key, { count: uses.length });
  const list = createElement('ul', { 'aria-label': label });
  for (const { nodeId, label: nodeLabel } of uses) {
    const reveal = createButton(nodeLabel, () => RED.view.reveal(nodeId), { class: 'tile-link' });
    list.append(createElement('li', {}, reveal));
  }
  return [createElement('div', { class: 'tile-users' }, label, list)];
}

function createActions(item: HomeItem, { bridgeId, canEditFlows }: TileContext): HTMLElement[] {
  if (!canEditFlows) return [];
  const actions = createElement('div', { class: 'tile-actions' });
  const addAction = (key: string, onClick: (button: HTMLElement) => void): void => {
    const button = createButton(translateShared(key), () => onClick(button), {
      class: 'red-ui-button red-ui-button-small',
    });
    actions.append(button);
  };
  addAction('home.addNode', () => addNodeForItem(bridgeId, item));
  if (item.rtype === 'light')
    addAction('home.copyAsFlow', (button) => copyLightAsFlow(bridgeId, item, $(button)));
  return [actions];
}

function updateFacts(details: HTMLElement, item: HomeItem): void {
  const facts: (readonly [key: string, value: string])[] = [
    ['kind', getKindLabel(item)],
    ...('battery' in item && item.battery !== undefined
      ? [['charge', formatBattery(item.battery)] as const]
      : []),
    ...('changedAt' in item && item.changedAt !== undefined
      ? [['changedAt', formatTime(item.changedAt)] as const]
      : []),
    ...('sensitivity' in item && item.sensitivity !== undefined
      ? [['sensitivity', `${item.sensitivity.value} / ${item.sensitivity.highest}`] as const]
      : []),
    ...('health' in item && item.health !== undefined
      ? [['health', translateBridgeValue(`home.zoneHealth.${item.health}`)] as const]
      : []),
    ['id', item.id],
  ];
  details
    .querySelector('.tile-facts')
    ?.replaceChildren(
      ...facts.flatMap(([key, value]) => [
        createElement('dt', {}, translateShared(`home.fact.${key}`)),
        createElement('dd', {}, value),
      ]),
    );
}

/** A lamp's bulb, a scene's colours, a switch, or an icon. */
interface Lead {
  readonly element: HTMLElement;
  /** @param tile gets the colours of a lamp */
  show(item: HomeItem, tile: HTMLElement): void;
}

/** Of a lamp without adjustable white, in mirek. */
const usualWhite = 370;

/** A click switches the item if the user may. */
function createLead(item: HomeItem, context: TileContext): Lead {
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
const getLampColor = ({ color, mirek, gamut }: HomeLight): string =>
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

interface Control {
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
function createControls(item: HomeItem, context: TileContext): readonly Control[] {
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
