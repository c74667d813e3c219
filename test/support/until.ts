/** Waits until a test holds. */
export function until(
  what: string,
  holds: () => boolean,
  { limit = 10_000, every = 10 }: { limit?: number; every?: number } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const look = (): void => {
      if (holds()) resolve();
      else if (performance.now() - start > limit) {
        reject(new Error(`${what} did not come about within ${limit} ms`));
      } else setTimeout(look, every);
    };
    look();
  });
}
