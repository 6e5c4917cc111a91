/** A secret of the environment. `least`: its minimum length; null when another party made it. */
export interface NamedSecret {
  readonly variable: string;
  readonly value: string | undefined;
  readonly least: number | null;
}

/** Random text of 16 or more characters has more distinct ones. */
const MIN_DISTINCT = 8;
/** Words of placeholders, including this project's own. */
const PLACEHOLDER = /change.?me|placeholder|example|random.?characters|your.?secret|password|to.?do/i;
const ADVICE = '`openssl rand -hex 32` makes a secret';

/** Why a secret is weak; null when it may be random. */
function weakness(secret: string, least: number): string | null {
  if (secret.length < least) return `must have at least ${least} characters in production: ${ADVICE}`;
  if (PLACEHOLDER.test(secret)) return `must not be a placeholder: ${ADVICE}`;
  const repeats = new Set(secret).size < MIN_DISTINCT || /^(.+?)\1+$/.test(secret);
  return repeats ? `must not repeat itself: ${ADVICE}` : null;
}

/**
 * The weaknesses of production secrets, each with its variable's name: too short, a placeholder, repetitive, or equal
 * to another one. No secret is quoted.
 */
export function secretProblems(secrets: readonly NamedSecret[]): (readonly [string, string])[] {
  const problems: (readonly [string, string])[] = [];
  const known = new Map<string, string>();
  for (const { variable, value, least } of secrets) {
    if (value === undefined) continue;
    const weak = least === null ? null : weakness(value, least);
    if (weak !== null) problems.push([variable, weak]);
    const other = known.get(value);
    if (other !== undefined) {
      problems.push([variable, `must not be the same as ${other === variable ? 'another of them' : other}`]);
    }
    known.set(value, variable);
  }
  return problems;
}
