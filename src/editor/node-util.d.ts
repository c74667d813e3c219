/** What vocabulary and sentences take of Node.js; `scripts/build-palette.ts` puts its stand-in into the bundle. */
declare module 'node:util' {
  type TypeCheck = (value: unknown) => boolean;

  export const types: Record<
    | 'isProxy'
    | 'isUint8Array'
    | 'isBoxedPrimitive'
    | 'isDate'
    | 'isNativeError'
    | 'isMap'
    | 'isSet',
    TypeCheck
  >;
}
