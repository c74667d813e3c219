import { createReportMembers, getSensorReportValue } from '../../resources/sensor-report';
import { getPlainValue, getResourceDefinition, isKnownResourceType } from '../../resources/table';
import { getNestedMember, isObject } from '../../resources/members';
import { listButtonEvents } from '../../resources/button-events';
import type { Resource } from '../../resources/resource';
import { createButton, createElement } from '../../drawing/element';
import { getText, formatNumber, getValueText } from './texts';
import type { TextName } from './texts';
import type { TileFactory, ChangeResourceCallback, Tile } from './tile';
import { createSlider } from '../../drawing/slider';
import { isLowCharge } from '../../resources/low-charge';

/** In ms. */
const motionDuration = 10_000;

const isDisabled = (resource: Resource): boolean => resource['enabled'] === false;

const formatState = (sensor: Resource, state: TextName): string =>
  getText(isDisabled(sensor) ? 'sensor.disabled' : state);

const getTimestamp = (): string => new Date().toISOString();

function createTriggerTile(
  resource: Resource,
  text: string,
  label: string,
  onClick: () => void,
): ReturnType<typeof createSensorElement> & { trigger: HTMLButtonElement } {
  const trigger = createButton(text, onClick, { class: 'trigger', 'aria-label': label });
  return { trigger, ...createSensorElement(resource, trigger) };
}

function getWalkTexts(rtype: string, device: string): [text: string, label: string] {
  if (rtype === 'convenience_area_motion')
    return [getText('motion.walkConvenience'), getText('motion.walkConvenienceOf', { device })];
  if (rtype === 'security_area_motion')
    return [getText('motion.walkSecurity'), getText('motion.walkSecurityOf', { device })];
  return [getText('motion.walk'), getText('motion.walkOf', { device })];
}

/** A click triggers motion. */
export const createMotionTile: TileFactory = (resource, device, changeResource) => {
  let motionEndTimer: ReturnType<typeof setTimeout> | undefined;
  const report = (motion: boolean): void =>
    changeResource(
      resource.id,
      createReportMembers({ group: 'motion', name: 'motion' }, motion, getTimestamp()),
    );
  const [text, label] = getWalkTexts(resource.type, device);
  const { element, trigger, reading } = createTriggerTile(resource, text, label, () => {
    clearTimeout(motionEndTimer);
    motionEndTimer = setTimeout(report, motionDuration, false);
    report(true);
  });
  return {
    element,
    update(sensor) {
      const motion = getPlainValue(sensor) === true && !isDisabled(sensor);
      trigger.disabled = isDisabled(sensor);
      element.classList.toggle('is-active', motion);
      reading.textContent = formatState(sensor, motion ? 'motion.yes' : 'motion.no');
    },
  };
};

export const createContactTile: TileFactory = (resource, device, changeResource) => {
  let open = false;
  const { element, trigger, reading } = createTriggerTile(resource, '', '', () => {
    const state = open ? 'contact' : 'no_contact';
    changeResource(resource.id, { contact_report: { changed: getTimestamp(), state } });
  });
  return {
    element,
    update(sensor) {
      open = getPlainValue(sensor) === true;
      trigger.disabled = isDisabled(sensor);
      trigger.textContent = getText(open ? 'contact.close' : 'contact.open');
      const label = getText(open ? 'contact.closeOf' : 'contact.openOf', { device });
      trigger.setAttribute('aria-label', label);
      element.classList.toggle('is-active', open);
      reading.textContent = formatState(sensor, open ? 'contact.isOpen' : 'contact.isClosed');
    },
  };
};

export const createTamperTile: TileFactory = (resource, device, changeResource) => {
  let tampered = false;
  const { element, trigger, reading } = createTriggerTile(
    resource,
    getText('lid.name'),
    getText('lid.of', { device }),
    () => {
      const state = tampered ? 'not_tampered' : 'tampered';
      changeResource(resource.id, {
        tamper_reports: [{ changed: getTimestamp(), source: 'battery_door', state }],
      });
    },
  );
  return {
    element,
    update(sensor) {
      tampered = getPlainValue(sensor) === true;
      trigger.setAttribute('aria-pressed', String(tampered));
      element.classList.toggle('is-active', tampered);
      reading.textContent = getText(tampered ? 'lid.tampered' : 'lid.untouched');
    },
  };
};

interface Control {
  element: HTMLElement;
  show: (resource: Resource) => void;
}

/**
 * For any sensor, from its row in the resource table. A report has a slider or a switch; other sensors have a field for
 * each number and a switch for each boolean of the sample.
 */
export const createReadingTile: TileFactory = (resource, device, changeResource) => {
  const name = getValueText('reading', resource.type);
  const label = getText('reading.at', { reading: name, device });
  const controls = createControls(resource, label, changeResource);
  const { element, reading } = createSensorElement(
    resource,
    createMeasureName(name),
    ...controls.map((control) => control.element),
  );
  return {
    element,
    update(sensor) {
      reading.textContent =
        sensor['enabled'] === false ? getText('sensor.disabled') : formatReading(sensor);
      for (const { show } of controls) show(sensor);
    },
  };
};

function formatReading(sensor: Resource): string {
  const value = getPlainValue(sensor);
  if (value === undefined || value === null) return getText('reading.unknown');
  if (typeof value === 'boolean') return getText(value ? 'reading.yes' : 'reading.no');
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  const unit = isKnownResourceType(sensor.type)
    ? getResourceDefinition(sensor.type).unit
    : undefined;
  const text = formatNumber(value, Math.abs(value) < 100 ? 1 : 0);
  return unit === undefined ? text : getText('reading.withUnit', { value: text, unit });
}

function createControls(
  resource: Resource,
  label: string,
  changeResource: ChangeResourceCallback,
): Control[] {
  if (!isKnownResourceType(resource.type)) return [];
  const { report, sample = {} } = getResourceDefinition(resource.type);
  const change = (members: Record<string, unknown>): void => changeResource(resource.id, members);
  if (report === undefined)
    return listLeaves(sample).flatMap((leaf) => createField(leaf, label, change));
  const setValue = (value: unknown): void =>
    change(createReportMembers(report, value, getTimestamp()));
  const getValue = (sensor: Resource): unknown => getSensorReportValue(sensor, report);
  if (report.range === undefined) return [createSwitch(label, getValue, setValue)];
  const slider = createSlider({
    label,
    className: 'measure',
    min: report.range.minimum,
    max: report.range.maximum,
    step: report.range.step,
    formatValue: (value) =>
      formatReading({ ...resource, ...createReportMembers(report, value, '') }),
    onMove: setValue,
  });
  return [
    {
      element: slider.element,
      show(sensor) {
        const value = getValue(sensor);
        slider.element.disabled = sensor['enabled'] === false;
        if (typeof value === 'number') slider.show(value);
      },
    },
  ];
}

interface Leaf {
  path: readonly string[];
  value: unknown;
}

const listLeaves = (members: object, path: readonly string[] = []): Leaf[] =>
  Object.entries(members).flatMap(([name, value]: [string, unknown]) =>
    isObject(value) ? listLeaves(value, [...path, name]) : [{ path: [...path, name], value }],
  );

function createField(
  { path, value }: Leaf,
  tileLabel: string,
  change: (members: Record<string, unknown>) => void,
): Control[] {
  const label = `${path.join('.')}: ${tileLabel}`;
  const getValue = (sensor: Resource): unknown => getNestedMember(sensor, ...path);
  const setValue = (next: unknown): void => change(toMembers(path, next));
  const withName = ({ element, show }: Control): Control => ({
    element: createElement('label', { class: 'member' }, path.at(-1) ?? '', ' ', element),
    show,
  });
  if (typeof value === 'boolean') return [withName(createSwitch(label, getValue, setValue))];
  return typeof value === 'number' ? [withName(createNumberField(label, getValue, setValue))] : [];
}

const toMembers = (
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> => ({ [name]: rest.length === 0 ? value : toMembers(rest, value) });

function createSwitch(
  label: string,
  getValue: (sensor: Resource) => unknown,
  setValue: (value: boolean) => void,
): Control {
  const element = createElement('input', { type: 'checkbox', 'aria-label': label, title: label });
  element.addEventListener('change', () => setValue(element.checked));
  return { element, show: (sensor) => (element.checked = getValue(sensor) === true) };
}

function createNumberField(
  label: string,
  getValue: (sensor: Resource) => unknown,
  setValue: (value: number) => void,
): Control {
  const element = createElement('input', {
    type: 'number',
    step: 'any',
    'aria-label': label,
    title: label,
  });
  element.addEventListener('change', () => {
    if (!Number.isNaN(element.valueAsNumber)) setValue(element.valueAsNumber);
  });
  return {
    element,
    show(sensor) {
      const value = getValue(sensor);
      if (document.activeElement !== element)
        element.value = typeof value === 'number' ? String(value) : '';
    },
  };
}

interface TimedReport {
  event: string;
  after: number;
}

const shortPress: readonly TimedReport[] = [
  { event: 'initial_press', after: 0 },
  { event: 'ring', after: 0 },
  { event: 'short_release', after: 120 },
];
const longPress: readonly TimedReport[] = [
  { event: 'initial_press', after: 0 },
  { event: 'long_press', after: 450 },
  { event: 'long_release', after: 900 },
];
/** 1000 steps are one revolution (Hue CLIP API reference). */
const stepsPerClick = 60;

/** With or without a number; of a bell. */
const buttonTexts = {
  button: { name: 'button.name', press: 'button.pressOf', hold: 'button.holdOf' },
  numbered: { name: 'button.numbered', press: 'button.pressNumbered', hold: 'button.holdNumbered' },
  bell: { name: 'bell.name', press: 'bell.pressOf', hold: 'bell.holdOf' },
} as const satisfies Record<string, Record<string, TextName>>;

const toButtonReport = (event: string): object => ({
  last_event: event,
  button_report: { updated: getTimestamp(), event },
});

/** Of a switch or a bell. Has a long press if the button lists it. */
export const createButtonTile: TileFactory = (resource, device, change) => {
  const group = isObject(resource['bell']) ? 'bell' : 'button';
  const send = (event: string): void =>
    change(
      resource.id,
      group === 'bell'
        ? { bell: { bell_report: { updated: getTimestamp(), event }, last_event: event } }
        : { button: toButtonReport(event) },
    );
  const control = getNestedMember(resource, 'metadata', 'control_id');
  const number = typeof control === 'number' && control > 0 ? control : 0;
  const texts = buttonTexts[group === 'button' && number > 0 ? 'numbered' : group];
  const events = listButtonEvents(resource);
  const createTrigger = (
    text: TextName,
    label: TextName,
    reports: readonly TimedReport[],
  ): HTMLButtonElement =>
    createButton(
      getText(text),
      () => {
        for (const { event, after } of reports)
          if (events.includes(event)) setTimeout(send, after, event);
      },
      { class: 'trigger', 'aria-label': getText(label, { number, device }) },
    );
  const { element, reading } = createSensorElement(
    resource,
    createMeasureName(getText(texts.name, { number })),
    createTrigger('button.press', texts.press, shortPress),
    ...(events.some((event) => event.startsWith('long_'))
      ? [createTrigger('button.hold', texts.hold, longPress)]
      : []),
  );
  return {
    element,
    update(resourceState) {
      const event =
        getNestedMember(resourceState, group, `${group}_report`, 'event') ??
        getNestedMember(resourceState, group, 'last_event');
      reading.textContent = typeof event === 'string' ? getValueText('event', event) : '';
    },
  };
};

/** In both directions. */
export const createDialTile: TileFactory = (resource, device, change) => {
  const turn = (direction: string): void => {
    const report = {
      action: 'start',
      rotation: { direction, steps: stepsPerClick, duration: 400 },
    };
    change(resource.id, {
      relative_rotary: {
        last_event: report,
        rotary_report: { updated: getTimestamp(), ...report },
      },
    });
  };
  const createTurnButton = (text: string, label: TextName, direction: string): HTMLButtonElement =>
    createButton(text, () => turn(direction), {
      class: 'trigger',
      'aria-label': getText(label, { device }),
    });
  const { element, reading } = createSensorElement(
    resource,
    createMeasureName(getText('dial.name')),
    createTurnButton('↺', 'dial.left', 'counter_clock_wise'),
    createTurnButton('↻', 'dial.right', 'clock_wise'),
  );
  return {
    element,
    update(resourceState) {
      const rotation = getPlainValue(resourceState);
      const steps = getNestedMember(rotation, 'steps');
      const isCounterClockwise = getNestedMember(rotation, 'direction') === 'counter_clock_wise';
      reading.textContent =
        typeof steps === 'number'
          ? getText(isCounterClockwise ? 'dial.stepsLeft' : 'dial.stepsRight', { count: steps })
          : '';
    },
  };
};

/** Hue CLIP API reference, device_software_update. */
const updateStates = ['no_update', 'update_pending', 'ready_to_install', 'installing'];

export const createSoftwareTile: TileFactory = (software, device, changeResource) => {
  const field = createElement('select', { 'aria-label': getText('home.softwareOf', { device }) });
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
};

const createOption = (state: string): HTMLOptionElement =>
  createElement('option', { value: state }, getValueText('update', state || 'unknown'));

/** In percent. */
export function createBatteryTile(power: Resource): Tile {
  const levelText = createElement('span', { class: 'battery', 'data-rid': power.id });
  return {
    element: levelText,
    update(resourceState) {
      const level = getNestedMember(resourceState, 'power_state', 'battery_level');
      levelText.hidden = typeof level !== 'number';
      if (typeof level === 'number') levelText.textContent = getText('battery.level', { level });
      levelText.classList.toggle('is-low', isLowCharge(level));
    },
  };
}

/** Shows the playing sound; a button mutes the speaker. */
export const createSpeakerTile: TileFactory = (speaker, device, changeResource) => {
  let isMuted = false;
  const mute = createButton(
    getText('speaker.mute'),
    () => changeResource(speaker.id, { mute: { mute: isMuted ? 'unmute' : 'mute' } }),
    { class: 'trigger', 'aria-label': getText('speaker.muteOf', { device }) },
  );
  const name = createMeasureName(getText('speaker.name'));
  const { element, reading } = createSensorElement(speaker, name, mute);
  return {
    element,
    update(resourceState) {
      const sound = getPlainValue(resourceState);
      const isPlaying = typeof sound === 'string' && sound !== 'no_sound';
      isMuted = getNestedMember(resourceState, 'mute', 'mute') === 'mute';
      mute.setAttribute('aria-pressed', String(isMuted));
      reading.textContent = isPlaying
        ? getText(isMuted ? 'speaker.playsMuted' : 'speaker.plays', {
            sound: sound.replaceAll('_', ' '),
          })
        : getText(isMuted ? 'speaker.silentMuted' : 'speaker.silent');
      element.classList.toggle('is-active', isPlaying);
    },
  };
};

/** @param parts name and controls, or one button; the text of the present state, `reading`, comes last */
function createSensorElement(
  { id }: Resource,
  ...parts: readonly HTMLElement[]
): { element: HTMLElement; reading: HTMLElement } {
  const reading = createElement('span', { class: 'reading' });
  const element = createElement('div', { class: 'sensor', 'data-rid': id }, ...parts, reading);
  return { element, reading };
}

const createMeasureName = (text: string): HTMLElement =>
  createElement('span', { class: 'measure-name' }, text);
