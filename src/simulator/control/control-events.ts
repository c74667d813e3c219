import type { ServerResponse } from 'node:http';
import type { SimulatorControlEvents } from './control-protocol';
import type { SimulatedHomeChange } from '../home/simulated-home';
import type { LoggedRequest } from '../server/request-log';
import {
  toVisibleLampLightUpdates,
  toLinkButtonState,
  toRedactedRequest,
} from './control-requests';
import type { SimulatorControlContext } from './control-requests';
import { serializeActiveFaults } from './fault-schema';

/** Maximum buffered bytes for a slow page; above, it is disconnected and has to reload. */
const maxBufferedBytes = 4_194_304;

/** Streams all changes to a page as server-sent events until it disconnects. */
export function handleControlEventStream(
  context: SimulatorControlContext,
  response: ServerResponse,
): void {
  const { simulation, faults, linkButton, log, keys } = context;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  response.flushHeaders();
  const sendEvent = <Name extends keyof SimulatorControlEvents>(
    name: Name,
    value: SimulatorControlEvents[Name],
  ): void => {
    if (response.destroyed) return;
    if (response.writableLength > maxBufferedBytes) response.destroy();
    else response.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
  };
  const onChange = ({ kind, resource }: SimulatedHomeChange): void => {
    if (kind === 'deleted') sendEvent('deleted', { id: resource.id, type: resource.type });
    else sendEvent('resource', resource);
  };
  const onAnswered = (request: LoggedRequest): void =>
    sendEvent('request', toRedactedRequest(request, keys));
  let faultsEventPending = false;
  const onFaultsChange = (): void => {
    if (faultsEventPending) return;
    faultsEventPending = true;
    // Replacing all faults emits several changes; send only the final state.
    queueMicrotask(() => {
      faultsEventPending = false;
      sendEvent('faults', serializeActiveFaults(faults));
    });
  };
  const onLinkButtonChange = (): void => sendEvent('link-button', toLinkButtonState(linkButton));
  const onAppearance = (rid: string): void => {
    for (const appearance of toVisibleLampLightUpdates(simulation, rid))
      sendEvent('appearance', appearance);
  };
  simulation.home.on('change', onChange);
  simulation.appearances.on('change', onAppearance);
  log.on('answered', onAnswered);
  faults.on('change', onFaultsChange);
  linkButton.on('change', onLinkButtonChange);
  response.on('close', () => {
    simulation.home.off('change', onChange);
    simulation.appearances.off('change', onAppearance);
    log.off('answered', onAnswered);
    faults.off('change', onFaultsChange);
    linkButton.off('change', onLinkButtonChange);
  });
}
