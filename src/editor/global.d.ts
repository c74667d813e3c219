import type { EditorPlugin } from './index';

declare global {
  /** What the editor plugin offers to the dialogs of the nodes. */
  const lightingBridge: EditorPlugin;

  interface Window {
    lightingBridge: EditorPlugin;
  }
}
