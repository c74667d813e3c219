/**
 * The part of `node:util` that vocabulary and sentences use; `scripts/build-palette.ts` bundles a
 * stand-in.
 */
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
