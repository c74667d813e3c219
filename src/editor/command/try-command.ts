import { requestCommandTry, toErrorMessage } from '../routes/admin-route-client';
import type { TriedCommandResponse } from '../routes/admin-route-client';
import { getChosenConfigNodeId, getSettingField, getSettingValue } from '../fields/setting-fields';
import { dynamicInputTypes } from '../fields/typed-input-types';
import { getBridgesOfPickedResources } from '../picker/picked-ids';
import { translateProblemText } from '../labels/translate-problem';
import { translateShared } from '../labels/translate';

/** Sends the command of the open dialog without a deploy. */
export function createCommandTryRow(node: EditorNode) {
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
