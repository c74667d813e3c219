import type { NodeRedApp } from 'node-red';
import type { AdminRoute } from '../../../support/node-red/node-red';
import { listAdminRoutes } from '../../../support/node-red/admin-routes';

/** No search and no pairing has this id. */
const placeholderId = '00000000-0000-4000-8000-000000000000';

/** Returns paths without the leading slash. */
export const listPackageRoutes = (red: NodeRedApp): AdminRoute[] =>
  listAdminRoutes(red)
    .filter(({ path }) => path.startsWith('/lighting-bridge/'))
    .map(({ method, path }) => ({ method, path: path.slice(1).replace(':id', placeholderId) }));
