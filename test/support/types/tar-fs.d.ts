declare module 'tar-fs' {
  /** A stream that unpacks what is written to it into a folder. */
  export function extract(folder: string): NodeJS.WritableStream;
}
