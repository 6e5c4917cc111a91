import { z } from 'zod';

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/**
 * The message of a validation error whose schema has none, in the style of the other errors of the API. Zod's default messages are
 * written for developers.
 */
function errorText(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1 ? 'must not be empty' : 'is too small';
    case 'too_big':
      return issue.origin === 'string' ? `must be at most ${issue.maximum} characters` : 'is too large';
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be an id' : 'does not have the right format';
    default:
      return 'is not valid';
  }
}

/** Sets the error map for all schemas of the process. */
export const setZodErrorMap = (): void => void z.config({ customError: errorText });
