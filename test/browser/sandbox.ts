import { sandboxControlSecret } from '../../tools/sandbox/controlSecret.ts';
import type { BuiltServer } from './builtServer.ts';

/** Uses one of the sandbox's controls (docs/sandbox.md), by which a test decides what the bank and the provider do. */
export async function controlSandbox(
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
