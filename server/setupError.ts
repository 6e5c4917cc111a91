/** The server cannot start as it was set up. The message says what to change; no stack would say more. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
