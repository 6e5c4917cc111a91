/** A secret of the environment. `minLength`: its minimum length; null when another party chooses it. */
export interface NamedSecret {
  readonly variable: string;
  readonly value: string | undefined;
  readonly minLength: number | null;
}

/** Random text of 16 characters has more. */
const MIN_DISTINCT = 8;
/** Words of placeholders, including those of .env.example. */
const PLACEHOLDER = /change.?me|placeholder|example|random.?characters|your.?secret|password|to.?do/i;
const ADVICE = '`openssl rand -hex 32` makes a secret';

/** What is wrong with a weak secret; null when it may be random. */
function weakness(secret: string, minLength: number): string | null {
  if (secret.length < minLength) return `must have at least ${minLength} characters in production: ${ADVICE}`;
  if (PLACEHOLDER.test(secret)) return `must not be a placeholder: ${ADVICE}`;
  const repeats = new Set(secret).size < MIN_DISTINCT || /^(.+?)\1+$/.test(secret);
  return repeats ? `must not repeat itself: ${ADVICE}` : null;
}

/**
 * The weak secrets of production, as pairs of variable and message: too short, a placeholder, repetitive, or equal to another
 * secret. No message quotes a secret.
 */
export function secretIssues(secrets: readonly NamedSecret[]): (readonly [string, string])[] {
  const issues: (readonly [string, string])[] = [];
  const variableByValue = new Map<string, string>();
  for (const { variable, value, minLength } of secrets) {
    if (value === undefined) continue;
    const problem = minLength === null ? null : weakness(value, minLength);
    if (problem !== null) issues.push([variable, problem]);
    const sameAs = variableByValue.get(value);
    if (sameAs !== undefined) {
      issues.push([variable, `must not be the same as ${sameAs === variable ? 'another of them' : sameAs}`]);
    }
    variableByValue.set(value, variable);
  }
  return issues;
}
