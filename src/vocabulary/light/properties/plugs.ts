import { createInvalidValueResult, createParseSuccess } from '../../parsing/parse-result';
import type { LightCommandProperty } from '../light-property';
import { trueOrFalse } from '../../../resources/validation/problem-texts';

/** `plugs`: true if a command that goes to each lamp of a group also goes to its plugs. */
export const plugs: LightCommandProperty = {
  groupSupport: 'whole',
  parse(value, { at, kind }) {
    if (typeof value !== 'boolean') return createInvalidValueResult(at, trueOrFalse, value);
    return createParseSuccess({
      body: {},
      warnings: kind === 'light' ? [{ kind: 'leftOutOfLamp', path: at }] : [],
    });
  },
};
