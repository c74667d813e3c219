import { findNearestName, appendMemberToPath } from '../../resources';
import { accept, refuse } from './parse-result';
import type { ParseResult } from './parse-result';
import type { Members } from '../../resources';

/** @param suggestionByAlias suggested members for names of other packages */
export function refuseUnknownMembers(
  value: Members,
  allowed: readonly string[],
  at: string,
  suggestionByAlias: ReadonlyMap<string, string> = new Map(),
): ParseResult<Members> {
  const unknownName = Object.keys(value).find((name) => !allowed.includes(name));
  return unknownName === undefined
    ? accept(value)
    : refuse(
        appendMemberToPath(at, unknownName),
        { kind: 'oneOf', values: allowed },
        value[unknownName],
        suggestionByAlias.get(unknownName) ?? findNearestName(unknownName, allowed),
      );
}

export const omitMembers = (value: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
