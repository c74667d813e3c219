import type { EditorPlugin } from './index';

declare global {
  /** API of the editor plugin for the dialogs of the nodes. */
  const lightingBridge: EditorPlugin;

  interface Window {
    lightingBridge: EditorPlugin;
  }
}
