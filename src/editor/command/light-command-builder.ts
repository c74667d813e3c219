import {
  findPickedResource,
  readPickedIds,
  getBridgesOfPickedResources,
} from '../picker/picked-ids';
import { fetchResourceList } from '../picker/resource-list';
import {
  getChosenConfigNodeId,
  getDialogForm,
  getSettingField,
  getSettingValue,
  toText,
  dynamicInputTypes,
} from '../fields/setting-fields';
import { translateShared, translateChoices, translateProblemText } from '../labels/translate';
import {
  describeLightCommand,
  CommandJsonWriter,
  parseLightCommandToFormValues,
  usualBrightness,
  doesPowerAllowLightValues,
  lightChoices,
  powerChoices,
  newStep,
  stepKinds,
  toSequenceWords,
  usualSequence,
} from './light-command-form-values';
import type {
  AlertFormValues,
  ChangedFormField,
  LightCommandFormValues,
  SequenceFormValues,
  SequenceStepFormValues,
} from './light-command-form-values';
import { requestCommandTry, toErrorMessage } from '../routes/admin-route-client';
import type { LampCapabilities, TriedCommandResponse } from '../routes/admin-route-client';
import { namedSequences } from '../../programs/named-sequences';
import { unitLengths } from '../../units/duration';
import { keepDurationFieldUnit } from '../inputs/duration-input';
import { addChosen, createOptions, createSelect } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { getRows, prepareRowList, showRows } from '../inputs/row-list';
import type { RowColumn } from '../inputs/row-list';

/** Fields write the JSON of a command; a button sends it to the lamp. */
export function prepareLightCommandBuilder(node: EditorNode): void {
  const command = getSettingField(node, 'command');
  const writer = new CommandJsonWriter();
  const fields = new LightCommandFields((changed) => {
    const text = writer.write(toText(command.val()), fields.read(), changed);
    command.typedInput('value', text);
  });
  const startButton = $(
    '<button type="button" class="red-ui-button red-ui-button-small lighting-bridge-indented">',
  ).append(
    $('<i class="fa fa-fw fa-sliders" aria-hidden="true">'),
    ` ${translateShared('builder.start')}`,
  );
  const tryRow = createCommandTryRow(node);
  const hint = $('<div class="lighting-bridge-hint">').text(translateShared('builder.unknown'));
  const summary = $('<div class="lighting-bridge-hint" aria-live="polite">');
  $('#bridge-light-builder').append(startButton, fields.element, summary, hint, tryRow.element);

  const show = (): void => {
    const type = command.typedInput('type');
    const choices =
      type === 'json' ? parseLightCommandToFormValues(toText(command.val())) : undefined;
    startButton.toggle(type === 'msg');
    hint.toggle(type === 'json' && choices === undefined);
    fields.element.toggle(choices !== undefined);
    if (choices !== undefined) fields.show(choices, findAbilities(node));
    showSummary(type === 'json' ? toText(command.val()) : '');
    tryRow.refresh();
  };
  startButton.on('click', () => {
    command.typedInput('type', 'json');
    command.typedInput('value', firstCommand);
    fields.element.find('select').first().trigger('focus');
  });
  getDialogForm(node).on('change', show);
  show();
  void loadAbilities();

  function showSummary(text: string): void {
    const phrases = describeLightCommand(text).map(({ key, values }) =>
      translateShared(key, values),
    );
    const parts = new Intl.ListFormat(RED.i18n.lang()).format(phrases);
    summary.text(translateShared('builder.summary.all', { parts })).toggle(phrases.length > 0);
  }

  async function loadAbilities(): Promise<void> {
    const configNodeId = getChosenConfigNodeId(node);
    if (configNodeId === undefined || getSettingValue(node, 'target') === '') return;
    try {
      await fetchResourceList(configNodeId);
      show();
    } catch {
      // The target field shows the error.
    }
  }
}

/** Offered for an unknown lamp, in kelvin. */
const usualWhites = { warmest: 2_000, coldest: 6_500 } as const;

/** Offered for groups and unknown lamps. */
const usualAbilities: LampCapabilities = {
  kelvin: usualWhites,
  hasColor: true,
  isDimmable: true,
  effects: [],
};

const firstCommand = '{"on":true}';

function findAbilities(node: EditorNode): LampCapabilities {
  const [picked, another] = readPickedIds(node, getSettingValue(node, 'target'));
  const isSingle = picked !== undefined && another === undefined;
  const resource = isSingle ? findPickedResource(picked) : undefined;
  return resource?.abilities ?? usualAbilities;
}

/** Sends the command of the open dialog without a deploy. */
function createCommandTryRow(node: EditorNode) {
  const button = $('<button type="button" class="red-ui-button lighting-bridge-indented">').append(
    $('<i class="fa fa-fw fa-play" aria-hidden="true">'),
    ` ${translateShared('try.button')}`,
  );
  const result = $('<div class="lighting-bridge-under" role="status">');
  const element = $('<div class="form-row lighting-bridge-try">').append(button, result);
  let shownFor = '';

  const send = async (): Promise<TriedCommandResponse> => {
    const bridge = getChosenConfigNodeId(node);
    if (bridge === undefined) throw new Error(translateShared('target.noBridge'));
    // The runtime has only deployed settings.
    if (RED.nodes.node(bridge)?.changed === true)
      throw new Error(translateShared('try.notDeployed'));
    const wrong = getSettingField(node, 'command').attr('aria-invalid') === 'true';
    if (wrong) throw new Error(translateShared('try.wrong'));
    return requestCommandTry({ bridge, node: node.id, settings: readSettings(node) });
  };
  const run = async (): Promise<void> => {
    button.prop('disabled', true);
    result
      .removeClass('lighting-bridge-good lighting-bridge-bad')
      .text(translateShared('try.sending'));
    try {
      const outcome = await send();
      result.addClass('lighting-bridge-good').text(describeOutcome(outcome));
    } catch (error) {
      result.addClass('lighting-bridge-bad').text(toErrorMessage(error));
    } finally {
      button.prop('disabled', false);
    }
  };
  button.on('click', () => void run());
  return {
    element,
    /** Shows the button if there is a command. */
    refresh(): void {
      const settings = readSettings(node);
      element.toggle(canBeTried(settings));
      const current = JSON.stringify(settings);
      if (current !== shownFor)
        result.empty().removeClass('lighting-bridge-good lighting-bridge-bad');
      shownFor = current;
    },
  };
}

type SentSettings = ReturnType<typeof readSettings>;

function readSettings(node: EditorNode) {
  const read = (setting: string): string => getSettingValue(node, setting);
  return {
    target: read('target'),
    targetType: read('targetType'),
    targetBridges: getBridgesOfPickedResources(node).join(','),
    command: read('command'),
    commandType: read('commandType'),
    transition: read('transition'),
    transitionType: read('transitionType'),
    format: read('format'),
    numbers: read('numbers'),
    minBrightness: read('minBrightness'),
    maxBrightness: read('maxBrightness'),
  };
}

/** The runtime tries only static values. */
const canBeTried = ({
  target,
  targetType,
  commandType,
  transition,
  transitionType,
}: SentSettings): boolean =>
  target !== '' &&
  !dynamicInputTypes.includes(targetType) &&
  !dynamicInputTypes.includes(commandType) &&
  (transition === '' || !dynamicInputTypes.includes(transitionType));

function describeOutcome({ name, room, warnings }: TriedCommandResponse): string {
  // All lamps of a room together have the name of the room.
  const where = [...new Set([name, room])].filter((part) => part !== undefined).join(', ');
  const sentence =
    where === '' ? translateShared('try.done') : translateShared('try.doneBy', { name: where });
  return [sentence, ...warnings.map(translateProblemText)].join(' ');
}

/** The choices for a command, in rows that show only what fits to the chosen power and to the lamp. */
class LightCommandFields {
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
  readonly #steps = new SequenceFields(() => this.onChange('steps'));
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

  constructor(private readonly onChange: (changed: ChangedFormField) => void) {
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
    this.#listen();
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
    this.#brightness.val(choices.brightness ?? usualBrightness);
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

  #listen(): void {
    const listen = (controls: readonly JQuery[], changed: ChangedFormField) => {
      for (const control of controls) {
        control.on('input change', (event) => {
          // The dialog reads the command, not these fields.
          event.stopPropagation();
          this.#showValues();
          this.onChange(changed);
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

const sequences = Object.keys(namedSequences);

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

const offeredKelvins = [2_000, 2_200, 2_700, 3_000, 4_000, 5_000, 6_500];
const offeredBrightness = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/** The steps of a sequence as rows, its rounds, and what the lamps do afterwards. */
class SequenceFields {
  readonly element = $('<div>');
  readonly #list = $('<ol>');
  readonly #repeat = new RepeatFields(false);
  readonly #afterwards = createSelect(
    translateShared('builder.afterwards'),
    translateChoices('builder.afterwardsChoices', ['stay', 'restore']),
  );

  constructor(onChange: () => void) {
    this.element.append(
      $('<div class="lighting-bridge-rows lighting-bridge-builder-steps">').append(this.#list),
      createBuilderRow('builder.repeat', this.#repeat.controls),
      createBuilderRow('builder.afterwards', [this.#afterwards]),
    );
    for (const control of [...this.#repeat.controls, this.#afterwards])
      control.on('change', (event) => {
        // The dialog reads the command, not these fields.
        event.stopPropagation();
        onChange();
      });
    prepareRowList({
      list: this.#list,
      rows: [],
      newRow: { ...newStep },
      columns: [...createLightColumns(), ...createTimeColumns()],
      addLabel: translateShared('builder.addStep'),
      onChange,
    });
  }

  show(sequence: SequenceFormValues): void {
    const { steps, rounds, restores } = sequence;
    const shown = toSequenceWords({ ...sequence, steps: this.#readSteps() });
    // A row that is being edited keeps its cursor.
    if (JSON.stringify(shown) !== JSON.stringify(toSequenceWords(sequence)))
      showRows(
        this.#list,
        steps.map((step) => ({ ...step })),
      );
    this.#repeat.show(rounds);
    this.#afterwards.val(restores ? 'restore' : 'stay');
  }

  read(): SequenceFormValues {
    return {
      steps: this.#readSteps(),
      rounds: this.#repeat.read() ?? 1,
      restores: this.#afterwards.val() === 'restore',
    };
  }

  #readSteps(): readonly SequenceStepFormValues[] {
    return getRows(this.#list).map(({ row }) => ({ ...newStep, ...row }));
  }
}

const formatPercent = (value: string): string => translateShared('builder.percent', { value });
const formatKelvin = (value: string): string => translateShared('builder.kelvinValue', { value });

const createLightColumns = (): RowColumn[] => [
  {
    name: 'look',
    label: translateShared('builder.stepLook'),
    choices: translateChoices('builder.stepLooks', stepKinds),
  },
  {
    name: 'kelvin',
    label: translateShared('builder.kelvin'),
    choices: offeredKelvins.map((one) => [`${one}`, formatKelvin(`${one}`)]),
    formatOtherChoice: formatKelvin,
    isShown: ({ look }) => look === 'white',
  },
  {
    name: 'color',
    label: translateShared('builder.color'),
    inputType: 'color',
    isShown: ({ look }) => look === 'color',
  },
  {
    name: 'brightness',
    label: translateShared('builder.stepBrightness'),
    choices: [
      ['', translateShared('builder.stepKeepsBrightness')],
      ...offeredBrightness.map((one) => [`${one}`, formatPercent(`${one}`)] as const),
    ],
    formatOtherChoice: formatPercent,
    isShown: ({ look }) => look !== 'off' && look !== 'pause',
  },
];

const createTimeColumns = (): RowColumn[] => [
  {
    name: 'duration',
    label: translateShared('builder.stepDuration'),
    inputType: 'text',
    placeholder: translateShared('builder.stepDurationHint'),
    prepare: keepSeconds,
  },
  {
    name: 'longest',
    label: translateShared('builder.stepLongest'),
    inputType: 'text',
    placeholder: translateShared('builder.stepLongestHint'),
    prepare: keepSeconds,
  },
];

const keepSeconds = (field: JQuery): void => keepDurationFieldUnit(field, unitLengths.second);

/** Says how often a sequence is played. */
class RepeatFields {
  readonly controls: readonly [choice: JQuery, rounds: JQuery];
  readonly #choice: JQuery;
  readonly #rounds = $('<input type="number" min="1" step="1">')
    .attr('aria-label', translateShared('builder.rounds'))
    .val(usualSequence.rounds);

  /** @param offersUsual true if the sequence has a usual number of rounds */
  constructor(offersUsual: boolean) {
    const choices = [...(offersUsual ? ['usual'] : []), 'once', 'times', 'forever'];
    this.#choice = createSelect(
      translateShared('builder.repeat'),
      translateChoices('builder.repeats', choices),
    );
    this.controls = [this.#choice, this.#rounds];
  }

  /** @param rounds Infinity for endless; undefined for the usual number */
  show(rounds: number | undefined): void {
    const isCounted = rounds !== undefined && rounds !== Infinity && rounds !== 1;
    const choice = isCounted ? 'times' : rounds === undefined ? 'usual' : 'once';
    this.#choice.val(rounds === Infinity ? 'forever' : choice);
    if (isCounted) this.#rounds.val(rounds);
    this.#rounds.toggle(isCounted);
  }

  /** Returns what `show` takes. */
  read(): number | undefined {
    switch (this.#choice.val()) {
      case 'usual':
        return undefined;
      case 'once':
        return 1;
      case 'forever':
        return Infinity;
      default:
        return Number(this.#rounds.val());
    }
  }
}

const createBuilderRow = (labelKey: string, controls: readonly JQuery[]): JQuery =>
  $('<div class="lighting-bridge-builder-row">').append(
    $('<span class="lighting-bridge-label" aria-hidden="true">').text(translateShared(labelKey)),
    ...controls,
  );
