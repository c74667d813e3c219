import { toText } from '../fields/setting-fields';
import { translateShared } from '../labels/translate';
import type { AlertFormValues } from './light-command-form-values';

/** Times that are offered; the empty one is one breath. */
const offeredDurations = ['', '2s', '5s', '10s', '30s', '1min'];
const usualColor = '#ff0000';

/** The fields that say how a lamp blinks. */
export interface AlertFields {
  readonly durationControls: readonly JQuery[];
  /** In the order in which they stand. */
  readonly colorControls: readonly JQuery[];
  show(alert: AlertFormValues): void;
  read(): AlertFormValues;
}

/** Creates the fields that say for how long a lamp blinks, and in which colour. */
export function createAlertFields(): AlertFields {
  const duration = createSelect('builder.alertDuration');
  const colorChoice = createSelect('builder.alertColor').append(
    ['own', 'other'].map((choice) => createOption(choice, `builder.alertColors.${choice}`)),
  );
  const color = $('<input type="color">').attr(
    'aria-label',
    translateShared('builder.alertOtherColor'),
  );
  return {
    durationControls: [duration],
    colorControls: [colorChoice, color],
    show(alert) {
      const isOffered = offeredDurations.includes(alert.duration);
      const durations = isOffered ? offeredDurations : [...offeredDurations, alert.duration];
      duration
        .empty()
        .append(
          durations.map((one) =>
            one === '' ? createOption(one, 'builder.alertOnce') : $('<option>').val(one).text(one),
          ),
        )
        .val(alert.duration);
      colorChoice.val(alert.color === undefined ? 'own' : 'other');
      if (alert.color !== undefined) color.val(alert.color);
      else if (toText(color.val()) === '#000000') color.val(usualColor);
      color.toggle(alert.color !== undefined);
    },
    read: () => ({
      duration: toText(duration.val()),
      color: colorChoice.val() === 'other' ? toText(color.val()) : undefined,
    }),
  };
}

const createSelect = (key: string): JQuery =>
  $('<select>').attr('aria-label', translateShared(key));

const createOption = (value: string, key: string): JQuery =>
  $('<option>').val(value).text(translateShared(key));
