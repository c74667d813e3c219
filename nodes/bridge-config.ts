import type { NodeAPI } from 'node-red';
import { registerAdminRoutes } from '../src/runtime/routes/admin-routes';
import { registerBridgeNode } from '../src/runtime/bridge/bridge-node';

export default function register(RED: NodeAPI): void {
  registerBridgeNode(RED, 'bridge-config');
  registerAdminRoutes(RED);
}
