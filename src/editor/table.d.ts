/** What the browser needs of the table of resource types and of the runtime's bounds; made when the palette is built. */
declare module 'lighting-bridge:table' {
  type Operation = 'list' | 'get' | 'create' | 'update' | 'delete';

  export const types: readonly {
    rtype: string;
    origin: 'service' | 'reference';
    operations: readonly Operation[];
  }[];
  export const operations: readonly Operation[];
  export const sensorTypes: readonly string[];
  export const roomArchetypes: readonly string[];
  export const weekdays: readonly string[];
  /** In ms. */
  export const longestTransition: number;
  /** In ms. */
  export const longestSceneTransition: number;
  /** In writes a second. */
  export const paceBounds: { least: number; most: number };
  /** In ms. */
  export const usualIntervals: { button: number; poll: number; status: number };
}
