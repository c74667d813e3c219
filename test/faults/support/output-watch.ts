/**
 * Shows everything that this process writes to its two outputs, and passes it on.
 *
 * @param see called with each text
 * @returns ends it
 */
export function watchOutput(see: (text: string) => void): () => void {
  const ends = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      see(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
      const written = rest.at(-1);
      return write(chunk, (error) => {
        if (typeof written === 'function') Reflect.apply(written, undefined, [error]);
      });
    };
    return () => {
      stream.write = write;
    };
  });
  return () => {
    for (const end of ends) end();
  };
}
