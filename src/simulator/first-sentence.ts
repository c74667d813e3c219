import * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** What is wrong first, with its place before it: `answers.0.status: Invalid type: Expected …`. */
export function firstSentence([issue]: readonly [Issue, ...Issue[]]): string {
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}
