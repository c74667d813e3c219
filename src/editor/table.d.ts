/** What the browser needs of the table of resource types; made when the palette is built. */
declare module 'lighting-bridge:table' {
  type Operation = 'list' | 'get' | 'create' | 'update' | 'delete';

  export const types: readonly {
    rtype: string;
    origin: 'service' | 'reference';
    operations: readonly Operation[];
  }[];
  export const roomArchetypes: readonly string[];
  export const weekdays: readonly string[];
}
