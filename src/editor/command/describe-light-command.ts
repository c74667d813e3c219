import { formatParsableDuration, parseDuration } from '../../units/duration';
import { parseCommandWords, parseLightCommandToFormValues } from './light-command-form-values';
import type { LightCommandFormValues, PowerFormValue } from './light-command-form-values';

interface CommandPhrase {
  readonly key: string;
  readonly values: Record<string, string | number>;
}

/** Words that the phrase about the power describes. */
const wordsOfPower: Record<PowerFormValue, readonly string[]> = {
  on: ['on'],
  off: ['on'],
  toggle: ['toggle', 'on'],
  up: ['dim'],
  down: ['dim'],
  turn: ['dim'],
  stop: ['dim'],
  play: ['play', 'repeat', 'for'],
  steps: ['play', 'repeat'],
  alert: ['alert'],
  later: ['turnOn'],
  save: ['save'],
  restore: ['restore'],
  keep: [],
};

const wordOfLight = { white: 'kelvin', color: 'color', effect: 'effect' } as const;

/**
 * The last phrase names the words that no other phrase describes.
 *
 * @param text command as JSON
 * @returns empty for JSON that the fields cannot show, and for an empty command
 */
export function describeLightCommand(text: string): readonly CommandPhrase[] {
  const words = parseCommandWords(text);
  const choices = parseLightCommandToFormValues(text);
  if (words === undefined || choices === undefined) return [];
  const { power, light, brightness, kelvin, color, effect } = choices;
  const phrases: CommandPhrase[] = [];
  const described = new Set<string>(wordsOfPower[power]);
  if (power !== 'keep') phrases.push(describePower(choices));
  if (brightness !== undefined) {
    described.add('brightness');
    phrases.push(createPhrase('brightness', { value: brightness }));
  }
  if (light !== 'keep') {
    described.add(wordOfLight[light]);
    const value = { white: kelvin, color, effect: '' }[light];
    phrases.push(createPhrase(light, { value, name: effect.replaceAll('_', ' ') }));
  }
  if (['play', 'steps', 'alert'].includes(power) && typeof words['restore'] === 'boolean') {
    described.add('restore');
    if (words['restore']) phrases.push({ key: 'builder.afterwardsChoices.restore', values: {} });
  }
  const transition = readTransition(words['transition']);
  if (transition !== undefined) {
    described.add('transition');
    phrases.push(createPhrase('transition', { value: transition }));
  }
  const others = Object.keys(words).filter((name) => !described.has(name));
  if (others.length > 0) phrases.push(createPhrase('others', { names: others.join(', ') }));
  return phrases;
}

function describePower({ power, sequence, stateName }: LightCommandFormValues): CommandPhrase {
  switch (power) {
    case 'on':
    case 'off':
      return createPhrase(power, {});
    case 'play':
      return createPhrase(power, { name: sequence.name.replaceAll('_', ' ') });
    case 'save':
    case 'restore':
      return createPhrase(power, { name: stateName });
    default:
      return { key: `builder.powers.${power}`, values: {} };
  }
}

const createPhrase = (name: string, values: CommandPhrase['values']): CommandPhrase => ({
  key: `builder.summary.${name}`,
  values,
});

function readTransition(value: unknown): string | undefined {
  if (typeof value === 'number' && value >= 0) return formatParsableDuration(value);
  return typeof value === 'string' && parseDuration(value) !== undefined ? value : undefined;
}
