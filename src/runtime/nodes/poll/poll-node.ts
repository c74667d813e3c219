import type { Node, NodeAPI, NodeMessage } from 'node-red';
import { getNestedMember } from '../../../resources/values/member-access';
import { registerNode } from '../../node/register-node';
import type { DeployedNode } from '../../node/register-node';
import { createInvalidValueError, toError } from '../../settings/node-errors';
import { copyAsSetting, isSettingUnset, parseNonEmptyText } from '../../settings/evaluate-setting';
import { addReadOnlyWarning } from '../../settings/unused-payload';
import type { PollNodeDef, PollSettings } from './poll-settings';
import type { PollAnswer } from './poll-source';
import { loadLightStateFormatter } from '../../message/load-light-state-formatter';
import type { MessageFormatter } from '../../watch/huemagic-messages';
import type { Running } from '../../watch/source-context';

interface RunningPollSource extends Running {
  /** @param addresses undefined for all watched ones */
  pollNow(addresses: unknown): Promise<PollAnswer>;
}

export function registerPollNode(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-poll',
    whenReplaced: 'repeat',
    isTargetReadOnStart: true,
    load: () => Promise.all([import('./poll-settings.js'), import('./poll-source.js')]),
    create: (deployed: DeployedNode<PollNodeDef, RunningPollSource>) => ({
      async start(context, [{ parsePollSettings }, { PollSource }]) {
        const { node, def, status } = deployed;
        const settings = parsePollSettings(def);
        const formatLight = await loadLightStateFormatter(settings.format);
        const bridgeId = parseNonEmptyText(def.bridge);
        const formatMessage = await loadMessageFormatter(node, def, settings);
        const source = new PollSource({
          node,
          status,
          bridgeId,
          settings,
          formatLight,
          formatMessage,
        });
        const running = await deployed.startOnBridges(context, source.start);
        await running.own?.current();
        return {
          pollNow: (addresses) => source.pollNow(running, addresses),
          stop: () => running.stop(),
        };
      },
      async onInput(message) {
        const copy = copyMessage(RED, message);
        const addresses = findNamedTarget(deployed.def, message);
        await recordHueMagicCommand(deployed.node, deployed.def, copyMessage(RED, message));
        const { messages, problem } = await (await deployed.current()).pollNow(addresses);
        return {
          createMessages: () =>
            messages.map((output) =>
              output.map((stateMessage) =>
                Object.assign(RED.util.cloneMessage(copy), addReadOnlyWarning(stateMessage, copy)),
              ),
            ),
          ...(problem === undefined ? {} : { problem }),
        };
      },
    }),
  });
}

/** Undefined if the format has no messages of its own. */
async function loadMessageFormatter(
  node: Node,
  def: PollNodeDef,
  { format, output }: Pick<PollSettings, 'format' | 'output'>,
): Promise<MessageFormatter | undefined> {
  if (format !== 'huemagic' || output !== 'value') return undefined;
  return (await import('../../watch/huemagic-messages.js')).getHueMagicMessages(node, def).format;
}

/** Gives the next state the message as its `command`, as HueMagic does. */
async function recordHueMagicCommand(
  node: Node,
  def: PollNodeDef,
  message: NodeMessage,
): Promise<void> {
  if (def.format !== 'huemagic') return;
  const { getHueMagicMessages } = await import('../../watch/huemagic-messages.js');
  getHueMagicMessages(node, def).recordCommand(message);
}

/** Returns a target only if the node sends on request and its dialog has no target. */
function findNamedTarget({ emit, target }: PollNodeDef, message: NodeMessage): unknown {
  const mayName = emit === 'request' && isSettingUnset(target);
  const named = mayName ? getNestedMember(message, 'target') : undefined;
  return isSettingUnset(named) ? undefined : copyAsSetting(named, 'target').value;
}

function copyMessage(RED: NodeAPI, message: NodeMessage): NodeMessage {
  try {
    return RED.util.cloneMessage(message);
  } catch (thrown) {
    const reason = toError(thrown).message.slice(0, 200);
    throw createInvalidValueError(
      'msg',
      `this message cannot be copied: ${reason}. Nothing was sent.`,
    );
  }
}
