import { mirekToKelvin } from '../../units/color';
import type { HomeControl, HomeItem, HomeLight, HomeSensor } from '../../runtime/home/home-item';
import { getReadingKeys } from '../../vocabulary/sensor';
import {
  createTranslator,
  getResourceTypeLabel,
  translateShared,
  translateBridgeValue,
} from '../labels/translate';

const statusText = createTranslator('bridge-config');
const buttonText = createTranslator('bridge-button');

export const formatPercent = (brightness: number): string =>
  statusText('status.brightness', { brightness: Math.round(brightness) });

/** Returns the time of day, with the date unless it is today. */
export function formatTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const isToday = date.toDateString() === new Date().toDateString();
  const language = RED.i18n.lang();
  return isToday
    ? date.toLocaleTimeString(language, { timeStyle: 'short' })
    : date.toLocaleString(language, { dateStyle: 'short', timeStyle: 'short' });
}

/** A button is named by its number. */
export function getKindLabel(item: HomeItem): string {
  if (item.rtype !== 'button' || item.control === '') return getResourceTypeLabel(item.rtype);
  return buttonText('button.numbered', { button: item.control });
}

export function formatState(item: HomeItem): string {
  if (item.unreachableSince !== undefined) {
    return translateShared('home.unreachableSince', { time: formatTime(item.unreachableSince) });
  }
  if ('control' in item) return formatPress(item);
  if ('value' in item) return formatReading(item);
  switch (item.rtype) {
    case 'light':
      return formatLight(item);
    case 'scene':
    case 'smart_scene':
      return item.active ? statusText('status.active') : '';
    case 'behavior_instance':
      if (!item.enabled) return statusText('status.disabled');
      return statusText(item.status === 'errored' ? 'status.errored' : 'status.enabled');
    default:
      return formatOnAndBrightness(item);
  }
}

function formatOnAndBrightness({ on, brightness }: Pick<HomeLight, 'on' | 'brightness'>): string {
  if (!on) return statusText('status.off');
  return brightness === undefined ? statusText('status.on') : formatPercent(brightness);
}

function formatLight(light: HomeLight): string {
  const { on, brightness, mirek, effect } = light;
  if (on && effect !== undefined)
    return translateShared('home.effect', { effect: effect.replaceAll('_', ' ') });
  if (!on || brightness === undefined || mirek === undefined) return formatOnAndBrightness(light);
  return statusText('status.daylight.whiteAndBrightness', {
    kelvin: mirekToKelvin(mirek),
    brightness: Math.round(brightness),
  });
}

function formatReading({ rtype, value, unit, enabled }: HomeSensor): string {
  if (enabled === false) return statusText('status.disabled');
  if (value === null) return statusText('status.noValue');
  if (typeof value === 'boolean') {
    const [yes, no] = getReadingKeys(rtype);
    return statusText(`status.${value ? yes : no}`);
  }
  if (typeof value === 'string') return value.replaceAll('_', ' ');
  const rounded = value.toLocaleString(RED.i18n.lang(), {
    maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0,
    useGrouping: false,
  });
  return unit === undefined ? rounded : statusText('status.measurement', { value: rounded, unit });
}

function formatPress({ lastPress, at }: HomeControl): string {
  if (lastPress === undefined) return translateShared('home.notPressed');
  const event = translateBridgeValue(`event.${lastPress}`, buttonText);
  return at === undefined ? event : translateShared('home.press', { event, time: formatTime(at) });
}

export const formatBattery = (battery: number | string): string =>
  typeof battery === 'number'
    ? translateShared('home.battery', { level: battery })
    : translateShared('home.batteryState', {
        state: translateBridgeValue(`home.charge.${battery}`),
      });
