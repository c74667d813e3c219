import type { LampCapabilities } from '../routes/admin-route-client';
import { findPicked, readPickedIds } from '../picker/picked-ids';
import { fetchResourceList } from '../picker/resource-list';
import {
  getChosenConfigNodeId,
  getDialogForm,
  getSettingField,
  getSettingValue,
  toText,
} from '../fields/setting-fields';
import { namedSequences } from '../../programs/named-sequences';
import { translateShared } from '../labels/translate';
import {
  parseLightCommandToFormValues,
  doesPowerAllowLightValues,
  defaultBrightness,
} from './light-command-form-values';
import type {
  ChangedFormField,
  LightCommandFormValues,
  ColorModeFormValue,
  PowerFormValue,
} from './light-command-form-values';
import { createAlertFields } from './alert-fields';
import { CommandJsonWriter } from './command-json-writer';
import { createCommandTryRow } from './try-command';

const powerChoices: readonly PowerFormValue[] = [
  'on',
  'off',
  'toggle',
  'up',
  'down',
  'stop',
  'play',
  'alert',
  'later',
  'keep',
];
const sequences = Object.keys(namedSequences);
const lightChoices: readonly ColorModeFormValue[] = ['keep', 'white', 'color', 'effect'];

/** Whites that are offered where nothing is known of the lamp, in kelvin. */
const usualWhites = { warmest: 2_000, coldest: 6_500 } as const;

/** What is offered where nothing is known of the lamp, as for groups. */
const usualAbilities: LampCapabilities = {
  kelvin: usualWhites,
  hasColor: true,
  isDimmable: true,
  effects: [],
};

const firstCommand = '{"on":true}';

/**
 * Adds the fields that build a command, below its typed input: they write the JSON that the node stores, and follow what
 * is written there by hand. A button sends it to the lamp.
 *
 * @param node light node that is edited
 * @param container element to fill
 */
export function prepareLightCommandBuilder(node: EditorNode, container: JQuery): void {
  const command = getSettingField(node, 'command');
  const fields = createFields();
  const writer = new CommandJsonWriter();
  const startButton = $(
    '<button type="button" class="red-ui-button red-ui-button-small lighting-bridge-indented">',
  ).append(
    $('<i class="fa fa-fw fa-sliders" aria-hidden="true">'),
    ` ${translateShared('builder.start')}`,
  );
  const tryRow = createCommandTryRow(node);
  const hint = $('<div class="lighting-bridge-hint">').text(translateShared('builder.unknown'));
  container.append(startButton, fields.element, hint, tryRow.element);

  const show = (): void => {
    const type = command.typedInput('type');
    const choices =
      type === 'json' ? parseLightCommandToFormValues(toText(command.val())) : undefined;
    startButton.toggle(type === 'msg');
    hint.toggle(type === 'json' && choices === undefined);
    fields.element.toggle(choices !== undefined);
    if (choices !== undefined) fields.show(choices, findAbilities(node));
    tryRow.refresh();
  };
  startButton.on('click', () => {
    command.typedInput('type', 'json');
    command.typedInput('value', firstCommand);
    fields.element.find('select').first().trigger('focus');
  });
  fields.onChange((changed) => {
    const text = writer.write(toText(command.val()), fields.read(), changed);
    command.typedInput('value', text);
  });
  getDialogForm(node).on('change', show);
  show();
  void loadAbilities();

  async function loadAbilities(): Promise<void> {
    const configNodeId = getChosenConfigNodeId(node);
    if (configNodeId === undefined || getSettingValue(node, 'target') === '') return;
    try {
      await fetchResourceList(configNodeId);
      show();
    } catch {
      // The target says that the bridge cannot be asked; all that a lamp may be able to is offered.
    }
  }
}

/** What the picked lamp can show; for a group, a name and several lamps, what lamps usually can. */
function findAbilities(node: EditorNode): LampCapabilities {
  const [picked, another] = readPickedIds(node, getSettingValue(node, 'target'));
  const isPicked = getSettingValue(node, 'targetType') === 'resource' && another === undefined;
  const resource = isPicked && picked !== undefined ? findPicked(picked) : undefined;
  return resource?.abilities ?? usualAbilities;
}

/** The fields of a command. */
interface CommandFields {
  readonly element: JQuery;
  /** Fills the fields in, and offers what the lamp can. */
  show(choices: LightCommandFormValues, abilities: LampCapabilities): void;
  read(): LightCommandFormValues;
  /** Calls back with the field that somebody has changed. */
  onChange(callback: (changed: ChangedFormField) => void): void;
}

function createFields(): CommandFields {
  const power = createSelect('builder.power');
  fillOptions(power, powerChoices, (choice) => translateShared(`builder.powers.${choice}`));
  const sequence = createSelect('builder.sequence');
  const setsBrightness = $('<input type="checkbox">').attr({
    'aria-label': translateShared('builder.setBrightness'),
  });
  const brightness = createRange('builder.brightness', 1, 100);
  const light = createSelect('builder.light');
  const kelvin = createRange('builder.kelvin', usualWhites.warmest, usualWhites.coldest);
  const color = $('<input type="color">').attr('aria-label', translateShared('builder.color'));
  const effect = $('<select>').attr('aria-label', translateShared('builder.effect'));
  const brightnessValue = $('<output>');
  const kelvinValue = $('<output>');
  const brightnessRow = createRow('builder.brightness', [
    setsBrightness,
    brightness,
    brightnessValue,
  ]);
  const sequenceRow = createRow('builder.sequence', [sequence]);
  const alert = createAlertFields();
  const alertDurationRow = createRow('builder.alertDuration', alert.durationControls);
  const alertColorRow = createRow('builder.alertColor', alert.colorControls);
  const lightRow = createRow('builder.light', [light, kelvin, kelvinValue, color, effect]);
  const element = $('<div class="lighting-bridge-builder">').append(
    createRow('builder.power', [power]),
    sequenceRow,
    alertDurationRow,
    alertColorRow,
    brightnessRow,
    lightRow,
  );
  const showValues = (): void => {
    const isSet = setsBrightness.prop('checked') === true;
    brightness.prop('disabled', !isSet);
    brightnessValue.text(
      isSet
        ? translateShared('builder.percent', { value: toText(brightness.val()) })
        : translateShared('builder.keep'),
    );
    kelvinValue.text(translateShared('builder.kelvinValue', { value: toText(kelvin.val()) }));
    const chosen = light.val();
    kelvin.toggle(chosen === 'white');
    kelvinValue.toggle(chosen === 'white');
    color.toggle(chosen === 'color');
    effect.toggle(chosen === 'effect');
  };
  const readPower = (): PowerFormValue =>
    powerChoices.find((choice) => choice === power.val()) ?? 'keep';

  return {
    element,
    show(choices, abilities) {
      offerLights(light, abilities, choices.light);
      offerNames(effect, abilities.effects, choices.effect);
      const { warmest, coldest } = abilities.kelvin ?? usualWhites;
      kelvin.attr({ min: warmest, max: coldest }).val(choices.kelvin);
      power.val(choices.power);
      offerNames(sequence, sequences, choices.sequence);
      sequenceRow.toggle(choices.power === 'play');
      alert.show(choices.alert);
      alertDurationRow.toggle(choices.power === 'alert');
      // One breath has no colour of its own.
      alertColorRow.toggle(choices.power === 'alert' && choices.alert.duration !== '');
      setsBrightness.prop('checked', choices.brightness !== undefined);
      brightness.val(choices.brightness ?? defaultBrightness);
      light.val(choices.light);
      color.val(choices.color);
      brightnessRow.toggle(doesPowerAllowLightValues(choices.power) && abilities.isDimmable);
      lightRow.toggle(doesPowerAllowLightValues(choices.power) && light.children().length > 1);
      showValues();
    },
    read: () => ({
      power: readPower(),
      brightness: setsBrightness.prop('checked') === true ? Number(brightness.val()) : undefined,
      light: lightChoices.find((choice) => choice === light.val()) ?? 'keep',
      kelvin: Number(kelvin.val()),
      color: toText(color.val()),
      effect: toText(effect.val()),
      sequence: toText(sequence.val()),
      alert: alert.read(),
    }),
    onChange(callback) {
      const listen = (controls: readonly JQuery[], changed: ChangedFormField) => {
        for (const control of controls) {
          control.on('input change', (event) => {
            // The dialog reads the command that is written, not these fields.
            event.stopPropagation();
            showValues();
            callback(changed);
          });
        }
      };
      listen([power, sequence], 'power');
      listen([...alert.durationControls, ...alert.colorControls], 'alert');
      listen([setsBrightness, brightness], 'brightness');
      listen([light, kelvin, color, effect], 'light');
    },
  };
}

/** Offers white, colour and effects where the lamp has them; what the command holds now stays. */
function offerLights(
  select: JQuery,
  abilities: LampCapabilities,
  chosen: ColorModeFormValue,
): void {
  const isOffered: Record<ColorModeFormValue, boolean> = {
    keep: true,
    white: abilities.kelvin !== undefined,
    color: abilities.hasColor,
    effect: abilities.effects.length > 0,
  };
  const offered = lightChoices.filter((choice) => isOffered[choice] || choice === chosen);
  fillOptions(select, offered, (choice) => translateShared(`builder.lights.${choice}`));
}

/** Offers names, that which the command holds now among them; the first while it holds none. */
function offerNames(select: JQuery, names: readonly string[], chosen: string): void {
  const offered = chosen === '' || names.includes(chosen) ? names : [...names, chosen];
  fillOptions(select, offered, (name) => name.replaceAll('_', ' '));
  select.val(chosen === '' ? (names[0] ?? '') : chosen);
}

function fillOptions(
  select: JQuery,
  values: readonly string[],
  label: (value: string) => string,
): void {
  select.empty().append(values.map((value) => $('<option>').val(value).text(label(value))));
}

const createSelect = (key: string): JQuery =>
  $('<select>').attr('aria-label', translateShared(key));

const createRange = (key: string, least: number, most: number): JQuery =>
  $('<input type="range">').attr({
    'aria-label': translateShared(key),
    min: least,
    max: most,
    step: 1,
  });

const createRow = (key: string, controls: readonly JQuery[]): JQuery =>
  $('<div class="lighting-bridge-builder-row">').append(
    $('<span class="lighting-bridge-label" aria-hidden="true">').text(translateShared(key)),
    ...controls,
  );
