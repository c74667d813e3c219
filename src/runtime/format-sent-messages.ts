import type { HueMagicSettings } from './huemagic-messages';
import type { SourceContext } from './running';

/** Replaces `send` if the format has its own messages. */
export async function formatSentMessages(
  settings: HueMagicSettings & { readonly format?: unknown },
  context: SourceContext,
): Promise<SourceContext> {
  if (settings.format !== 'huemagic') return context;
  const { getHueMagicMessages } = await import('./huemagic-messages.js');
  const hueMagic = getHueMagicMessages(context.node, settings);
  const { stateCache } = context.bridge.client;
  return {
    ...context,
    send: (messages) =>
      context.send(messages.map((message) => message && hueMagic.format(stateCache, message))),
  };
}
