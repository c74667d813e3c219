import { intervalBounds } from 'lighting-bridge:table';
import { formatParsableDuration, unitLengths } from '../units/duration';
import * as validators from './form/validators';
import { createCommandValidator } from './command/command-validator';
import type { DialogCommandCheck } from './command/dialog-command-checks';
import { createTranslator, findText, translateShared } from './labels/translate';
import type { Validator } from './form/validators';

/** Choices that compare a number. */
const numberDecidesCondition =
  'split=yes-no;yesWhen=above below|combine=any all none count;yesWhen=above below';

/**
 * Creates the definitions of a node type's settings. Each type lists its settings by name in its own `defaults`: the
 * Flow Library cannot parse a spread there (node-red/flow-library, lib/modules.js).
 *
 * @param nodeType problems name a setting by `label.<setting>` of its catalogue, otherwise by the shared
 * `row.<setting>`
 */
export function createSettings(nodeType: string) {
  const text = createTranslator(nodeType);
  const checked = (setting: string, validate: Validator, value = ''): NodeProperty<string> => ({
    value,
    label: findText(text, `label.${setting}`) ?? translateShared(`row.${setting}`),
    validate,
  });
  return {
    checked,
    number: (setting: string, bounds: validators.NumberOptions, value?: string) =>
      checked(setting, validators.createNumberValidator(bounds), value),
    duration: (setting: string, bounds: validators.DurationOptions) =>
      checked(setting, validators.createDurationValidator(bounds)),
    /** Needs the setting `<setting>Type` beside it. */
    typed: (setting: string, constraints: validators.TypedInputConstraints) =>
      checked(setting, validators.createTypedInputValidator(`${setting}Type`, constraints)),
    bridge: (): NodeProperty<string> => ({
      value: '',
      type: 'bridge-config',
      validate: validators.bridgeValidator,
    }),
    /** Needs `targetType` and `targetName` beside it. */
    target: (constraints: validators.TypedInputConstraints = {}) =>
      checked('target', validators.createTypedInputValidator('targetType', constraints)),
    /**
     * The bridge of each picked resource in `target`; empty for the node's bridge. Node-RED exports these bridges with
     * the node and updates their ids on import.
     */
    bridgePerTarget: (): NodeProperty<string[]> => ({
      value: [],
      label: text('label.target'),
      type: 'bridge-config[]',
      validate: validators.targetBridgesValidator,
    }),
    /** Needs `commandType` beside it. */
    command: (check: DialogCommandCheck, when?: string) =>
      checked('command', createCommandValidator(check, when), 'payload'),
    sunMoment: (setting: string, when: string, value?: string) =>
      checked(setting, validators.createSunMomentValidator(`${setting}Type`, when), value),
    /** A bare number, in older flows, is in seconds; `defaultInterval` is in ms. */
    interval: (defaultInterval: number) =>
      checked(
        'interval',
        validators.createDurationValidator({ ...intervalBounds, numberUnit: unitLengths.second }),
        formatParsableDuration(defaultInterval),
      ),
    /** A choice of the dialog, or the path of a property. */
    output: (defaultOutput: string): NodeProperty<string> => ({
      value: defaultOutput,
      label: translateShared('row.payload'),
      validate: validators.propertyPathValidator,
    }),
    /** Needs `split` and `yesWhen` beside it. */
    yesValue: () => createComparedNumber('row.yesWhen', {}),
    /** A value must go back this far beyond the number to end a yes. */
    hysteresis: () => createComparedNumber('row.hysteresis', { least: 0, optional: true }),
  };
}

const createComparedNumber = (
  labelKey: string,
  bounds: validators.NumberOptions,
): NodeProperty<string> => ({
  value: '',
  label: translateShared(labelKey),
  validate: validators.createNumberValidator({ ...bounds, when: numberDecidesCondition }),
});
