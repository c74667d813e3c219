import { translateShared } from '../labels/translate';

export const createBuilderRow = (labelKey: string, controls: readonly JQuery[]): JQuery =>
  $('<div class="lighting-bridge-builder-row">').append(
    $('<span class="lighting-bridge-label" aria-hidden="true">').text(translateShared(labelKey)),
    ...controls,
  );
