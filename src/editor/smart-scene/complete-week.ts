import { settingOf } from '../settings-in-form';
import { typed } from '../validators';
import { isSun, readWish } from './week-model';
import { fadeText, isFade, repeatedSlots } from './wrong-parts';
import type { Texts } from '../texts';
import type { Condition, Validator } from '../validators';
import type { SmartSceneWish, WeekEntry } from './week-model';

/**
 * The command of a smart scene: a typed input, or a drawn week that lacks nothing which the bridge needs and holds nothing which
 * it refuses.
 *
 * @param text texts of the smart scene's dialog
 */
export const validateSmartScene = (text: Texts, condition: Condition): Validator => {
  const isTyped = typed('commandType', condition);
  return function validate(value, options) {
    const verdict = isTyped.call(this, value, options);
    if (verdict !== true || settingOf(this, 'commandType') !== 'json') return verdict;
    const operation = settingOf(this, 'operation');
    const wish = readWish(typeof value === 'string' ? value : '');
    // What was written by hand is checked when a message comes.
    if (wish === undefined || (operation !== 'create' && operation !== 'update')) return true;
    const missing = operation === 'create' ? missingOfNew(wish) : missingOfChange(wish);
    const sentences = [
      ...(missing.length === 0
        ? []
        : [text('missing.sentence', { parts: missing.map((part) => text(part)).join(', ') })]),
      ...wrongParts(wish, text),
    ];
    return sentences.length === 0 ? true : sentences.join(' ');
  };
};

/** What the bridge would refuse, in sentences. */
function wrongParts({ transition, week = [] }: SmartSceneWish, text: Texts): string[] {
  const times = repeatedSlots(week).map(({ at, days }) =>
    text('wrong.twice', {
      days: days.map((day) => text(`day.${day}`)).join(', '),
      at: isSun(at) ? text(`sun.${at}`) : at,
    }),
  );
  return isFade(transition)
    ? times
    : [
        text('wrong.transition', { field: text('week.transition'), value: fadeText(transition) }),
        ...times,
      ];
}

const missingOfNew = ({ name = '', group = '', week = [] }: SmartSceneWish): string[] => [
  ...needed(name.trim() === '', 'missing.name'),
  ...needed(group.trim() === '', 'missing.group'),
  ...(week.length === 0 ? ['missing.days', 'missing.slot'] : missingOfWeek(week)),
];

const missingOfChange = (wish: SmartSceneWish): string[] => [
  ...needed(Object.keys(wish).length === 0, 'missing.change'),
  ...missingOfWeek(wish.week ?? []),
];

function missingOfWeek(week: readonly WeekEntry[]): string[] {
  const slots = week.flatMap((entry) => entry.slots);
  return [
    ...needed(
      week.some(({ days }) => days.length === 0),
      'missing.days',
    ),
    ...needed(
      week.some((entry) => entry.slots.length === 0),
      'missing.slot',
    ),
    ...needed(
      slots.some(({ at }) => at.trim() === ''),
      'missing.time',
    ),
    ...needed(
      slots.some(({ scene }) => scene.trim() === ''),
      'missing.scene',
    ),
  ];
}

const needed = (isMissing: boolean, part: string): string[] => (isMissing ? [part] : []);
