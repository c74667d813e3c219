import { getNestedMember, isObject, listButtonEvents } from '../../../resources';
import type { Resource } from '../../../resources';
import { createButton, createElement } from '../../../drawing/element';
import type { ChangeResourceCallback, Tile } from './tile';

/** An event of a button, with its time after the press in ms. */
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
/** Steps that a click turns the dial: 1000 are one revolution (Hue CLIP API reference). */
const stepsPerClick = 60;

const toButtonReport = (event: string): object => ({
  last_event: event,
  button_report: { updated: new Date().toISOString(), event },
});

/**
 * Creates the tile of a button of a switch or a bell, with a short and, if the button lists it, a
 * long press.
 */
export function createButtonTile(
  resource: Resource,
  device: string,
  change: ChangeResourceCallback,
): Tile {
  const group = isObject(resource['bell']) ? 'bell' : 'button';
  const send = (event: string): void =>
    change(
      resource.id,
      group === 'bell'
        ? { bell: { bell_report: { updated: new Date().toISOString(), event }, last_event: event } }
        : { button: toButtonReport(event) },
    );
  const control = getNestedMember(resource, 'metadata', 'control_id');
  const number = typeof control === 'number' && control > 0 ? ` ${control}` : '';
  const valueText = createElement('span', { class: 'reading' });
  const name = group === 'bell' ? 'Bell' : `Button${number}`;
  const events = listButtonEvents(resource);
  const createTrigger = (text: string, reports: readonly TimedReport[]): HTMLButtonElement =>
    createButton(
      text,
      () => {
        for (const { event, after } of reports)
          if (events.includes(event)) setTimeout(send, after, event);
      },
      { class: 'trigger', 'aria-label': `${text} ${name.toLowerCase()} of ${device}` },
    );
  return {
    element: createElement(
      'div',
      { class: 'sensor', 'data-rid': resource.id },
      createElement('span', { class: 'measure-name' }, name),
      createTrigger('Press', shortPress),
      ...(events.some((event) => event.startsWith('long_'))
        ? [createTrigger('Hold', longPress)]
        : []),
      valueText,
    ),
    update(resourceState) {
      const event =
        getNestedMember(resourceState, group, `${group}_report`, 'event') ??
        getNestedMember(resourceState, group, 'last_event');
      valueText.textContent = typeof event === 'string' ? event.replaceAll('_', ' ') : '';
    },
  };
}

/** The dial can be turned in both directions. */
export function createDialTile(
  resource: Resource,
  device: string,
  change: ChangeResourceCallback,
): Tile {
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
  const valueText = createElement('span', { class: 'reading' });
  const createTurnButton = (
    text: string,
    directionText: string,
    direction: string,
  ): HTMLButtonElement =>
    createButton(text, () => turn(direction), {
      class: 'trigger',
      'aria-label': `Turn the dial of ${device} ${directionText}`,
    });
  return {
    element: createElement(
      'div',
      { class: 'sensor', 'data-rid': resource.id },
      createElement('span', { class: 'measure-name' }, 'Dial'),
      createTurnButton('↺', 'counter-clockwise', 'counter_clock_wise'),
      createTurnButton('↻', 'clockwise', 'clock_wise'),
      valueText,
    ),
    update(resourceState) {
      const rotation = getNestedMember(
        resourceState,
        'relative_rotary',
        'rotary_report',
        'rotation',
      );
      const steps = getNestedMember(rotation, 'steps');
      const isCounterClockwise = getNestedMember(rotation, 'direction') === 'counter_clock_wise';
      valueText.textContent =
        typeof steps === 'number' ? `${isCounterClockwise ? '−' : '+'}${steps} steps` : '';
    },
  };
}
