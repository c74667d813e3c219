import type { EditorPluginApi } from './index';

declare global {
  /** API of the editor plugin for the dialogs of the nodes. */
  const lightingBridge: EditorPluginApi;

  interface Window {
    lightingBridge: EditorPluginApi;
  }
}
