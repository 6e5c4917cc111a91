import { sandboxControlSecret } from '../../server/sandbox/keys.ts';
import type { BuiltServer } from './builtServer.ts';

/** Turns one of the sandbox's controls (docs/sandbox.md): what the bank and the provider do is for a walk to say. */
export async function provider(
  { url, dataDir }: BuiltServer,
  control: string,
  body: object = {},
): Promise<void> {
  const response = await fetch(`${url}/sandbox/control/${control}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-control': sandboxControlSecret(dataDir) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${control}: ${response.status} ${await response.text()}`);
}
