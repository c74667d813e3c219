import type { Mirror } from '../../bridge';
import type { ResourceType } from '../../resources';
import type { Command } from '../../vocabulary';
import type { OpenBridge } from '../open-bridge';
import type { Outcome } from '../outcome';
import { writeInTurn } from './send';
import type { SendOptions } from './send';

/**
 * Changes a resource by a body that is built on what the bridge holds, such as a list that is replaced as a whole.
 * The next such change begins when this one is answered, so that none is built on what another is about to replace.
 *
 * @param command makes the body from the home as it is now
 */
export const rebuild = (
  bridge: OpenBridge,
  asked: { operation: 'update'; rtype: ResourceType; rid: string },
  options: SendOptions,
  command: (home: Mirror) => Command,
): Promise<Outcome> =>
  bridge.order.inTurn(asked.rid, options.signal, async () => {
    await bridge.order.answered(asked.rid);
    const home = await bridge.home.readAnew();
    return writeInTurn(bridge, asked, command(home), options);
  });
