import { appendMemberToPath } from '../../resources';
import { accept } from '../../vocabulary/parse-result';
import { copyPlainJsonWithMembers } from '../../vocabulary/plain-json';
import type { ParsedCommandBody, ParseResult } from '../../vocabulary/parse-result';
import type { MessageSetting } from './evaluate-setting';

export interface DialogCommandProperty {
  property: string;
  value: unknown;
  settingPath: string;
}

/** Returns settings with a value, by the property that they set. */
export const listDialogCommandProperties = (
  settings: Readonly<Record<string, MessageSetting>>,
): DialogCommandProperty[] =>
  Object.entries(settings)
    .map(([property, { path, value }]) => ({ property, settingPath: path, value }))
    .filter(({ value }) => value !== undefined);

/** Lets the choices of the dialog take precedence. */
export const mergeDialogCommandProperties = (
  command: unknown,
  choices: readonly DialogCommandProperty[],
): Record<string, unknown> =>
  copyPlainJsonWithMembers(
    command,
    Object.fromEntries(choices.map(({ property, value }) => [property, value])),
  );

/**
 * Names the dialog's setting in problems and warnings where it provided the value.
 *
 * @param messagePath of the part of the command from the message
 */
export function withSettingPaths(
  result: ParseResult<ParsedCommandBody>,
  messagePath: string,
  choices: readonly DialogCommandProperty[],
): ParseResult<ParsedCommandBody> {
  const mappings = choices.map(({ property, settingPath }) => ({
    path: appendMemberToPath(messagePath, property),
    setting: settingPath,
  }));
  const replacePath = (text: string): string => {
    const mapping = mappings.find(({ path }) => startsWithPath(text, path));
    return mapping === undefined ? text : mapping.setting + text.slice(mapping.path.length);
  };
  if (!result.ok)
    return { ...result, problem: { ...result.problem, path: replacePath(result.problem.path) } };
  const warnings = result.value.warnings.map((warning) =>
    typeof warning === 'object' && 'path' in warning
      ? { ...warning, path: replacePath(warning.path) }
      : warning,
  );
  return accept({ ...result.value, warnings });
}

const startsWithPath = (text: string, path: string): boolean =>
  text.startsWith(path) && !/\w/.test(text.charAt(path.length));
