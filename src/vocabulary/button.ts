import { buttonEventNames } from '../resources/button-events';

/** An empty text matches everything. */
interface ButtonOutputPort {
  /** Number of the button on its device, `dial` or `bell`. */
  button: string;
  /** A name in `buttonEvents`, or an event of newer firmware. */
  event: string;
}

/** As stored in the flow file. */
export interface ButtonOutputPortSettings {
  /** One output: in all (`none`), for each event (`event`), for each button (`button`), for each rule (`rules`). */
  split?: string;
  /** Separated by commas; empty for all events. `rules` ignores this list. */
  events?: string;
  /** For `button`, separated by commas, in the order of the outputs. */
  buttons?: string;
  /** For `rules`: one `{button, event}` for each output. */
  rules?: unknown;
}

export const defaultButtons = '1, 2, 3, 4';

/** For a new button node. A flow without `events` sends all events. */
export const defaultEvent: (typeof buttonEventNames)[number] = 'short_release';

export const splitCommaList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** In the order of the outputs; never empty. */
export function listButtonOutputPorts(settings: ButtonOutputPortSettings): ButtonOutputPort[] {
  const outputs = createOutputs(settings);
  return outputs.length === 0 ? [{ button: '', event: '' }] : outputs;
}

function createOutputs({
  split,
  events,
  buttons,
  rules,
}: ButtonOutputPortSettings): ButtonOutputPort[] {
  switch (split) {
    case 'event': {
      const selectedEvents = splitCommaList(events);
      return (selectedEvents.length === 0 ? [...buttonEventNames] : selectedEvents).map(
        (event) => ({
          button: '',
          event,
        }),
      );
    }
    case 'button':
      return splitCommaList(buttons ?? defaultButtons).map((button) => ({ button, event: '' }));
    case 'rules':
      return Array.isArray(rules) ? rules.map(toButtonOutput) : [];
    default:
      return [];
  }
}

function toButtonOutput(rule: unknown): ButtonOutputPort {
  const members: { button?: unknown; event?: unknown } =
    typeof rule === 'object' && rule !== null ? rule : {};
  return { button: toTrimmedText(members.button), event: toTrimmedText(members.event) };
}

const toTrimmedText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * @param occurred button and event, neither of them empty
 * @returns for each output whether it sends the event
 */
export function matchButtonOutputs(
  settings: ButtonOutputPortSettings,
  occurred: ButtonOutputPort,
): boolean[] {
  const selectedEvents = splitCommaList(settings.events);
  const isSelected =
    settings.split === 'rules' ||
    selectedEvents.length === 0 ||
    selectedEvents.includes(occurred.event);
  return listButtonOutputPorts(settings).map(
    ({ button, event }) =>
      isSelected &&
      (button === '' || button === occurred.button) &&
      (event === '' || event === occurred.event),
  );
}
