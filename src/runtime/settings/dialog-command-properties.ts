import { appendMemberToPath } from '../../resources';
import { accept } from '../../vocabulary';
import { copyPlainJsonWithMembers } from '../../vocabulary/parsing/plain-json';
import type { ParsedCommandBody, ParseResult } from '../../vocabulary';
import type { MessageSetting } from './evaluate-setting';

export interface DialogCommandProperty {
  property: string;
  value: unknown;
  /** Path of the setting that holds the value. */
  settingPath: string;
}

/** Returns the settings that have a value, each by the property of the command that it sets. */
export const listDialogCommandProperties = (
  settings: Readonly<Record<string, MessageSetting>>,
): DialogCommandProperty[] =>
  Object.entries(settings)
    .map(([property, { path, value }]) => ({ property, settingPath: path, value }))
    .filter(({ value }) => value !== undefined);

/** Returns the command of the message with the choices of the dialog, which take precedence. */
export const mergeDialogCommandProperties = (
  command: unknown,
  choices: readonly DialogCommandProperty[],
): Record<string, unknown> =>
  copyPlainJsonWithMembers(
    command,
    Object.fromEntries(choices.map(({ property, value }) => [property, value])),
  );

/**
 * Lets problems and warnings name the dialog's setting, instead of the message, where the dialog provided the value.
 *
 * @param messagePath path of the part of the command that comes from the message
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
