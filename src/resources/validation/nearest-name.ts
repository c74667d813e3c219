/**
 * Finds the name that is nearest to a misspelt one.
 *
 * @returns the nearest by edit distance, within a third of the length; otherwise undefined
 */
export function findNearestName(name: string, names: readonly string[]): string | undefined {
  const lowerCaseName = name.slice(0, 64).toLowerCase();
  const maxDistance = Math.max(1, Math.floor(lowerCaseName.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names) {
    const distance = editDistance(lowerCaseName, candidate.toLowerCase());
    if (distance <= maxDistance && distance < (best?.distance ?? Infinity)) {
      best = { name: candidate, distance };
    }
  }
  return best?.name;
}

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
