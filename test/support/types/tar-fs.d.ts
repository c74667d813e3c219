declare module 'tar-fs' {
  /** The stream unpacks into the folder. */
  export function extract(folder: string): NodeJS.WritableStream;
}
