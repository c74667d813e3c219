import type { ServerResponse } from 'node:http';
import type { ControlEvents } from '../control-protocol';
import type { HomeChange } from '../home';
import type { RecordedRequest } from '../request-log';
import { linkButtonState, seenRequest } from './control-api';
import type { ControlContext } from './control-api';
import { activeFaults } from './fault-schema';

/** Most bytes that wait for a slow page before it is sent away; it then reads everything anew. */
const mostWaiting = 4_194_304;

/** Tells a page everything that happens, for as long as it listens. */
export function followControl(context: ControlContext, response: ServerResponse): void {
  const { house, faults, linkButton, log, keys } = context;
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  response.flushHeaders();
  const tell = <Name extends keyof ControlEvents>(name: Name, value: ControlEvents[Name]): void => {
    if (response.destroyed) return;
    if (response.writableLength > mostWaiting) response.destroy();
    else response.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
  };
  const onChange = ({ kind, resource }: HomeChange): void => {
    if (kind === 'deleted') tell('deleted', { id: resource.id, type: resource.type });
    else tell('resource', resource);
  };
  const onAnswered = (request: RecordedRequest): void =>
    tell('request', seenRequest(request, keys));
  let faultsChange = false;
  const onFaults = (): void => {
    if (faultsChange) return;
    faultsChange = true;
    // All faults are replaced one by one; a page shows what comes of it.
    queueMicrotask(() => {
      faultsChange = false;
      tell('faults', activeFaults(faults));
    });
  };
  const onButton = (): void => tell('link-button', linkButtonState(linkButton));
  house.home.on('change', onChange);
  log.on('answered', onAnswered);
  faults.on('change', onFaults);
  linkButton.on('change', onButton);
  response.on('close', () => {
    house.home.off('change', onChange);
    log.off('answered', onAnswered);
    faults.off('change', onFaults);
    linkButton.off('change', onButton);
  });
}
