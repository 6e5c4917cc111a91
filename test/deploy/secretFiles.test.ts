import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../server/platform/config/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'litrooms-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'secret');
const read = (variables: NodeJS.ProcessEnv) =>
  readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    REFRESH_TOKEN_SECRET: 'r'.repeat(16) + 'ABCDEFGHIJKLMNOP',
    ...variables,
  });

test('a secret can be read from a file, without the line break at its end', () => {
  const secret = 'a'.repeat(16) + 'ABCDEFGHIJKLMNOP';
  writeFileSync(file, `${secret}\n`);
  expect(read({ ACCESS_TOKEN_SECRET_FILE: file }).accessTokenSecret).toBe(secret);
});

test('an unreadable file and a secret that is set twice are refused with the name of the setting, without the secret', () => {
  expect(() => read({ ACCESS_TOKEN_SECRET_FILE: join(folder, 'none') })).toThrow(
    /ACCESS_TOKEN_SECRET_FILE: .*ENOENT/,
  );
  const twice = () => read({ ACCESS_TOKEN_SECRET: 'x'.repeat(40), ACCESS_TOKEN_SECRET_FILE: file });
  expect(twice).toThrow('ACCESS_TOKEN_SECRET and ACCESS_TOKEN_SECRET_FILE are both set');
  expect(twice).not.toThrow('xxx');
});
