import type * as api from './index';

declare global {
  const lightingBridge: typeof api;

  interface Window {
    lightingBridge: typeof api;
  }
}
