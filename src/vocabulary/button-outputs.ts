/**
 * What buttons and bells tell, in the order in which it happens. Presses: Hue CLIP API reference;
 * `ring`: service document, section 2.8.
 */
export const pressEvents = [
  'initial_press',
  'short_release',
  'double_short_release',
  'long_press',
  'repeat',
  'long_release',
  'ring',
] as const;

/** What buttons, bells and dials tell; a turn of a dial is told by its direction. */
export const buttonEvents = [...pressEvents, 'clock_wise', 'counter_clock_wise'] as const;

/** What one output of a button node is for. An empty text stands for any. */
export interface ButtonOutput {
  /** Number of the button on its device, `dial` or `bell`. */
  button: string;
  /** One of `buttonEvents`, or what newer firmware tells. */
  event: string;
}

/** Settings that decide about the outputs of a button node, as the flow file holds them. */
export interface ButtonOutputSettings {
  /** `none`: one output; `event`: one for each event; `button`: one for each button; `rules`: as `rules` say. */
  split?: string;
  /** Events that count, separated by commas; all when empty. Not used by `rules`. */
  events?: string;
  /** For `button`: the buttons in the order of their outputs, separated by commas. */
  buttons?: string;
  /** For `rules`: one `{button, event}` for each output. */
  rules?: unknown;
}

/** Buttons that a switch has as a rule. */
export const usualButtons = '1, 2, 3, 4';

/** The parts of a list that is written with commas. */
export const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** @returns what each output is for, in their order; never empty */
export function buttonOutputs(settings: ButtonOutputSettings): ButtonOutput[] {
  const outputs = outputsBy(settings);
  return outputs.length === 0 ? [{ button: '', event: '' }] : outputs;
}

function outputsBy({ split, events, buttons, rules }: ButtonOutputSettings): ButtonOutput[] {
  switch (split) {
    case 'event': {
      const chosen = listed(events);
      return (chosen.length === 0 ? [...buttonEvents] : chosen).map((event) => ({
        button: '',
        event,
      }));
    }
    case 'button':
      return listed(buttons ?? usualButtons).map((button) => ({ button, event: '' }));
    case 'rules':
      return Array.isArray(rules) ? rules.map(asOutput) : [];
    default:
      return [];
  }
}

function asOutput(rule: unknown): ButtonOutput {
  const members: { button?: unknown; event?: unknown } =
    typeof rule === 'object' && rule !== null ? rule : {};
  return { button: textOf(members.button), event: textOf(members.event) };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/**
 * Says which outputs something goes to.
 *
 * @param pressed what happened, with no empty texts
 * @returns one entry for each output; all false when nothing is sent
 */
export function outputsFor(settings: ButtonOutputSettings, pressed: ButtonOutput): boolean[] {
  const counted = listed(settings.events);
  const counts =
    settings.split === 'rules' || counted.length === 0 || counted.includes(pressed.event);
  return buttonOutputs(settings).map(
    ({ button, event }) =>
      counts &&
      (button === '' || button === pressed.button) &&
      (event === '' || event === pressed.event),
  );
}
