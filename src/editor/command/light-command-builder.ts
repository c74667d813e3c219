import { findPickedResource, readPickedIds } from '../picker/picked-ids';
import { fetchResourceList } from '../picker/resource-list';
import {
  getChosenConfigNodeId,
  getDialogForm,
  getSettingField,
  getSettingValue,
  toText,
} from '../fields/setting-fields';
import { translateShared } from '../labels/translate';
import { describeLightCommand } from './describe-light-command';
import { CommandJsonWriter } from './light-command-form-values';
import { LightCommandFields, usualWhites } from './light-command-fields';
import { parseLightCommandToFormValues } from './light-command-form-values';
import { createCommandTryRow } from './try-command';
import type { LampCapabilities } from '../routes/admin-route-client';

/** Offered for groups and unknown lamps. */
const usualAbilities: LampCapabilities = {
  kelvin: usualWhites,
  hasColor: true,
  isDimmable: true,
  effects: [],
};

const firstCommand = '{"on":true}';

/** Fields write the JSON of a command; a button sends it to the lamp. */
export function prepareLightCommandBuilder(node: EditorNode): void {
  const command = getSettingField(node, 'command');
  const fields = new LightCommandFields();
  const writer = new CommandJsonWriter();
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
  fields.onChange((changed) => {
    const text = writer.write(toText(command.val()), fields.read(), changed);
    command.typedInput('value', text);
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

function findAbilities(node: EditorNode): LampCapabilities {
  const [picked, another] = readPickedIds(node, getSettingValue(node, 'target'));
  const isSingle = picked !== undefined && another === undefined;
  const resource = isSingle ? findPickedResource(picked) : undefined;
  return resource?.abilities ?? usualAbilities;
}
