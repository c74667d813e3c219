import { intervalBounds } from 'lighting-bridge:table';
import { formatParsableDuration, unitLengths } from '../units/duration';
import * as validators from './form/validators';
import type { Validator } from './form/validators';
import { createCommandValidator } from './command/dialog-command-checks';
import type { DialogCommandCheck } from './command/dialog-command-checks';
import {
  createTranslator,
  findText,
  translateShared,
  getResourceTypeLabel,
} from './labels/translate';
import { toText } from './fields/setting-fields';

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
    number: (setting: string, bounds: validators.NumberValidatorOptions, value?: string) =>
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
  bounds: validators.NumberValidatorOptions,
): NodeProperty<string> => ({
  value: '',
  label: translateShared(labelKey),
  validate: validators.createNumberValidator({ ...bounds, when: numberDecidesCondition }),
});

interface LabelSettings {
  name?: string;
  target?: string;
  targetType?: string;
  targetName?: string;
  operation?: string;
  rtype?: string;
}

interface NodeLabels {
  paletteLabel: () => string;
  label: (this: LabelSettings) => string;
  labelStyle: (this: LabelSettings) => string;
  inputLabels: () => string;
  outputLabels: (port: number) => string;
}

/**
 * Creates labels of the palette, of nodes and of ports.
 *
 * @param nodeType its catalogue has `paletteLabel`, `port.changes` of a second output, `does.<operation>` of
 * operations, and `port.input` and `port.output` if they are not those of a command node
 */
export function createNodeLabels(nodeType: string): NodeLabels {
  const text = createTranslator(nodeType);
  return {
    paletteLabel: () => text('paletteLabel'),
    label() {
      const [operation, rtype] = [toText(this.operation), toText(this.rtype)];
      const namesOperations = findText(text, 'does.get') !== undefined;
      const action = operation === '' ? undefined : findText(text, `does.${operation}`);
      const type =
        rtype === '' || namesOperations ? text('paletteLabel') : getResourceTypeLabel(rtype);
      return formatNodeLabel(this, action ?? type);
    },
    /** Italic for a user-defined name. */
    labelStyle() {
      return toText(this.name) === '' ? '' : 'node_label_italic';
    },
    inputLabels: () => findText(text, 'port.input') ?? translateShared('port.input'),
    outputLabels: (port) =>
      port === 0
        ? (findText(text, 'port.output') ?? translateShared('port.output'))
        : text('port.changes'),
  };
}

/** An earlier target is stored, but not shown. */
const targetlessOperations = new Set(['list', 'create']);

function formatNodeLabel(node: LabelSettings, fallback: string): string {
  const { name, target, targetType, targetName, operation } = node;
  if (toText(name) !== '') return toText(name);
  if (toText(target) === '' || targetlessOperations.has(toText(operation))) return fallback;
  if (targetType === 'str') return toText(target);
  return (targetType === 'resource' && toText(targetName)) || fallback;
}
