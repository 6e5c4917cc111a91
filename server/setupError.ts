/** The server cannot start with its configuration. The message has the remedy; no stack is needed. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
