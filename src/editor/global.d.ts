import type { EditorPluginApi } from './index';

declare global {
  const lightingBridge: EditorPluginApi;

  interface Window {
    lightingBridge: EditorPluginApi;
  }
}
