/** The server cannot start with its configuration. The message says what to change, and is printed without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
