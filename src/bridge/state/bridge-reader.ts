import { isResource } from './admit-resource';
import { checkStatus, readList } from '../wire/envelope';
import { listRequest } from '../wire/request';
import type { Reply } from '../wire/exchange';
import type { BridgeRequest } from '../wire/request';
import type { RawAnswer, ResourceReader } from './resource-reader';

/** Carries out one request, whatever the status of the reply. */
export type CarryOut = (
  request: BridgeRequest,
  options: { signal?: AbortSignal },
) => Promise<{ reply: Reply; merged: number }>;

/** Reads state over whatever carries out the requests of a client. */
export function bridgeReader(carryOut: CarryOut): ResourceReader {
  const read = async (request: BridgeRequest, signal: AbortSignal): Promise<RawAnswer> => {
    const { reply } = await carryOut(request, { signal });
    checkStatus(request, reply);
    return { body: reply.body, resources: () => readList(request, reply, isResource).data };
  };
  return {
    readCollection: (rtype, signal) => read(listRequest(rtype), signal),
    readTree: (signal) => read(listRequest(), signal),
  };
}
