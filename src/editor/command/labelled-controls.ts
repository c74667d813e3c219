import { translateShared } from '../labels/translate';

/** Creates a list of choices, each with the key of its text. */
export const createSelect = (
  labelKey: string,
  choices: readonly (readonly [value: string, key: string])[] = [],
): JQuery =>
  $('<select>')
    .attr('aria-label', translateShared(labelKey))
    .append(choices.map(([value, key]) => createOption(value, key)));

export const createOption = (value: string, key: string): JQuery =>
  $('<option>').val(value).text(translateShared(key));

export const createBuilderRow = (labelKey: string, controls: readonly JQuery[]): JQuery =>
  $('<div class="lighting-bridge-builder-row">').append(
    $('<span class="lighting-bridge-label" aria-hidden="true">').text(translateShared(labelKey)),
    ...controls,
  );
