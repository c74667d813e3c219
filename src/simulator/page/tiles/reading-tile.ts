import {
  createReportMembers,
  getNestedMember,
  getPlainValue,
  getSensorReportValue,
  getResourceDefinition,
  isObject,
  isKnownResourceType,
} from '../../../resources';
import type { Resource } from '../../../resources';
import { createElement } from '../../../drawing/element';
import { createSlider } from '../../../drawing/slider';
import { formatNumber, getText, getValueText } from '../texts';
import { createMeasureName, createSensorElement } from './tile';
import type { ChangeResourceCallback, TileFactory } from './tile';

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
    change(createReportMembers(report, value, new Date().toISOString()));
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
