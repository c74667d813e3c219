/**
 * Works something out when it is first asked for. Calls share what comes of it; after a failure the next
 * call tries again.
 */
export function lookedUp<T>(lookUp: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  return () => {
    if (found === undefined) {
      const looking = lookUp();
      found = looking;
      looking.catch(() => {
        found = undefined;
      });
    }
    return found;
  };
}
