import { givenText } from '../given-setting';

/** A text in the body of a request, without spaces around it; undefined when it is missing or empty. */
export const textAt = (body: Record<string, unknown>, name: string): string | undefined =>
  givenText(body[name]);
