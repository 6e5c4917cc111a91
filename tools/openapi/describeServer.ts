import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/platform/config/config.ts';
import type { Schema } from '../../server/platform/database/schema.ts';
import { gatewayFromConfig } from '../../server/payments/provider/fromConfig.ts';
import { openApiCollector } from './document.ts';
import type { OpenApiDocument } from './types.ts';

/** No request is served, so no statement is run. */
const createDummyDatabase = () =>
  new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** The OpenAPI document of the server as it is in the sources. Throws for a route that `operations` does not describe. */
export async function describeServer(): Promise<OpenApiDocument> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder });
    const collector = openApiCollector();
    const app = await buildApp({
      config,
      database: createDummyDatabase(),
      gateway: gatewayFromConfig(config, () => ''),
      now: Date.now,
      siteRoot: 'no-site',
      availabilityEvents: { subscribe: () => () => {}, onChange() {} },
      beforeRoutes: collector.collect,
    });
    await app.ready();
    try {
      return collector.document(app);
    } finally {
      await app.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
