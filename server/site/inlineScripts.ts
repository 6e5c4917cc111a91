import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Executable inline scripts: those without a `src`, and without a `type` such as JSON. */
const INLINE_SCRIPT = /<script\b(?![^>]*\s(?:src|type)=)[^>]*>(.*?)<\/script>/gs;

/**
 * The hashes of the inline scripts of the built site, as sources of `script-src` in the Content-Security-Policy. Every prerendered
 * page has the same inline scripts (index.html).
 * @param siteRoot folder of the built site; without a build there are no inline scripts
 */
export function inlineScriptSources(siteRoot: string): string[] {
  const home = join(siteRoot, 'index.html');
  if (!existsSync(home)) return [];
  return [...readFileSync(home, 'utf8').matchAll(INLINE_SCRIPT)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}
