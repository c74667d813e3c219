import { listDeployedBridges } from '../../bridge/deployed-bridges';
import type { HomeBridge } from '../../home/home-item';
import type { RouteHandler } from '../route-handler';

/** Returns the bridges that the sidebar can show. */
export const listHomeBridgesRoute: RouteHandler<readonly HomeBridge[]> = async () =>
  listDeployedBridges().map(({ id, name }) => ({ id, name, deployed: true }));
