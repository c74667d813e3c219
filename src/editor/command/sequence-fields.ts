import { unitLengths } from '../../units/duration';
import { keepDurationFieldUnit } from '../inputs/duration-input';
import { getRows, prepareRowList, showRows } from '../inputs/row-list';
import type { RowColumn } from '../inputs/row-list';
import { createSelect } from '../fields/controls';
import { translateChoices, translateShared } from '../labels/translate';
import { createBuilderRow } from './labelled-controls';
import { RepeatFields } from './repeat-fields';
import { newStep, stepLooks, toSequenceWords } from './sequence-form-values';
import type { SequenceFormValues, SequenceStepFormValues } from './sequence-form-values';

const offeredKelvins = [2_000, 2_200, 2_700, 3_000, 4_000, 5_000, 6_500];
const offeredBrightness = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

export class SequenceFields {
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
    choices: translateChoices('builder.stepLooks', stepLooks),
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
