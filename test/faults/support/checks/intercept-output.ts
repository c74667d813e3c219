/**
 * Reports texts and passes them on.
 *
 * @returns restores the streams
 */
export function interceptOutput(onText: (text: string) => void): () => void {
  const restores = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      onText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
      const callback = rest.at(-1);
      return write(chunk, (error) => {
        if (typeof callback === 'function') Reflect.apply(callback, undefined, [error]);
      });
    };
    return () => {
      stream.write = write;
    };
  });
  return () => {
    for (const restore of restores) restore();
  };
}
