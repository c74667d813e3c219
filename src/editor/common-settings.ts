import { intervalBounds } from 'lighting-bridge:table';
import { formatParsableDuration, unitLengths } from '../units/duration';
import * as validators from './form/validators';
import { commandValidator } from './command/command-validator';
import type { DialogCommandCheck } from './command/dialog-command-checks';
import { translateShared } from './labels/translate';
import type { Translate } from './labels/translate';
import type { TypedInputConstraints, ValidatorCondition } from './form/validators';

// Definitions of settings that several node types have. Each type lists them by name in its own
// `defaults`: the Flow Library reads the names there and cannot parse a spread
// (node-red/flow-library, lib/modules.js).

export const bridgeSetting = (): NodeProperty<string> => ({
  value: '',
  type: 'bridge-config',
  validate: validators.bridgeValidator(),
});

/**
 * Setting for the target; needs `targetType` and `targetName` beside it.
 *
 * @param options conditions for a target, and how many are allowed
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
 * Setting for the bridges of the picked resources in `target`, in the same order; empty for the
 * bridge of the node. Node-RED exports these bridges with the node and updates their ids on import,
 * as for the setting `bridge`.
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
 * @param check rules of the node for commands
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
 * @param defaultInterval in ms
 */
export const intervalSetting = (
  text: Translate,
  defaultInterval: number,
): NodeProperty<string> => ({
  value: formatParsableDuration(defaultInterval),
  label: text('label.interval'),
  validate: validators.durationValidator({ ...intervalBounds, numberUnit: unitLengths.second }),
});

/**
 * Setting for the payload of output messages: one of the dialog's choices, or the path of a
 * property.
 */
export const outputSetting = (text: Translate, defaultOutput: string): NodeProperty<string> => ({
  value: defaultOutput,
  label: text('label.output'),
  validate: validators.propertyPathValidator(),
});

const numberDecidesCondition =
  'split=yes-no;yesWhen=above below|combine=any all none count;yesWhen=above below';

/** Setting for the compared value; needs `split` and `yesWhen` beside it. */
export const yesValueSetting = (): NodeProperty<string> => ({
  value: '',
  label: translateShared('row.yesWhen'),
  validate: validators.numberValidator({ when: numberDecidesCondition }),
});

/** Setting for the distance that a value must go back beyond the number to end a yes. */
export const hysteresisSetting = (): NodeProperty<string> => ({
  value: '',
  label: translateShared('row.hysteresis'),
  validate: validators.numberValidator({
    least: 0,
    optional: true,
    when: numberDecidesCondition,
  }),
});
