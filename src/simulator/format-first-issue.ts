import * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;

/** Such as `answers.0.status: Invalid type: Expected …`. */
export function formatFirstIssue([issue]: readonly [Issue, ...Issue[]]): string {
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}
