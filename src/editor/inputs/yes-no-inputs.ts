import { storeOutputPorts } from '../output-ports';
import { getDialogForm, getSettingField, getSettingValue } from '../setting-fields';
import { sharedText } from '../translate';

/**
 * Turns the field of a number into a typed input whose type is how a value is compared with it.
 *
 * @param field stores the number
 * @param comparisonField stores the comparison
 * @param comparisons which are offered, the default first; `true` takes no number
 */
export function prepareComparisonInput(
  field: JQuery,
  comparisonField: JQuery,
  comparisons: readonly ('true' | 'above' | 'below' | 'equals')[],
): void {
  field.typedInput({
    types: comparisons.map((comparison) => ({
      value: comparison,
      label: sharedText(`comparison.${comparison}`),
      hasValue: comparison !== 'true',
    })),
    typeField: comparisonField,
  });
}

/** True for a node with two outputs, yes and no. */
const isSplit = (split: unknown): boolean => split === 'yes-no';

/**
 * Names the outputs of a node for what it sends.
 *
 * @param split the node's setting `split`
 * @param single label of the output where there is only one
 */
export const listYesNoOutputs = (split: unknown, single: string): string[] =>
  isSplit(split) ? [sharedText('split.yes'), sharedText('split.no')] : [single];

/**
 * Prepares the rows `split` and `yes-when` of a dialog, and stores the number of outputs as they are chosen.
 *
 * @param listOutputs names all outputs of the node for a value of `split`
 */
export function prepareYesNoInputs(
  node: EditorNode & { split: string },
  listOutputs: (split: unknown) => readonly string[],
): void {
  const comparisons = ['true', 'above', 'below', 'equals'] as const;
  const comparison = getSettingField(node, 'yesWhen');
  prepareComparisonInput(getSettingField(node, 'yesValue'), comparison, comparisons);
  const initialOutputs = listOutputs(node.split);
  const update = (): void =>
    storeOutputPorts(node, initialOutputs, listOutputs(getSettingValue(node, 'split')));
  getDialogForm(node).on('change', update);
  update();
}
