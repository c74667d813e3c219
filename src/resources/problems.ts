/** What is wrong with a value that somebody wrote; `formatProblem` makes a sentence of it. Strings are in English. */
export interface BodyProblem {
  /** Such as `dimming.brightness` or `children[0].rid`; empty for the body itself. */
  path: string;
  /** Fits after "expected", such as "a number from 0 to 100". */
  expected: ProblemText | string;
  /** Undefined if a required member is missing. */
  received: unknown;
  /** Such as the nearest allowed name for a misspelt member. */
  suggestion?: string;
  /** The likely meaning of the input and what to do. */
  likelyCause?: ProblemText | string;
}

/** Holds a description of the received value, not the value. */
export interface DescribedProblem extends BodyProblem {
  received: ProblemText | string;
}

/** Enough for a type with its id. */
const maxEchoLength = 80;
const maxPathLength = 120;
const maxExpectationLength = 1_000;

/** One sentence of bounded length, with hidden characters escaped. */
export function formatProblem(
  { path, expected, received, suggestion, likelyCause }: DescribedProblem,
  translate: TranslateProblemText,
): string {
  // Texts may contain names from the bridge.
  const clean = (text: ProblemText | string): string =>
    escapeAndTruncate(translate(text), maxExpectationLength);
  const sentence = translate({
    kind: 'sentence',
    path: path === '' ? 'the body' : escapeAndTruncate(path, maxPathLength),
    expected: clean(expected),
    received: clean(received),
  });
  if (likelyCause !== undefined) return `${sentence} ${clean(likelyCause)}`;
  if (suggestion === undefined) return sentence;
  return `${sentence} ${translate({ kind: 'suggestion', suggestion: clean(suggestion) })}`;
}

export const quoteText = (text: string): string => `"${escapeAndTruncate(text, maxEchoLength)}"`;

const escapeAndTruncate = (text: string, maxLength: number): string =>
  escapeHiddenCharacters(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** Not removed, since hidden characters may be the problem. */
const escapeHiddenCharacters = (text: string): string =>
  replaceHiddenCharacters(text, (run) => Array.from(run, escapeSequence).join(''));

function escapeSequence(character: string): string {
  const code = character.codePointAt(0)?.toString(16) ?? '';
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/**
 * Control, format (with bidirectional marks) and private use characters, lone surrogates, line and paragraph
 * separators. U+200C and U+200D are allowed: emoji and several scripts need them.
 */
const hiddenCharacters = /(?:(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}])+/gu;

/** These characters must not appear in logs or status texts. */
export const replaceHiddenCharacters = (text: string, replace: (run: string) => string): string =>
  text.replace(hiddenCharacters, replace);

/**
 * Texts about wrong values; also below `invalid` in the catalogues of the editor. Texts below `expected` fit after
 * "expected". A function: most starts of Node-RED need none of them.
 */
export const createProblemTexts = () =>
  ({
    sentence: '__path__: expected __expected__, got __received__.',
    suggestion: 'Did you mean __suggestion__?',

    nothing: 'nothing',
    entries_one: 'a list of 1 entry',
    entries_other: 'a list of __count__ entries',
    emptyObject: 'an object without members',
    objectWith: 'an object with __names__',

    oneOf: 'one of __values__',
    textLike: 'text such as __values__',
    either: '__first__ or __last__',
    notBoth: 'either __one__ or __other__, not both',
    toDo: 'something to do, such as __values__',
    object: 'an object',
    objectWithBoth: 'an object with __one__ and __other__',
    change: 'an object with what is to change',
    id: 'an id',
    operation: 'an operation that __rtype__ has',

    range: 'a number from __minimum__ to __maximum__',
    wholeRange: 'a whole number from __minimum__ to __maximum__',
    rangeOrName: 'a number from __minimum__ to __maximum__, or one of __values__',
    wholeRangeOrName: 'a whole number from 0 to __maximum__, or one of __values__',
    rangeOrStep: 'a number from 0 to __maximum__, or a step such as "+10"',
    rounds: 'a whole number from 1 to __maximum__, true or "forever"',

    time: 'a time of at most __maximum__, such as "2s" or 400 (milliseconds)',
    timeAboveZero: 'a time above 0, such as "10s"',
    trueOrTime: 'true or a time such as "5s"',
    effectTime: 'a time such as "30min", since bridges take no timed effect without one',
    stepTime:
      'a time, or the shortest and the longest time of a random length of at least 1 second: ["20min", "50min"]',
    slotTime: 'a time such as "07:00", "sunset" or "sunrise"',
    newSlotTime: 'a time that is not given twice for __days__',

    textLength: 'text of __minimum__ to __maximum__ characters',
    name: 'a name of 1 to __maximum__ characters',
    sceneName: 'the name of a scene',
    newSceneName: 'the name of a scene, at most __maximum__ characters',

    list: 'a list',
    shortList: 'a list of at most __maximum__ entries',
    listLength: 'a list of __minimum__ to __maximum__ entries',
    objectList: 'a list of 1 to __maximum__ objects with __one__ and __other__',
    colors: 'a list of __minimum__ to __maximum__ colours',
    scenes: 'a list of 2 to __maximum__ scenes, such as ["Relax", "Bright"]',
    trueOrScenes: 'true, or a list of 2 to __maximum__ scenes, such as ["Relax", "Bright"]',
    devices: 'at most __maximum__ devices',

    color: 'a colour such as "red", "#ff8800", "rgb(255, 136, 0)", [255, 136, 0] or {x, y}',
    hexColor: 'a colour such as "#ff8800"',
    notBlack: 'a colour other than black (to turn a lamp off, say off)',
    xy: 'x and y, each from 0 to 1',
    rgb: 'red, green and blue, each from 0 to 255',
    hsv: 'hue, saturation and value',
    effectColor: 'either __color__ or the colour of the effect, not both',

    lightCommand:
      'true, false, "toggle", a brightness such as 50 or "+10", a colour, a white such as "2700K" or "warm", or an object',
    oneLightCommand:
      'one command for the lamp, or a colour such as [255, 136, 0]; a split node before this one sends the entries of a list one by one',
    lightWord: 'one of __values__, … (the help of the light node lists all)',
    stepBeside: 'a step such as "brightness": "-10" beside it',
    namedTarget: 'an object that names its lamp or group in target, as the other entries do',
    lampsOnly: 'nothing here, only single lamps know __word__',
    presetBeside: 'custom beside __names__',
    valueBesideLongTransition:
      'on, off, a brightness, a white or a colour beside such a long transition',
    valueBesideLater:
      'a brightness, a white, a colour, a gradient or an effect beside turnOn: "later"',
    alertBesideRestore: 'play, alert or signal beside restore: true or false',
    steps:
      'a list of 1 to __maximum__ steps such as {"color": "red", "for": "1s"}, or the name of a sequence',
    sequenceNameOrSteps: 'one of __values__, or a list of steps',
    step: 'a step such as {"color": "red", "for": "1s"}',
    settingStep: 'at least one step that sets something',
    stepLook: 'what a lamp shows, such as a brightness or a colour, and no step or setting',

    address: 'an id, a name or Room/Name',
    lowerCaseId: 'an id in lower case',
    idOf: 'the id of __types__',
    idOrName: 'the id or name of __types__',
    anyIdOrName: 'the id or name of a resource',
    lampIdOrName: 'the id or name of a lamp',
    deviceOrReference: 'the id or name of a device, or {rid, rtype}',
    oneResource: 'one resource, this fits __matches__: __labels__',
    oneResourceOfMany: 'one resource, this fits __matches__: __labels__ and __more__ more',

    roomCommand: 'a name, or an object with name, archetype, children',
    roomMetadata: 'either metadata or name and archetype, not both',
    childrenInstead: 'children instead, for a new room',
    sceneRequest:
      'the name of a scene, "next", "previous", "random", "list", or an object such as { "scene": "Relax" }, { "toggle": ["Relax", "Bright"] } or { "store": "Evening" }',
    sceneRecall:
      'true, "dynamic", or an object with brightness or transition; a scene cannot be stopped, only its lamps turned off',
    sceneBesideEverywhere: 'scene beside everywhere, the name it has in each room',
    smartSceneRecall: 'true, false, or an object with recall',
    keepsRoom: 'nothing here: a smart scene stays with its room or zone',
    roomOrReference: 'the name of a room or zone, or {rid, rtype}',
    knownRoom: 'the name of a room or zone, or {rid, rtype}: this id is not known',
    sceneOf: 'a scene of __room__',
    week: 'a list of {days, slots: [{at, scene}]}',
    day: 'a day such as "monday", "weekdays", "weekend" or "everyday"',
    anyDay: 'at least one day',
    noSensitivity: 'nothing here, because this type of sensor has no sensitivity',
    automationCommand: 'something to do, such as true, false or "toggle"',
    speakerCommand:
      'the name of a sound, "stop", "mute", "unmute", or an object such as {"chime": "ding_dong_classic", "volume": 50}',
    soundBeside: 'a sound beside volume and duration, such as chime',
    dayLines: '1 to __maximum__ lines such as 06:30 2700 K 50 %',
    dayLine: 'a time, a white in kelvin and a brightness such as 06:30 2700 K 50 %',
    dayBrightness: 'a brightness in every line, or in none',

    manyValues: 'at most __maximum__ values in all',
    longText: 'at most __maximum__ characters in all',
    nesting: 'at most __maximum__ levels of nesting',
    finiteNumber: 'a finite number',
    noNul: 'text without NUL characters',
    wholeCharacters: 'text of whole characters',
    otherMember: 'no member of this name',

    fractionAsPercent: 'If it is from 0 to 1, it is __percent__ %: write __percent__.',
    byteAsPercent: 'If it is from 0 to 255 or 254, it is __percent__ %: write __percent__.',
    wordAsDegrees: 'If it is from 0 to 65535, it is __degrees__°: write __degrees__.',
    percentAsFraction: 'If it is from 0 to 100, write __fraction__.',
    mirekAsKelvin: 'This is probably in mirek: in kelvin, __mirek__ mirek are __kelvin__.',
    kelvinAsMirek: 'This is probably in kelvin: in mirek, __kelvin__ K are __mirek__.',
    kelvin: 'A colour temperature is written "__kelvin__K" or { "kelvin": __kelvin__ }.',
    timestamp:
      'This is a time, as an inject node sends it by default: set its payload to true, or to what the lamp shall do.',
    emptyText:
      'This is an empty text, as a button of a dashboard sends it by default: set its payload to "toggle", or to what the lamp shall do.',
    brokenJson:
      'This begins like JSON, but it is broken or incomplete: look for a missing bracket, quotation mark or comma.',
    missingValue:
      'This is how programs write a value that is missing: look at what the node before sends.',
    press: 'This is a press of a button: let a change node set the payload, such as to "toggle".',
    format: 'This is written as __format__ writes it: choose it under "Message format".',
    reference:
      'This names a resource and says nothing to do: let the node before pass on the message or the state ("Output payload").',
    wholeResource: 'This is a whole resource as it was read: send only what is to change.',

    offered: 'one of __values__, which __lamp__ offers',
    offersNone: 'nothing here: __lamp__ offers none',
    otherLamp: '__needed__, which __lamp__ is not',
    whiteNow: 'a lamp that shows white at present',
    brightnessLamp: 'a lamp that can be dimmed',
    kelvinLamp: 'a lamp that shows shades of white',
    colorLamp: 'a lamp that shows colours',
    gradientLamp: 'a lamp that shows gradients',
    effectLamp: 'a lamp with this effect',
    timedEffectLamp: 'a lamp with timed effects',
    alertLamp: 'a lamp with alerts',
    signalLamp: 'a lamp with signals',
    identifyLamp: 'a lamp that can identify itself',
    powerupLamp: 'a lamp with a setting for when power returns',

    leftOut: '__path__: left out, it needs __needed__.',
    leftOutOff: '__path__: left out, since the lamp is turned off.',
    leftOutOfEffect: '__path__: left out, with an effect this lamp takes only its name.',
    leftOutOfLamp: '__path__: left out, it is for groups.',
    effectNameOnly: '__path__: this lamp takes only the name of an effect.',
    fewerColors: '__path__: this lamp takes __most__ colours, the rest is left out.',
    nearestColor: '__path__: this lamp cannot show that colour, the nearest it can show was taken.',
    nearestColors:
      '__path__: no lamp of this group can show that colour, each shows the nearest that it can.',
    lowest: '__path__: __requested__ became __value__, the lowest that this node allows.',
    highest: '__path__: __requested__ became __value__, the highest that this node allows.',
    endsLowest: '__path__: ends at __value__, the lowest that this node allows.',
    endsHighest: '__path__: ends at __value__, the highest that this node allows.',
    coldest: '__path__: __requested__ became __value__, the coldest white of this lamp.',
    warmest: '__path__: __requested__ became __value__, the warmest white of this lamp.',
    lampRate:
      '__path__: shorter steps last __shortest__ ms: the bridge takes only so many changes of lamps a second, and other programs send some of them.',
    groupRate:
      '__path__: shorter steps last __shortest__ ms: the bridge takes only so many changes of groups a second, and other programs send some of them.',
    partRate:
      '__path__: shorter steps last __shortest__ ms: this group has lights that take no part, so each of its other lamps gets a request of its own; the bridge takes only so many changes of lamps a second, and other programs send some of them.',
    nearestSequence:
      '__path__: this lamp cannot show all of __name__; it shows the nearest that it can.',
    limitedSequence:
      '__path__: this lamp cannot show all of __name__ within the limits of this node; it shows the nearest that it can.',
    shorterTransition:
      'transition: __asked__ is possible for on, off, brightness, white and colour only; this takes __limit__.',
    fraction:
      '__path__: __number__ means __number__ %, since 100 is the most. For __percent__ % write __percent__; "__number__%" says that it is meant so.',
    onePercent:
      '__path__: 1 means 1 %. If 1 means on, choose "percent, but 1 is on" under "Numbers"; "1%" says that it is meant so.',
    shortTime:
      '__path__: __number__ means __number__ milliseconds. For seconds write "__number__s"; "__number__ms" says that it is meant so.',
    fractionalColor:
      '__path__: red, green and blue are from 0 to 255. These are from 0 to 1: multiply them by 255.',
    unsupported: '__what__ does not work on __lamps__ in __group__: it needs __needed__.',
    namesAndMore: '__names__ and __more__ more',
    brightnessPart: 'The brightness',
    kelvinPart: 'The white',
    colorPart: 'The colour',
    gradientPart: 'The gradient',
    effectPart: 'The effect',
    timedEffectPart: 'The timed effect',
    alertPart: 'The alert',
    signalPart: 'The signal',
    identifyPart: 'The blinking',
    powerupPart: 'The setting for when power returns',
    labelled: '__label__: __sentence__',
  }) as const;

type Texts = ReturnType<typeof createProblemTexts>;
type Placeholder<Text extends string> = Text extends `${string}__${infer Name}__${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
export type ProblemValue = string | number | readonly string[] | ProblemText;
type Value<Name extends string> = Name extends 'path'
  ? string
  : Name extends 'types'
    ? readonly string[]
    : Name extends 'lamps'
      ? readonly string[] | ProblemText
      : Name extends 'needed' | 'what' | 'sentence'
        ? ProblemText | string
        : string | number | readonly string[];
type TextKind = Exclude<keyof Texts, `entries_${string}`>;

/** To be shown in any language. */
export type ProblemText =
  | {
      [Kind in TextKind]: { kind: Kind } & { [Name in Placeholder<Texts[Kind]>]: Value<Name> };
    }[TextKind]
  | { kind: 'entries'; count: number };

/** For a value that switches something. */
export const trueOrFalse = { kind: 'either', first: 'true', last: 'false' } as const;

/** Returns a string unchanged, in English. */
export type TranslateProblemText = (text: ProblemText | string) => string;

let problemTexts: ReturnType<typeof createProblemTexts> | undefined;

/** For errors and logs. */
export const toEnglish: TranslateProblemText = (text) => {
  if (typeof text === 'string') return text;
  problemTexts ??= createProblemTexts();
  const values = new Map(Object.entries(text));
  const english =
    text.kind === 'entries'
      ? problemTexts[text.count === 1 ? 'entries_one' : 'entries_other']
      : problemTexts[text.kind];
  return fillPlaceholders(english, (name) => formatValue(name, values.get(name) ?? ''));
};

function formatValue(name: string, value: ProblemValue): string {
  if (typeof value !== 'object') return String(value);
  if ('kind' in value) return toEnglish(value);
  if (name === 'types') return withArticle(formatTypes(value));
  if (name !== 'lamps' || value.length < 2) return value.join(', ');
  return `${value.slice(0, -1).join(', ')} and ${value.at(-1)}`;
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** Such as `room, zone or home`. */
export const formatTypes = (rtypes: readonly string[]): string =>
  rtypes
    .map((rtype) => typeLabels.get(rtype) ?? rtype.replaceAll('_', ' '))
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ');

const typeLabels: ReadonlyMap<string, string> = new Map([
  ['behavior_instance', 'automation'],
  ['bridge_home', 'home'],
  ['relative_rotary', 'dial'],
]);

/** Fills placeholders such as `__name__` once: a value that looks like a placeholder stays. */
export const fillPlaceholders = (
  text: string,
  getValue: (name: string) => string | number | undefined,
): string =>
  text.replace(/__(\w+?)__/g, (placeholder, name: string) => String(getValue(name) ?? placeholder));
