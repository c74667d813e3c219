import { getNestedMember, getPlainValue, isObject, listButtonEvents } from '../../../resources';
import { createButton } from '../../../drawing/element';
import { getText, getValueText } from '../texts';
import type { TextName } from '../texts';
import { createMeasureName, createSensorElement } from './tile';
import type { TileFactory } from './tile';

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
  button_report: { updated: new Date().toISOString(), event },
});

/** Of a switch or a bell. Has a long press if the button lists it. */
export const createButtonTile: TileFactory = (resource, device, change) => {
  const group = isObject(resource['bell']) ? 'bell' : 'button';
  const send = (event: string): void =>
    change(
      resource.id,
      group === 'bell'
        ? { bell: { bell_report: { updated: new Date().toISOString(), event }, last_event: event } }
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
        rotary_report: { updated: new Date().toISOString(), ...report },
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
