import { paths } from '../../../contract/paths.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { Send } from '../../app/effects/http.ts';

/**
 * Sends a call, and if the server needs a second factor first, verifies the code and sends the call again. The
 * code is not used up when the session has verified one a short time before.
 */
export async function withCode<Result>(
  send: Send,
  code: string | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const isNeeded = error instanceof Failure && error.code === 'second-factor-needed';
    if (!isNeeded || code === undefined || code.trim() === '') throw error;
  }
  await send({ method: 'post', url: paths.proveSecondFactor, data: { code } });
  return call();
}
