import { parseNonEmptyText } from '../settings/parse-setting';

/** A text in the body of a request, trimmed; undefined when it is missing or empty. */
export const getBodyText = (body: Record<string, unknown>, name: string): string | undefined =>
  parseNonEmptyText(body[name]);
