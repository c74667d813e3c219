/** The used part; `scripts/build-palette.ts` bundles a stand-in. */
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
