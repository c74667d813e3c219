import type { SourceContext } from './source-context';

/**
 * Lets a node send its messages in the format that it is set to, where that has messages of its own.
 *
 * @param settings of the node, as the flow file holds them
 * @returns the context, whose `send` formats what it sends
 */
export async function formatSentMessages(
  { format }: { readonly format?: unknown },
  context: SourceContext,
): Promise<SourceContext> {
  if (format !== 'huemagic') return context;
  const { getHueMagicMessages } = await import('./huemagic-messages.js');
  const hueMagic = getHueMagicMessages(context.node);
  const { stateCache } = context.bridge.client;
  return {
    ...context,
    send: (messages) =>
      context.send(messages.map((message) => message && hueMagic.format(stateCache, message))),
  };
}
