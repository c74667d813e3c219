import { intervalBounds } from 'lighting-bridge:table';
import { formatDuration, unitLengths } from '../units/duration';
import * as validators from './validation/validators';
import { commandValidator } from './command/command-validator';
import type { DialogCommandCheck } from './command/dialog-command-checks';
import { translateShared } from './labels/translate';
import type { Translate } from './labels/translate';
import type { TypedInputConstraints, ValidatorCondition } from './validation/validators';

// Definitions of settings that several node types have. Each type lists them by name in its own `defaults`: the
// Flow Library reads the names there and cannot parse a spread (node-red/flow-library, lib/modules.js).

/** Setting for the config node of the bridge. */
export const bridgeSetting = (): NodeProperty<string> => ({
  value: '',
  type: 'bridge-config',
  validate: validators.bridgeValidator(),
});

/**
 * Setting for the target resource; needs `targetType` and `targetName` beside it.
 *
 * @param options with which choices there is a target, and how many
 */
export const targetSetting = (
  text: Translate,
  options: TypedInputConstraints = {},
): NodeProperty<string> => ({
  value: '',
  label: text('label.target'),
  validate: validators.typedInputValidator('targetType', options),
});

/**
 * Setting for the bridges of what is picked in `target`, in its order, empty for the bridge of the node. Node-RED exports
 * the bridges of such a list with the node, and gives it their new ids on import, as it does for the setting `bridge`.
 */
export const bridgePerTargetSetting = (text: Translate): NodeProperty<string[]> => ({
  value: [],
  label: text('label.target'),
  type: 'bridge-config[]',
  validate: validators.targetBridgesValidator(),
});

/**
 * Setting for the command; needs `commandType` beside it.
 *
 * @param check the rules that the node has for commands
 */
export const commandSetting = (
  text: Translate,
  check: DialogCommandCheck,
  condition?: ValidatorCondition,
): NodeProperty<string> => ({
  value: 'payload',
  label: text('label.command'),
  validate: commandValidator(check, condition),
});

/**
 * Setting for the polling interval: a time, or a number of seconds in older flows.
 *
 * @param defaultInterval default, in ms
 */
export const intervalSetting = (
  text: Translate,
  defaultInterval: number,
): NodeProperty<string> => ({
  value: formatDuration(defaultInterval),
  label: text('label.interval'),
  validate: validators.durationValidator({ ...intervalBounds, numberUnit: unitLengths.second }),
});

/** Setting for the payload of output messages: one of the dialog's choices, or the path of a property. */
export const outputSetting = (text: Translate, defaultOutput: string): NodeProperty<string> => ({
  value: defaultOutput,
  label: text('label.output'),
  validate: validators.propertyPathValidator(),
});

/** Choices with which a number decides. */
const numberDecidesCondition =
  'split=yes-no;yesWhen=above below|combine=any all none count;yesWhen=above below';

/** Setting for what decides yes or no; needs `split` and `yesWhen` beside it. */
export const yesValueSetting = (): NodeProperty<string> => ({
  value: '',
  label: translateShared('row.yesWhen'),
  validate: validators.numberValidator({ when: numberDecidesCondition }),
});

/** Setting for how far beyond the number a value must go back to end a yes. */
export const hysteresisSetting = (): NodeProperty<string> => ({
  value: '',
  label: translateShared('row.hysteresis'),
  validate: validators.numberValidator({
    least: 0,
    optional: true,
    when: numberDecidesCondition,
  }),
});
