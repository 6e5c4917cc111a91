/** A secret of the environment. `least`: how many characters it has at least; null: another party made it. */
export interface NamedSecret {
  readonly variable: string;
  readonly value: string | undefined;
  readonly least: number | null;
}

/** Fewer different characters than random text of 16 or more has. */
const MIN_DISTINCT = 8;
/** Words of examples, this project's own included. */
const PLACEHOLDER = /change.?me|placeholder|example|random.?characters|your.?secret|password|to.?do/i;
const ADVICE = '`openssl rand -hex 32` makes a secret';

/** What is wrong with a secret that should be random; null when it may be. */
function weakness(secret: string, least: number): string | null {
  if (secret.length < least) return `must have at least ${least} characters in production: ${ADVICE}`;
  if (PLACEHOLDER.test(secret)) return `must not be a placeholder: ${ADVICE}`;
  const repeats = new Set(secret).size < MIN_DISTINCT || /^(.+?)\1+$/.test(secret);
  return repeats ? `must not repeat itself: ${ADVICE}` : null;
}

/**
 * What is wrong with the secrets of a server in production, each as a variable's name and words that follow it: too short,
 * a placeholder, a repetition, or the same as another one, so that losing one would be losing both. No secret is quoted.
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
