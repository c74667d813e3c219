import * as validate from './validators';
import type { Texts } from './texts';
import type { Condition } from './validators';

// Definitions of settings that several node types have. Each type names them one by one in its own `defaults`: the
// Flow Library reads the names there, and fails at a spread (node-red/flow-library, lib/modules.js).

/** The config node of the bridge. */
export const bridge = (): NodeProperty<string> => ({
  value: '',
  type: 'bridge-config',
  validate: validate.bridge(),
});

/** The resource that is meant; `targetType` and `targetName` go with it. */
export const target = (text: Texts): NodeProperty<string> => ({
  value: '',
  label: text('label.target'),
  validate: validate.typed('targetType'),
});

/** What is to be written; `commandType` goes with it. */
export const command = (text: Texts, condition?: Condition): NodeProperty<string> => ({
  value: 'payload',
  label: text('label.command'),
  validate: validate.typed('commandType', condition),
});

/**
 * The longest time between two looks at the bridge, in seconds.
 *
 * @param usual what counts where nothing else is said, in ms
 */
export const interval = (text: Texts, usual: number): NodeProperty<string> => ({
  value: String(usual / 1_000),
  label: text('label.interval'),
  validate: validate.number({ least: 1 }),
});

/** What becomes the payload: one of the words that the dialog offers, or the path of a property. */
export const output = (text: Texts, usual: string): NodeProperty<string> => ({
  value: usual,
  label: text('label.output'),
  validate: validate.propertyPath(),
});
