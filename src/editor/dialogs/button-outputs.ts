import { buttonEventNames } from '../../resources/definitions/button-events';
import { listButtonOutputPorts } from '../../vocabulary/button';
import { createTranslator } from '../labels/translate';

/** An empty text matches any. */
export type OutputRule = { button: string; event: string };

export interface ButtonOutputSettings {
  split: string;
  events: string;
  buttons: string;
  rules: readonly OutputRule[];
}

const text = createTranslator('bridge-button');

const numberedButtonCount = 8;

export const getEventLabels = (): Record<string, string> =>
  Object.fromEntries(buttonEventNames.map((event) => [event, text(`event.${event}`)]));

export const getRuleButtonLabels = (): Record<string, string> => ({
  ...Object.fromEntries(
    Array.from({ length: numberedButtonCount }, (_, index) => String(index + 1)).map((button) => [
      button,
      text('button.numbered', { button }),
    ]),
  ),
  dial: text('button.dial'),
  bell: text('button.bell'),
});

/** `index` starts at 0. */
export function getButtonPortLabel(settings: ButtonOutputSettings, index: number): string {
  const { button = '', event = '' } = listButtonOutputPorts(settings)[index] ?? {};
  const parts = [
    button === '' ? '' : (getRuleButtonLabels()[button] ?? button),
    event === '' ? '' : (getEventLabels()[event] ?? event),
  ].filter((part) => part !== '');
  return parts.length === 0 ? text('port.output') : parts.join(', ');
}

/**
 * A rule keeps its name when it is changed or moved.
 *
 * @param initialIndexes when the dialog was opened; undefined for a new rule
 */
export const getButtonOutputNames = (
  settings: ButtonOutputSettings,
  initialIndexes: readonly (number | undefined)[],
): string[] =>
  listButtonOutputPorts(settings).map(({ button, event }, index) =>
    settings.split === 'rules' && initialIndexes.length > 0
      ? `rule ${initialIndexes[index] ?? `new ${index}`}`
      : `${button}/${event}`,
  );
