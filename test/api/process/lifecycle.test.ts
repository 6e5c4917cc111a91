import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { slotsIn, type SlotRange } from '../../../domain/time/slots.ts';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/platform/config/config.ts';
import type { Schema } from '../../../server/platform/database/schema.ts';
import { rootNotice } from '../../../server/platform/process/rootNotice.ts';
import { shutDown } from '../../../server/platform/process/shutdown.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { hasDemoAccounts } from '../../../server/seed/demoAccounts.ts';
import { demoRanges } from '../../../server/seed/demoBookings.ts';
import { seedRooms } from '../../../server/seed/rooms.ts';
import { seed } from '../../../server/seed/seed.ts';
import { get } from '../client.ts';
import { closedGateway } from '../closedGateway.ts';
import { emptyDatabase } from '../emptyDatabase.ts';
import { migratedDatabase, seededDatabase } from '../seededDatabase.ts';
import { START, startServer } from '../startServer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'litrooms-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the environment', () => {
  test('may be empty: all settings have defaults, and secrets are created once and are readable only by their owner', () => {
    const config = readConfig({ DATA_DIR: folder });
    expect(config).toMatchObject({ port: 3000, production: false, razorpay: null, accessTokenMinutes: 15 });
    expect(config.accessTokenSecret).toHaveLength(43);
    expect(config.accessTokenSecret).not.toBe(config.refreshTokenSecret);
    expect(readConfig({ DATA_DIR: folder }).accessTokenSecret).toBe(config.accessTokenSecret);
    expect(statSync(join(folder, 'access-token.secret')).mode & 0o777).toBe(0o600);
  });

  test('is warned about when a server in production runs as root', () => {
    expect(rootNotice(true, 0)).toContain('runs as root');
    expect([rootNotice(true, 1000), rootNotice(false, 0), rootNotice(true, undefined)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ READ_DATABASE_URL: 'postgres://x/y' }, 'READ_DATABASE_URL: must be set together with DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://x/y', READ_DATABASE_URL: 'mysql://x' }, 'READ_DATABASE_URL: must start'],
    [
      { DATABASE_URL: 'postgres://x/y', READ_DATABASE_URL: 'postgres://x:port/y' },
      'READ_DATABASE_URL: must be',
    ],
    [
      { DATABASE_URL: 'postgres://x/y', READ_DATABASE_URL: 'postgres://x/y' },
      'READ_DATABASE_URL: must be another database',
    ],
    [{ READ_MAX_LAG_SECONDS: '0' }, 'READ_MAX_LAG_SECONDS'],
    [{ ACCESS_TOKEN_SECRET: 'short' }, 'ACCESS_TOKEN_SECRET'],
    [{ RAZORPAY_KEY_ID: 'rzp_test_x' }, 'RAZORPAY_KEY_SECRET'],
    [{ RAZORPAY_KEY_SECRET: 'x' }, 'RAZORPAY_KEY_ID'],
    [{ RAZORPAY_KEY_ID: 'key', RAZORPAY_KEY_SECRET: 'x' }, 'RAZORPAY_KEY_ID'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ METRICS_PORT: '9464' }, 'METRICS_TOKEN'],
    [{ METRICS_PORT: '3000', METRICS_TOKEN: 'a token for operators' }, 'METRICS_PORT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'no value' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
    [{ SITE_ORIGINS: 'https://a.example, b' }, 'SITE_ORIGINS'],
  ])('%o is refused with the name %s', (variables, named) => {
    expect(() => readConfig({ DATA_DIR: folder, ...variables })).toThrow(new RegExp(`^  ${named}`, 'm'));
  });

  test('of production requires secrets, and real services unless their replacements are allowed', () => {
    const production = { DATA_DIR: folder, NODE_ENV: 'production' };
    expect(() => readConfig(production)).toThrow(
      /ACCESS_TOKEN_SECRET[^]*REFRESH_TOKEN_SECRET[^]*RAZORPAY_KEY_ID/,
    );
    const secret = () => randomBytes(16).toString('hex');
    const secrets = { ACCESS_TOKEN_SECRET: secret(), REFRESH_TOKEN_SECRET: secret() };
    expect(() => readConfig({ ...production, ...secrets })).toThrow(
      /DATABASE_URL[^]*SMTP_URL[^]*RAZORPAY_KEY_ID/,
    );
    const allowed = { ALLOW_EMBEDDED: '1', ALLOW_SANDBOX: '1', ALLOW_NO_MAIL: '1' };
    const config = readConfig({ ...production, ...secrets, ...allowed });
    expect(config).toMatchObject({ production: true, razorpay: null, seedDemo: false });
  });

  test('opens a server to the network in production or with HOST, and otherwise to this machine only', () => {
    const production = {
      DATA_DIR: folder,
      NODE_ENV: 'production',
      ALLOW_EMBEDDED: '1',
      ALLOW_SANDBOX: '1',
      ALLOW_NO_MAIL: '1',
    };
    const secret = () => randomBytes(16).toString('hex');
    const secrets = { ACCESS_TOKEN_SECRET: secret(), REFRESH_TOKEN_SECRET: secret() };
    expect(readConfig({ DATA_DIR: folder }).host).toBe('127.0.0.1');
    expect(readConfig({ DATA_DIR: folder, HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
    expect(readConfig({ ...production, ...secrets }).host).toBe('0.0.0.0');
    expect(readConfig({ ...production, ...secrets, HOST: '127.0.0.1' }).host).toBe('127.0.0.1');
  });
});

describe('seeding', () => {
  test('a second start adds nothing and does not restore what was deleted', async () => {
    const open = await seededDatabase(START);
    await open.database.deleteFrom('blog_post').where('id', '>', 1).execute();
    const contents = () =>
      Promise.all(
        (['app_user', 'room', 'blog_post', 'booking', 'booking_slot'] as const).map((table) =>
          open.database.selectFrom(table).selectAll().execute(),
        ),
      );
    const before = await contents();
    await seed(open.database, { demo: true, now: START });
    expect(await contents()).toEqual(before);
    await open.close();
  });

  test('a start on a later day adds demo bookings for the new days, around other bookings', async () => {
    const open = await seededDatabase(START);
    const { database } = open;
    const day = '2025-12-06';
    const [morning, afternoon] = demoRanges(day) as [SlotRange, SlotRange];
    const { id: room_id } = await database.selectFrom('room').select('id').executeTakeFirstOrThrow();
    const { id } = await database
      .insertInto('booking')
      .values(({ selectFrom }) => ({
        user_id: selectFrom('app_user').select('id').where('email', '=', 'member@example.com'),
        room_id,
        day,
        start_slot: morning.end - 1,
        end_slot: morning.end,
        status: 'confirmed',
        paid_with: 'points',
        half_points: 1,
      }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await database
      .insertInto('booking_slot')
      .values({ room_id, day, slot: morning.end - 1, booking_id: id })
      .execute();

    await seed(database, { demo: true, now: START + 86_400_000 });
    const slots = await database
      .selectFrom('booking_slot')
      .select(['slot', 'booking_id'])
      .where('day', '=', day)
      .orderBy('slot')
      .execute();
    expect(slots.map(({ slot }) => slot)).toEqual([morning.end - 1, ...slotsIn(afternoon)]);
    expect(slots[0]?.booking_id).toBe(id);
    await open.close();
  });

  test('leaves a production database empty, and logs the next step', async () => {
    const open = await migratedDatabase();
    const { notice } = await seed(open.database, { demo: false, now: START });
    expect(notice).toMatch(/^The database has no rooms.*desk.view=rooms.*runbook.*SEED_DEMO=1/);
    for (const table of ['room', 'blog_post', 'app_user', 'booking'] as const) {
      expect(await open.database.selectFrom(table).select('id').execute(), table).toEqual([]);
    }
    await open.close();
  });

  test.each([false, true])(
    'adds nothing to the rooms of a business, which its notice says (production: %s)',
    async (production) => {
      const open = await migratedDatabase();
      const { id: _id, ...room } = seedRooms[0] as (typeof seedRooms)[number];
      await open.database
        .insertInto('room')
        .values({ id: 901, ...room })
        .execute();
      const { isDemo, notice } = await seed(open.database, { demo: true, production, now: START });
      expect(isDemo).toBe(false);
      expect(notice).toMatch(/^The database has rooms that are not from the demo/);
      expect(await open.database.selectFrom('room').select('id').execute()).toEqual([{ id: 901 }]);
      for (const table of ['blog_post', 'app_user', 'booking'] as const) {
        expect(await open.database.selectFrom(table).select('id').execute(), table).toEqual([]);
      }
      await open.close();
    },
  );

  test('warns a server in production that the database has demo accounts, until they are closed', async () => {
    const open = await migratedDatabase();
    expect(await hasDemoAccounts(open.database)).toBe(false);
    await seed(open.database, { demo: true, now: START });
    expect(await hasDemoAccounts(open.database)).toBe(true);
    await open.database
      .updateTable('app_user')
      .set({ closed_at: new Date(START) })
      .execute();
    expect(await hasDemoAccounts(open.database)).toBe(false);
    await open.close();
  });

  test('logs nothing when there are rooms, added as in the runbook', async () => {
    const open = await migratedDatabase();
    const statements =
      /## Rooms and posts\n[^]*?```sql\n([^]*?)```/.exec(readFileSync('docs/runbook.md', 'utf8'))?.[1] ?? '';
    for (const statement of statements.split(';').filter((text) => text.trim() !== '')) {
      await sql.raw(statement).execute(open.database);
    }
    expect(await seed(open.database, { demo: false, now: START })).toEqual({
      isDemo: false,
      notice: null,
      passwords: [],
    });
    expect(await open.database.selectFrom('room').select('id').execute()).toHaveLength(1);
    expect(await open.database.selectFrom('blog_post').select('id').execute()).toHaveLength(1);
    await open.close();
  });
});

describe('the database', () => {
  test('that cannot be reached causes 503, not 500, and /healthz still succeeds', async () => {
    const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
    const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const app = await buildApp({ config, database, gateway: closedGateway, now: Date.now, siteRoot: folder });
    for (const path of ['/readyz', '/api/blog/']) {
      const response = await app.inject(path);
      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({ error: { code: 'unavailable' } });
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await app.close();
    await database.destroy();
  });

  test('without space for a temporary file makes a server unready, although it still answers', async () => {
    const full = await startServer();
    expect((await get(full, '/readyz')).status).toBe(200);
    // This limit stands for a full disk: PostgreSQL refuses the file with a code of the same class.
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(full.database);
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set temp_file_limit = '512kB'`.execute(
      full.database,
    );
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(full.database);
    await expect.poll(async () => (await get(full, '/readyz')).status).toBe(503);
    expect((await get(full, '/healthz')).status).toBe(200);
    await full.close();
  });

  test('gets a transaction again only after a conflict with another transaction', async () => {
    const open = await migratedDatabase();
    const failing = (code: string, times: number) => {
      let attempts = 0;
      return inTransaction(open.database, async () => {
        attempts += 1;
        if (attempts <= times) throw Object.assign(new Error('undone'), { code });
        return attempts;
      });
    };
    expect(await failing('40P01', 4)).toBe(5);
    expect(await failing('40001', 1)).toBe(2);
    await expect(failing('40P01', 5)).rejects.toThrow('undone');
    await expect(failing('23505', 1)).rejects.toThrow('undone');
    await open.close();
  });

  test('does not block timers and sockets while transactions follow one another', async () => {
    const open = await emptyDatabase();
    let turns = 0;
    let next: NodeJS.Immediate | undefined;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    count();
    const loops = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 50; i += 1) await inTransaction(open.database, async () => i);
    });
    await Promise.all(loops);
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(50);
    await open.close();
  });
});

describe('shutting down', () => {
  test('does not wait for connections without a request', async () => {
    const stoppingServer = await startServer();
    // No timer of Node may close the connection instead.
    Object.assign(stoppingServer.app.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
    const idle = connect(Number(new URL(stoppingServer.url).port), '127.0.0.1');
    await once(idle, 'connect');
    // This response shows that the server has accepted the connection.
    await get(stoppingServer, '/healthz');
    const ended = once(idle, 'close');
    await stoppingServer.close();
    await ended;
    expect(idle.destroyed).toBe(true);
  });

  test('first asks the proxy for no further requests, and serves until the proxy has noticed', async () => {
    const leaving = await startServer();
    let endWait = () => {};
    const stopped = shutDown(
      { app: leaving.app, drainMs: 5000, jobs: [], close: async () => undefined },
      () => new Promise<void>((resolve) => (endWait = resolve)),
    );
    expect((await get(leaving, '/readyz')).status).toBe(503);
    expect((await get(leaving, '/healthz')).status).toBe(200);
    endWait();
    await stopped;
    await expect(get(leaving, '/healthz')).rejects.toThrow('fetch failed');
    await leaving.close();
  });

  test('refuses new connections at once, and closes the database after the last job', async () => {
    const leaving = await startServer();
    const steps: string[] = [];
    let endJob = () => {};
    const job = () =>
      new Promise<void>((resolve) => {
        endJob = () => {
          steps.push('job');
          resolve();
        };
      });
    const stopped = shutDown({
      app: leaving.app,
      drainMs: 0,
      jobs: [job],
      close: async () => void steps.push('database'),
    });
    const refusal = () => get(leaving, '/healthz').then(String, () => 'refused');
    await expect.poll(refusal).toBe('refused');
    expect(steps).toEqual([]);
    endJob();
    await stopped;
    expect(steps).toEqual(['job', 'database']);
    await leaving.close();
  });
});
