import type { NodeAPI } from 'node-red';
import { registerAdminRoutes } from '../src/runtime/admin-routes';
import { registerBridge } from '../src/runtime/bridge-node';

/** The bridge that all other nodes share: its address, its key and whom to trust. */
export default function register(RED: NodeAPI): void {
  registerBridge(RED, 'bridge-config');
  registerAdminRoutes(RED);
}
