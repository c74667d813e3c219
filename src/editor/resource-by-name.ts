import type { ListedResource } from './bridge-routes';

/**
 * The one resource that a text names.
 *
 * @param resources what may be meant
 * @param text name or `Room/Name`
 * @returns undefined when nothing, or more than one, is called so
 */
export function resourceNamed(
  resources: readonly ListedResource[],
  text: string,
): ListedResource | undefined {
  const wanted = text.trim().toLowerCase();
  const named = resources.filter(({ name, room }) =>
    [name, `${room?.name ?? ''}/${name}`].some((one) => one.toLowerCase() === wanted),
  );
  return named.length === 1 ? named[0] : undefined;
}
