import { isObject, member, type Resource } from '../../resources';
import { button, element } from './element';
import type { Change, Tile } from './tile';

/** How long a long press lasts, in ms. */
const longPress = 900;
/** Steps of one turn of the dial by a click: 1000 are once around (Hue CLIP API reference). */
const turnSteps = 60;

const reportOf = (event: string): object => ({
  last_event: event,
  button_report: { updated: new Date().toISOString(), event },
});

/** A button of a switch, or a bell: it can be pressed for a short and for a long time. */
export function buttonTile(resource: Resource, device: string, change: Change): Tile {
  const group = isObject(resource['bell']) ? 'bell' : 'button';
  const send = (event: string): void =>
    change(
      resource.id,
      group === 'bell'
        ? { bell: { bell_report: { updated: new Date().toISOString(), event }, last_event: event } }
        : { button: reportOf(event) },
    );
  const press = (last: string, after: number, between?: string): void => {
    send('initial_press');
    if (between !== undefined) setTimeout(send, after / 2, between);
    setTimeout(send, after, last);
  };
  const control = member(resource, 'metadata', 'control_id');
  const number = typeof control === 'number' && control > 0 ? ` ${control}` : '';
  const reading = element('span', { class: 'reading' });
  const name = group === 'bell' ? 'Bell' : `Button${number}`;
  return {
    element: element(
      'div',
      { class: 'sensor', 'data-rid': resource.id },
      element('span', { class: 'measure-name' }, name),
      button('Press', () => press('short_release', 120), {
        class: 'trigger',
        'aria-label': `Press ${name.toLowerCase()} of ${device}`,
      }),
      button('Hold', () => press('long_release', longPress, 'long_press'), {
        class: 'trigger',
        'aria-label': `Hold ${name.toLowerCase()} of ${device}`,
      }),
      reading,
    ),
    update(now) {
      const event =
        member(now, group, `${group}_report`, 'event') ?? member(now, group, 'last_event');
      reading.textContent = typeof event === 'string' ? event.replaceAll('_', ' ') : '';
    },
  };
}

/** A dial that can be turned both ways. */
export function dialTile(resource: Resource, device: string, change: Change): Tile {
  const turn = (direction: string): void => {
    const report = {
      action: 'start',
      rotation: { direction, steps: turnSteps, duration: 400 },
    };
    change(resource.id, {
      relative_rotary: {
        last_event: report,
        rotary_report: { updated: new Date().toISOString(), ...report },
      },
    });
  };
  const reading = element('span', { class: 'reading' });
  const turnButton = (text: string, words: string, direction: string): HTMLButtonElement =>
    button(text, () => turn(direction), {
      class: 'trigger',
      'aria-label': `Turn the dial of ${device} ${words}`,
    });
  return {
    element: element(
      'div',
      { class: 'sensor', 'data-rid': resource.id },
      element('span', { class: 'measure-name' }, 'Dial'),
      turnButton('↺', 'counter-clockwise', 'counter_clock_wise'),
      turnButton('↻', 'clockwise', 'clock_wise'),
      reading,
    ),
    update(now) {
      const rotation = member(now, 'relative_rotary', 'rotary_report', 'rotation');
      const steps = member(rotation, 'steps');
      const back = member(rotation, 'direction') === 'counter_clock_wise';
      reading.textContent = typeof steps === 'number' ? `${back ? '−' : '+'}${steps} steps` : '';
    },
  };
}
