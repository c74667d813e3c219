// What the table of routes needs once the editor asks for the first of them.

export { getResourceTableRoute, getDocumentationPageRoute, listResourcesRoute } from './reference';
export { previewDaylightRoute, tryLightCommandRoute } from './preview';
export { testConnectionRoute, getCertificateRoute } from './dialog-bridge';
export {
  startDiscoveryRoute,
  getDiscoveryProgressRoute,
  stopDiscoveryRoute,
  startPairingRoute,
  getPairingProgressRoute,
  stopPairingRoute,
} from './pairing';
export {
  streamHomeRoute,
  getHomeDiagnosticsRoute,
  getHomeTwinRoute,
  sendHomeCommandRoute,
} from './home';
export {
  getBackupRoute,
  planRestoreRoute,
  takeOverStoreRoute,
  listDailyBackupsRoute,
  getDailyBackupRoute,
  startRestoreRoute,
  getRestoreProgressRoute,
  stopRestoreRoute,
} from './backup';
export { guardAgainstOtherSites, serveRoute } from './serve';
