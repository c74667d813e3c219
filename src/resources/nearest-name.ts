/**
 * Returns the nearest name by edit distance, within a third of the length; undefined without a near
 * name, or if a name and its opposite, such as `activate` and `deactivate`, are equally near.
 */
export function findNearestName(name: string, names: readonly string[]): string | undefined {
  const lowerCaseName = name.slice(0, 64).toLowerCase();
  const nearest = findNearestNames(lowerCaseName, names);
  const begun = nearest.find((candidate) => candidate.toLowerCase().startsWith(lowerCaseName));
  const [first] = nearest;
  if (begun !== undefined || first === undefined) return begun;
  return nearest.some((other) => other !== first && isPartOfOther(first, other))
    ? undefined
    : first;
}

function findNearestNames(lowerCaseName: string, names: readonly string[]): readonly string[] {
  const maxDistance = Math.max(1, Math.floor(lowerCaseName.length / 3));
  let best: { names: readonly string[]; distance: number } = { names: [], distance: maxDistance };
  for (const candidate of new Set(names)) {
    if (Math.abs(candidate.length - lowerCaseName.length) > best.distance) continue;
    const distance = editDistance(lowerCaseName, candidate.toLowerCase());
    if (distance < best.distance) best = { names: [candidate], distance };
    else if (distance === best.distance) best = { names: [...best.names, candidate], distance };
  }
  return best.names;
}

const isPartOfOther = (one: string, other: string): boolean =>
  one.includes(other) || other.includes(one);

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      const inserted = (current[column] ?? 0) + 1;
      const removed = (previous[column + 1] ?? 0) + 1;
      current.push(Math.min(replaced, inserted, removed));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
