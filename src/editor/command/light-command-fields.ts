import { namedSequences } from '../../programs/named-sequences';
import { unitLengths } from '../../units/duration';
import { toText } from '../fields/setting-fields';
import { keepDurationFieldUnit } from '../inputs/duration-input';
import { addChosen, createOptions, createSelect } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { translateChoices, translateShared } from '../labels/translate';
import {
  defaultBrightness,
  doesPowerAllowLightValues,
  lightChoices,
  powerChoices,
} from './light-command-form-values';
import { createBuilderRow } from './labelled-controls';
import { RepeatFields } from './repeat-fields';
import { SequenceFields } from './sequence-fields';
import type { LampCapabilities } from '../routes/admin-route-client';
import type {
  AlertFormValues,
  ChangedFormField,
  LightCommandFormValues,
} from './light-command-form-values';

const sequences = Object.keys(namedSequences);

/** Offered for an unknown lamp, in kelvin. */
export const usualWhites = { warmest: 2_000, coldest: 6_500 } as const;

export class LightCommandFields {
  readonly element: JQuery;
  readonly #power = createSelect(
    translateShared('builder.power'),
    translateChoices('builder.powers', powerChoices),
  );
  readonly #sequence = createSelect(translateShared('builder.sequence'));
  readonly #repeat = new RepeatFields(true);
  readonly #duration = $('<input type="text">').attr({
    'aria-label': translateShared('builder.playFor'),
    placeholder: translateShared('builder.playForHint'),
  });
  readonly #sequenceRows = [
    createBuilderRow('builder.sequence', [this.#sequence]),
    createBuilderRow('builder.repeat', this.#repeat.controls),
    createBuilderRow('builder.playFor', [this.#duration]),
  ];
  readonly #steps = new SequenceFields(() => this.#callback('steps'));
  readonly #stateName = $('<input type="text" maxlength="64">').attr(
    'aria-label',
    translateShared('builder.stateName'),
  );
  readonly #stateNameRow = createBuilderRow('builder.stateName', [this.#stateName]);
  readonly #alert = createAlertFields();
  readonly #alertDurationRow = createBuilderRow(
    'builder.alertDuration',
    this.#alert.durationControls,
  );
  readonly #alertColorRow = createBuilderRow('builder.alertColor', this.#alert.colorControls);
  readonly #afterwards = createSelect(translateShared('builder.afterwards'));
  readonly #afterwardsRow = createBuilderRow('builder.afterwards', [this.#afterwards]);
  readonly #setsBrightness = $('<input type="checkbox">').attr({
    'aria-label': translateShared('builder.setBrightness'),
  });
  readonly #brightness = createRange('builder.brightness', 1, 100);
  readonly #brightnessValue = $('<output>');
  readonly #brightnessRow = createBuilderRow('builder.brightness', [
    this.#setsBrightness,
    this.#brightness,
    this.#brightnessValue,
  ]);
  readonly #light = createSelect(translateShared('builder.light'));
  readonly #kelvin = createRange('builder.kelvin', usualWhites.warmest, usualWhites.coldest);
  readonly #kelvinValue = $('<output>');
  readonly #color = $('<input type="color">').attr('aria-label', translateShared('builder.color'));
  readonly #effect = createSelect(translateShared('builder.effect'));
  readonly #lightRow = createBuilderRow('builder.light', [
    this.#light,
    this.#kelvin,
    this.#kelvinValue,
    this.#color,
    this.#effect,
  ]);

  #callback: (changed: ChangedFormField) => void = () => undefined;

  constructor() {
    keepDurationFieldUnit(this.#duration, unitLengths.second);
    this.element = $('<div class="lighting-bridge-builder">').append(
      createBuilderRow('builder.power', [this.#power]),
      ...this.#sequenceRows,
      this.#steps.element,
      this.#stateNameRow,
      this.#alertDurationRow,
      this.#alertColorRow,
      this.#afterwardsRow,
      this.#brightnessRow,
      this.#lightRow,
    );
  }

  show(choices: LightCommandFormValues, abilities: LampCapabilities): void {
    this.#power.val(choices.power);
    this.#showSequence(choices);
    this.#steps.show(choices.steps);
    this.#steps.element.toggle(choices.power === 'steps');
    showText(this.#stateName, choices.stateName);
    this.#stateNameRow.toggle(choices.power === 'save' || choices.power === 'restore');
    this.#alert.show(choices.alert);
    this.#alertDurationRow.toggle(choices.power === 'alert');
    // A single breath has no colour of its own.
    this.#alertColorRow.toggle(choices.power === 'alert' && choices.alert.duration !== '');
    this.#showAfterwards(choices);
    this.#setsBrightness.prop('checked', choices.brightness !== undefined);
    this.#brightness.val(choices.brightness ?? defaultBrightness);
    this.#brightnessRow.toggle(doesPowerAllowLightValues(choices.power) && abilities.isDimmable);
    this.#showLight(choices, abilities);
    this.#showValues();
  }

  read(): LightCommandFormValues {
    const isBrightnessSet = this.#setsBrightness.prop('checked') === true;
    return {
      power: powerChoices.find((choice) => choice === this.#power.val()) ?? 'keep',
      brightness: isBrightnessSet ? Number(this.#brightness.val()) : undefined,
      light: lightChoices.find((choice) => choice === this.#light.val()) ?? 'keep',
      kelvin: Number(this.#kelvin.val()),
      color: toText(this.#color.val()),
      effect: toText(this.#effect.val()),
      sequence: {
        name: toText(this.#sequence.val()),
        rounds: this.#repeat.read(),
        duration: toText(this.#duration.val()),
      },
      steps: this.#steps.read(),
      stateName: toText(this.#stateName.val()),
      alert: this.#alert.read(),
      restores: this.#afterwards.val() === 'restore',
    };
  }

  onChange(callback: (changed: ChangedFormField) => void): void {
    this.#callback = callback;
    const listen = (controls: readonly JQuery[], changed: ChangedFormField) => {
      for (const control of controls) {
        control.on('input change', (event) => {
          // The dialog reads the command, not these fields.
          event.stopPropagation();
          this.#showValues();
          callback(changed);
        });
      }
    };
    listen([this.#power, this.#sequence], 'power');
    listen([...this.#repeat.controls, this.#duration], 'sequence');
    listen([this.#stateName], 'stateName');
    listen([...this.#alert.durationControls, ...this.#alert.colorControls], 'alert');
    listen([this.#afterwards], 'afterwards');
    listen([this.#setsBrightness, this.#brightness], 'brightness');
    listen([this.#light, this.#kelvin, this.#color, this.#effect], 'light');
  }

  #showSequence({ power, sequence: { name, rounds, duration } }: LightCommandFormValues): void {
    offerNames(this.#sequence, sequences, name);
    this.#repeat.show(rounds);
    showText(this.#duration, duration);
    for (const row of this.#sequenceRows) row.toggle(power === 'play');
  }

  #showAfterwards({ power, restores }: LightCommandFormValues): void {
    const withoutRestore = power === 'alert' ? 'bridge' : 'stay';
    fillSelect(
      this.#afterwards,
      translateChoices('builder.afterwardsChoices', [withoutRestore, 'restore']),
      restores ? 'restore' : withoutRestore,
    );
    this.#afterwardsRow.toggle(power === 'play' || power === 'alert');
  }

  #showLight(choices: LightCommandFormValues, abilities: LampCapabilities): void {
    const hasLight: Record<(typeof lightChoices)[number], boolean> = {
      keep: true,
      white: abilities.kelvin !== undefined,
      color: abilities.hasColor,
      effect: abilities.effects.length > 0,
    };
    const lights = lightChoices.filter((light) => hasLight[light] || light === choices.light);
    fillSelect(this.#light, translateChoices('builder.lights', lights), choices.light);
    offerNames(this.#effect, abilities.effects, choices.effect);
    const { warmest, coldest } = abilities.kelvin ?? usualWhites;
    this.#kelvin.attr({ min: warmest, max: coldest }).val(choices.kelvin);
    this.#color.val(choices.color);
    this.#lightRow.toggle(doesPowerAllowLightValues(choices.power) && lights.length > 1);
  }

  #showValues(): void {
    const isSet = this.#setsBrightness.prop('checked') === true;
    this.#brightness.prop('disabled', !isSet);
    this.#brightnessValue.text(
      isSet
        ? translateShared('builder.percent', { value: toText(this.#brightness.val()) })
        : translateShared('builder.keep'),
    );
    const kelvin = toText(this.#kelvin.val());
    this.#kelvinValue.text(translateShared('builder.kelvinValue', { value: kelvin }));
    const chosen = this.#light.val();
    this.#kelvin.toggle(chosen === 'white');
    this.#kelvinValue.toggle(chosen === 'white');
    this.#color.toggle(chosen === 'color');
    this.#effect.toggle(chosen === 'effect');
  }
}

/** Selects the first name if the command has none. */
const offerNames = (select: JQuery, names: readonly string[], chosen: string): void =>
  fillSelect(
    select,
    addChosen(names.map(toNameChoice), chosen, formatName(chosen)),
    chosen === '' ? (names[0] ?? '') : chosen,
  );

const formatName = (name: string): string => name.replaceAll('_', ' ');
const toNameChoice = (name: string): Choice => [name, formatName(name)];

const fillSelect = (select: JQuery, choices: readonly Choice[], chosen: string): void =>
  void select.empty().append(createOptions(choices)).val(chosen);

/** A text that is being typed keeps its cursor. */
function showText(input: JQuery, text: string): void {
  if (toText(input.val()) !== text) input.val(text);
}

const createRange = (key: string, least: number, most: number): JQuery =>
  $('<input type="range">').attr({
    'aria-label': translateShared(key),
    min: least,
    max: most,
    step: 1,
  });

const offeredDurations = ['2s', '5s', '10s', '30s', '1min'];
const usualColor = '#ff0000';

function createAlertFields() {
  const duration = createSelect(translateShared('builder.alertDuration'));
  const colorChoice = createSelect(
    translateShared('builder.alertColor'),
    translateChoices('builder.alertColors', ['own', 'other']),
  );
  const color = $('<input type="color">').attr(
    'aria-label',
    translateShared('builder.alertOtherColor'),
  );
  return {
    durationControls: [duration],
    /** In display order. */
    colorControls: [colorChoice, color],
    show(alert: AlertFormValues): void {
      const durations: Choice[] = [
        ['', translateShared('builder.alertOnce')],
        ...offeredDurations.map((one): Choice => [one, one]),
      ];
      fillSelect(duration, addChosen(durations, alert.duration), alert.duration);
      colorChoice.val(alert.color === undefined ? 'own' : 'other');
      if (alert.color !== undefined) color.val(alert.color);
      else if (toText(color.val()) === '#000000') color.val(usualColor);
      color.toggle(alert.color !== undefined);
    },
    read: (): AlertFormValues => ({
      duration: toText(duration.val()),
      color: colorChoice.val() === 'other' ? toText(color.val()) : undefined,
    }),
  };
}
