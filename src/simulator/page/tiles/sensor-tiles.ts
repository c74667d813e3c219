import {
  getResourceDefinition,
  isResourceType,
  getMember,
  type Resource,
} from '../../../resources';
import { lightLevelToLux } from '../../../units/lux';
import { createButton, createElement } from '../element';
import { createSlider } from './slider';
import type { ChangeResource, Tile, TileFactory } from './tile';

/** Duration of the motion that a click triggers, in ms. */
const motionDuration = 10_000;

const getSensorValue = (resource: Resource): unknown =>
  isResourceType(resource.type) ? getResourceDefinition(resource.type).value(resource) : undefined;

const isDisabled = (resource: Resource): boolean => resource['enabled'] === false;

const getTimestamp = (): string => new Date().toISOString();

/** Creates the elements of a sensor with a button that triggers it. */
function createTriggerTile(
  resource: Resource,
  text: string,
  label: string,
  onClick: () => void,
): TriggerTileElements {
  const trigger = createButton(text, onClick, { class: 'trigger', 'aria-label': label });
  const valueText = createElement('span', { class: 'reading' });
  const tile = createElement(
    'div',
    { class: 'sensor', 'data-rid': resource.id },
    trigger,
    valueText,
  );
  return { tile, trigger, valueText };
}

interface TriggerTileElements {
  tile: HTMLElement;
  trigger: HTMLButtonElement;
  valueText: HTMLElement;
}

/** Tile of a motion sensor: a click triggers motion. */
export function createMotionTile(
  resource: Resource,
  device: string,
  changeResource: ChangeResource,
): Tile {
  let motionEndTimer: ReturnType<typeof setTimeout> | undefined;
  const report = (motion: boolean): void =>
    changeResource(resource.id, {
      motion: { motion, motion_valid: true, motion_report: { changed: getTimestamp(), motion } },
    });
  const [, kind] = /^(.+)_area_motion$/u.exec(resource.type) ?? [];
  const text = kind === undefined ? 'Walk past' : `Walk past (${kind})`;
  const { tile, trigger, valueText } = createTriggerTile(
    resource,
    text,
    `${text} ${device}`,
    () => {
      clearTimeout(motionEndTimer);
      motionEndTimer = setTimeout(report, motionDuration, false);
      report(true);
    },
  );
  return {
    element: tile,
    update(sensor) {
      const motion = getSensorValue(sensor) === true && !isDisabled(sensor);
      trigger.disabled = isDisabled(sensor);
      tile.classList.toggle('is-active', motion);
      valueText.textContent = isDisabled(sensor) ? 'switched off' : motion ? 'motion' : 'no motion';
    },
  };
}

/** Tile of a contact sensor: a click opens or closes it. */
export function createContactTile(
  resource: Resource,
  device: string,
  changeResource: ChangeResource,
): Tile {
  let open = false;
  const { tile, trigger, valueText } = createTriggerTile(resource, '', '', () => {
    const state = open ? 'contact' : 'no_contact';
    changeResource(resource.id, { contact_report: { changed: getTimestamp(), state } });
  });
  return {
    element: tile,
    update(sensor) {
      open = getSensorValue(sensor) === true;
      trigger.disabled = isDisabled(sensor);
      trigger.textContent = open ? 'Close' : 'Open';
      trigger.setAttribute('aria-label', `${open ? 'Close' : 'Open'} ${device}`);
      tile.classList.toggle('is-active', open);
      valueText.textContent = isDisabled(sensor) ? 'switched off' : open ? 'open' : 'closed';
    },
  };
}

/** Tile of a tamper sensor: a click opens or closes the lid. */
export function createTamperTile(
  resource: Resource,
  device: string,
  changeResource: ChangeResource,
): Tile {
  let tampered = false;
  const { tile, trigger, valueText } = createTriggerTile(
    resource,
    'Lid',
    `Lid of ${device}`,
    () => {
      const state = tampered ? 'not_tampered' : 'tampered';
      changeResource(resource.id, {
        tamper_reports: [{ changed: getTimestamp(), source: 'battery_door', state }],
      });
    },
  );
  return {
    element: tile,
    update(sensor) {
      const reports = sensor['tamper_reports'];
      const last: unknown = Array.isArray(reports) ? reports[0] : undefined;
      tampered = getMember(last, 'state') === 'tampered';
      trigger.setAttribute('aria-pressed', String(tampered));
      tile.classList.toggle('is-active', tampered);
      valueText.textContent = tampered ? 'tampered with' : 'untouched';
    },
  };
}

interface MeasuredQuantity {
  name: string;
  min: number;
  max: number;
  step: number;
  format: (value: number) => string;
  /** The value of a sensor in the unit of the slider. */
  getValue: (sensor: Resource) => unknown;
  toChange: (value: number) => object;
}

const temperature: MeasuredQuantity = {
  name: 'Temperature',
  min: -10,
  max: 40,
  step: 0.1,
  format: (value) => `${value.toFixed(1)} °C`,
  getValue: getSensorValue,
  toChange: (value) => ({
    temperature: {
      temperature: value,
      temperature_valid: true,
      temperature_report: { changed: getTimestamp(), temperature: value },
    },
  }),
};

const lightLevelQuantity: MeasuredQuantity = {
  name: 'Light',
  min: 0,
  max: 50_000,
  step: 100,
  format: (value) => `${Math.round(lightLevelToLux(value))} lx`,
  getValue: (sensor) =>
    getMember(sensor, 'light', 'light_level_report', 'light_level') ??
    getMember(sensor, 'light', 'light_level'),
  toChange: (value) => ({
    light: {
      light_level: value,
      light_level_valid: true,
      light_level_report: { changed: getTimestamp(), light_level: value },
    },
  }),
};

const createMeasureTileFactory =
  (quantity: MeasuredQuantity): TileFactory =>
  (resource, device, changeResource) => {
    const valueText = createElement('span', { class: 'reading' });
    const { name, min, max, step, format } = quantity;
    const input = createSlider({
      label: `${name} at ${device}`,
      className: 'measure',
      min,
      max,
      step,
      formatValue: format,
      onMove: (value) => changeResource(resource.id, quantity.toChange(value)),
    });
    const label = createElement('span', { class: 'measure-name' }, name);
    return {
      element: createElement(
        'div',
        { class: 'sensor', 'data-rid': resource.id },
        label,
        input.element,
        valueText,
      ),
      update(sensor) {
        const value = quantity.getValue(sensor);
        input.element.disabled = isDisabled(sensor);
        const hasValue = typeof value === 'number' && !isDisabled(sensor);
        valueText.textContent = hasValue
          ? format(value)
          : isDisabled(sensor)
            ? 'switched off'
            : 'unknown';
        if (hasValue) input.show(value);
      },
    };
  };

export const createTemperatureTile = createMeasureTileFactory(temperature);
export const createLightLevelTile = createMeasureTileFactory(lightLevelQuantity);
