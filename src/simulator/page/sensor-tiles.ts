import { definitionOf, isResourceType, member, type Resource } from '../../resources';
import { lightLevelToLux } from '../../units/lux';
import { button, element } from './element';
import { slider } from './slider';
import type { Change, Tile, TileMaker } from './tile';

/** How long a click on a motion sensor is seen as motion, in ms. */
const motionLasts = 10_000;

const plainValue = (resource: Resource): unknown =>
  isResourceType(resource.type) ? definitionOf(resource.type).value(resource) : undefined;

const isDisabled = (resource: Resource): boolean => resource['enabled'] === false;

const now = (): string => new Date().toISOString();

/** A sensor with a button that triggers it. */
function triggerTile(resource: Resource, text: string, label: string, onClick: () => void): Parts {
  const trigger = button(text, onClick, { class: 'trigger', 'aria-label': label });
  const reading = element('span', { class: 'reading' });
  const tile = element('div', { class: 'sensor', 'data-rid': resource.id }, trigger, reading);
  return { tile, trigger, reading };
}

interface Parts {
  tile: HTMLElement;
  trigger: HTMLButtonElement;
  reading: HTMLElement;
}

/** Motion: a click is a person who walks past. */
export function motionTile(resource: Resource, device: string, change: Change): Tile {
  let ending: ReturnType<typeof setTimeout> | undefined;
  const report = (motion: boolean): void =>
    change(resource.id, {
      motion: { motion, motion_valid: true, motion_report: { changed: now(), motion } },
    });
  const [, kind] = /^(.+)_area_motion$/u.exec(resource.type) ?? [];
  const text = kind === undefined ? 'Walk past' : `Walk past (${kind})`;
  const { tile, trigger, reading } = triggerTile(resource, text, `${text} ${device}`, () => {
    clearTimeout(ending);
    ending = setTimeout(report, motionLasts, false);
    report(true);
  });
  return {
    element: tile,
    update(sensor) {
      const motion = plainValue(sensor) === true && !isDisabled(sensor);
      trigger.disabled = isDisabled(sensor);
      tile.classList.toggle('is-active', motion);
      reading.textContent = isDisabled(sensor) ? 'switched off' : motion ? 'motion' : 'no motion';
    },
  };
}

/** A door or window that opens and closes by a click. */
export function contactTile(resource: Resource, device: string, change: Change): Tile {
  let open = false;
  const { tile, trigger, reading } = triggerTile(resource, '', '', () => {
    const state = open ? 'contact' : 'no_contact';
    change(resource.id, { contact_report: { changed: now(), state } });
  });
  return {
    element: tile,
    update(sensor) {
      open = plainValue(sensor) === true;
      trigger.disabled = isDisabled(sensor);
      trigger.textContent = open ? 'Close' : 'Open';
      trigger.setAttribute('aria-label', `${open ? 'Close' : 'Open'} ${device}`);
      tile.classList.toggle('is-active', open);
      reading.textContent = isDisabled(sensor) ? 'switched off' : open ? 'open' : 'closed';
    },
  };
}

/** The lid of a sensor, opened and closed by a click. */
export function tamperTile(resource: Resource, device: string, change: Change): Tile {
  let tampered = false;
  const { tile, trigger, reading } = triggerTile(resource, 'Lid', `Lid of ${device}`, () => {
    const state = tampered ? 'not_tampered' : 'tampered';
    change(resource.id, { tamper_reports: [{ changed: now(), source: 'battery_door', state }] });
  });
  return {
    element: tile,
    update(sensor) {
      const reports = sensor['tamper_reports'];
      const last: unknown = Array.isArray(reports) ? reports[0] : undefined;
      tampered = member(last, 'state') === 'tampered';
      trigger.setAttribute('aria-pressed', String(tampered));
      tile.classList.toggle('is-active', tampered);
      reading.textContent = tampered ? 'tampered with' : 'untouched';
    },
  };
}

interface Measure {
  name: string;
  min: number;
  max: number;
  step: number;
  words: (value: number) => string;
  /** The number on the slider for a sensor as read. */
  read: (sensor: Resource) => unknown;
  partial: (value: number) => object;
}

const temperature: Measure = {
  name: 'Temperature',
  min: -10,
  max: 40,
  step: 0.1,
  words: (value) => `${value.toFixed(1)} °C`,
  read: plainValue,
  partial: (value) => ({
    temperature: {
      temperature: value,
      temperature_valid: true,
      temperature_report: { changed: now(), temperature: value },
    },
  }),
};

const lightLevel: Measure = {
  name: 'Light',
  min: 0,
  max: 50_000,
  step: 100,
  words: (value) => `${Math.round(lightLevelToLux(value))} lx`,
  read: (sensor) =>
    member(sensor, 'light', 'light_level_report', 'light_level') ??
    member(sensor, 'light', 'light_level'),
  partial: (value) => ({
    light: {
      light_level: value,
      light_level_valid: true,
      light_level_report: { changed: now(), light_level: value },
    },
  }),
};

const measureTile =
  (measure: Measure): TileMaker =>
  (resource, device, change) => {
    const reading = element('span', { class: 'reading' });
    const { name, min, max, step, words } = measure;
    const input = slider({
      label: `${name} at ${device}`,
      kind: 'measure',
      min,
      max,
      step,
      describe: words,
      onMove: (value) => change(resource.id, measure.partial(value)),
    });
    const label = element('span', { class: 'measure-name' }, name);
    return {
      element: element(
        'div',
        { class: 'sensor', 'data-rid': resource.id },
        label,
        input.element,
        reading,
      ),
      update(sensor) {
        const value = measure.read(sensor);
        input.element.disabled = isDisabled(sensor);
        const known = typeof value === 'number' && !isDisabled(sensor);
        reading.textContent = known
          ? words(value)
          : isDisabled(sensor)
            ? 'switched off'
            : 'unknown';
        if (known) input.show(value);
      },
    };
  };

export const temperatureTile = measureTile(temperature);
export const lightLevelTile = measureTile(lightLevel);
