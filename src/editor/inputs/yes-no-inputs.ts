import { storeOutputPortMap } from '../fields/output-ports';
import {
  getDialogForm,
  getSettingField,
  getSettingValue,
  isSettingConditionMet,
  toText,
} from '../fields/setting-fields';
import { translateShared } from '../labels/translate';
import { listComparisons, chooseThresholdForType } from './compared-value-type';
import type { ComparisonOperator, ComparedValueType } from './compared-value-type';

const decisiveCondition = 'split=yes-no|combine=any all none count';

/**
 * The typed input's type is the comparison.
 *
 * @param field stores the number
 * @param comparisonField stores the comparison
 * @param comparisons the default first
 */
export function prepareComparisonInput(
  field: JQuery,
  comparisonField: JQuery,
  comparisons: readonly ComparisonOperator[],
): void {
  const types = comparisons.map((comparison) => createComparisonType(comparison, { kind: 'any' }));
  field.typedInput({ types, typeField: comparisonField });
}

function formatComparison(comparison: ComparisonOperator, value: ComparedValueType): string {
  if (comparison === 'true' && value.kind === 'yesNo') return translateShared(`yes.${value.word}`);
  const text = translateShared(`comparison.${comparison}`);
  const unit = value.kind === 'number' ? value.unit : undefined;
  return unit === undefined ? text : `${text} (${unit})`;
}

const createComparisonType = (
  comparison: ComparisonOperator,
  value: ComparedValueType,
): TypedInputType => ({
  value: comparison,
  label: formatComparison(comparison, value),
  hasValue: comparison !== 'true',
});

/**
 * @param split the setting `split`
 * @param single label
 */
export const listYesNoOutputs = (split: unknown, single: string): string[] =>
  split === 'yes-no' ? [translateShared('split.yes'), translateShared('split.no')] : [single];

interface YesNoInputOptions {
  listOutputs: () => readonly string[];
  /** Describes the value that decides yes or no. */
  describeValue: () => ComparedValueType;
}

/**
 * Stores the number of outputs, and offers comparisons for the sent values. The settings stay while the node sends the
 * same values.
 */
export function prepareYesNoInputs(
  node: EditorNode,
  { listOutputs, describeValue }: YesNoInputOptions,
): void {
  const field = getSettingField(node, 'yesValue');
  const initialOutputs = listOutputs();
  const isDecisive = (): boolean => isSettingConditionMet(node, decisiveCondition);
  const describeSubject = (): string =>
    ['rtype', 'target', 'output', 'combine'].map((name) => getSettingValue(node, name)).join('\n');
  const initialSubject = describeSubject();
  const initialComparison = isDecisive() ? getSettingValue(node, 'yesWhen') : '';
  const all = listComparisons({ kind: 'any' });
  prepareComparisonInput(field, getSettingField(node, 'yesWhen'), all);
  let offered = '';
  let decided: ComparedValueType = isDecisive() ? describeValue() : { kind: 'any' };

  const offerComparisons = (): void => {
    if (!isDecisive()) return;
    const value = describeValue();
    const fitting = listComparisons(value);
    const isInitial = describeSubject() === initialSubject;
    const kept = all.filter((one) => isInitial && one === initialComparison);
    const types = [...new Set([...fitting, ...kept])].map((comparison) =>
      createComparisonType(comparison, value),
    );
    const key = JSON.stringify([types, value]);
    if (key === offered) return;
    offered = key;
    field.typedInput('types', types);
    const threshold = chooseThresholdForType(toText(field.val()), decided, value);
    if (threshold !== toText(field.val())) field.typedInput('value', threshold);
    decided = value;
  };
  const update = (): void => {
    offerComparisons();
    storeOutputPortMap(node, initialOutputs, listOutputs());
  };
  getDialogForm(node).on('change', update);
  update();
}
