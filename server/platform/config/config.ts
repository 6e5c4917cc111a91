import { join } from 'node:path';
import { z } from 'zod';
import { loadOrCreateSecret } from './loadOrCreateSecret.ts';
import { TAX_DOCUMENT_SERIES } from '../../../domain/invoices/taxDocumentNumber.ts';
import { DEFAULT_POINT_PRICE_PAISE } from '../../../domain/money/pointPurchase.ts';
import { sellerGstin } from '../../../contract/business.ts';
import { builtBusiness, type Business } from '../../../domain/content/business.ts';
import { DEFAULT_UNPAID_HOURS } from '../../../domain/bookings/holds.ts';
import { DEMO_SERIES, taxDocumentSettings, type TaxDocumentConfig } from './taxDocumentConfig.ts';
import {
  mailAddress,
  mailbox,
  mailSettings,
  notCarriedAddresses,
  smtpUrl,
  type MailSettings,
} from '../mail/mailSettings.ts';
import { secretIssues } from './secretStrength.ts';
import { withSecretFiles } from './secretFiles.ts';
import { SetupError } from './setupError.ts';
import { parseTrustedProxies, type TrustedProxies } from './trustedProxies.ts';

/**
 * Limits per 15 minutes: attempts at one account from one network. A network may make five times that number for all
 * accounts together, because an office shares one network. An account accepts ten times that number from all networks
 * together; at the sign-in, failed attempts reduce the limit of unknown networks instead
 * (docs/decisions/0019-sign-in-limits.md).
 */
export interface RateLimits {
  readonly login: number;
  readonly register: number;
  readonly enquire: number;
  /** Links in emails: requests for one address, and uses from one network. */
  readonly reset: number;
  /** Exports of one account from anywhere. */
  readonly export: number;
  /** Orders of one account from anywhere. */
  readonly order: number;
  /** Tax documents that one account downloads or prints. */
  readonly taxDocument: number;
  /** Previews of a series from one network, a fifth of what it may request. */
  readonly series: number;
}

/** Slots that are held at once: by a new customer, and by all new customers of a network. */
export interface UnpaidLimits {
  readonly account: number;
  readonly network: number;
}

/** Keys of the real payment provider. `webhookSecrets`: the current one first, then those that are rotated out. */
export interface RazorpayKeys {
  readonly keyId: string;
  readonly keySecret: string;
  readonly webhookSecrets: readonly string[];
}

/** `headers`: those that the OTLP collector requires. `name`: of this service at the collector. */
export interface TracingConfig {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database and of generated secrets. */
  readonly dataDir: string;
  /** PostgreSQL to use; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Folder of PostgreSQL's programs for backups; undefined: those that the system has installed. */
  readonly postgresBin: string | undefined;
  /** A streaming standby of that database to read from; undefined: the primary serves all reads. */
  readonly readDatabaseUrl: string | undefined;
  /** The oldest state that the standby may show. */
  readonly readMaxLagSeconds: number;
  readonly logLevel: string;
  /** How long a stopping server still serves while `/readyz` answers 503, in milliseconds. */
  readonly drainMs: number;
  /** Multiplies the timeouts of the database, of the provider and of a request. */
  readonly timeoutFactor: number;
  /** Trusted proxies, whose X-Forwarded-For is used; false when none is configured. */
  readonly trustProxy: false | TrustedProxies;
  /** Undefined when not configured. */
  readonly publicOrigin: string | undefined;
  /** Set when the site was built for an API on another host. */
  readonly apiOrigin: string | undefined;
  /** Other origins whose sites may call this API. */
  readonly siteOrigins: readonly string[];
  readonly accessTokenSecret: string;
  readonly accessTokenMinutes: number;
  readonly refreshTokenSecret: string;
  /** Null for the sandbox. */
  readonly razorpay: RazorpayKeys | null;
  /** In paise, GST included. */
  readonly pointPrice: number;
  /** Applies until an owner enters the details at the desk. */
  readonly business: Business;
  /** The seller applies until an owner enters other details. */
  readonly taxDocuments: TaxDocumentConfig;
  /** How emails are sent. */
  readonly mail: MailSettings;
  /** Bearer token for /metrics; undefined disables the route. */
  readonly metricsToken: string | undefined;
  /** Serves only /metrics; undefined: the site's server serves it. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined;
  /** Undefined: no traces are made. */
  readonly tracing: TracingConfig | undefined;
  readonly rateLimits: RateLimits;
  readonly unpaidLimits: UnpaidLimits;
  /** Whether the demo is added to a database without rooms (`seed`). */
  readonly seedDemo: boolean;
}

/** Also the minimum length of the webhook secret, because the operator chooses it. */
const SECRET_LENGTH = 32;
const METRICS_TOKEN_LENGTH = 16;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);
const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((text) => text === '1');
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine((text) => URL.canParse(text), 'must be an address such as postgres://user:password@host:5432/name');
const secret = z.string().min(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters`).optional();

const seriesCode = (defaultSeries: string) =>
  z
    .string()
    .regex(TAX_DOCUMENT_SERIES, 'must be one to three capital letters and digits, the first one a letter')
    .refine((text) => !Object.values(DEMO_SERIES).includes(text), 'is a series of demo invoices')
    .default(defaultSeries);

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com' })
  .transform((url) => new URL(url).origin);
const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((item) => item.trim() || []));

/** Percent-encoded keys and values, such as `key=value,other=value`. */
const keysAndValues = list.transform((items, context) => {
  try {
    return Object.fromEntries(
      items.map((item) => {
        const [key = '', ...value] = item.split('=');
        if (key === '' || value.length === 0) throw new URIError();
        return [key.trim(), decodeURIComponent(value.join('=').trim())];
      }),
    );
  } catch {
    // The value is a secret, so the message must not contain it.
    context.addIssue({ code: 'custom', message: 'must be like key=value,other=value' });
    return z.NEVER;
  }
});

/**
 * Browsers refresh an access token 60 s before it expires (spec 4), so with a shorter lifetime they would refresh all the time.
 */
const MIN_ACCESS_TOKEN_MINUTES = 5;

/** Longer than a check of the proxy and its interval (deploy/Caddyfile). */
const DRAIN_SECONDS = 5;

const TRUST_PROXY_FORMS =
  'must be the number of proxies in front of this server, or their addresses: a list such as loopback,10.0.0.0/8,203.0.113.7';

const environment = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: postgresUrl.optional(),
    POSTGRES_BIN: z.string().optional(),
    READ_DATABASE_URL: postgresUrl.optional(),
    READ_MAX_LAG_SECONDS: wholeNumber(1, 300).default(5),
    TIMEOUT_FACTOR: wholeNumber(1, 60).default(1),
    DRAIN_SECONDS: wholeNumber(0, 300).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
    TRUST_PROXY: z
      .string()
      .transform((text, context) => {
        const proxies = parseTrustedProxies(text);
        if (proxies !== null) return proxies;
        context.addIssue({ code: 'custom', message: TRUST_PROXY_FORMS });
        return z.NEVER;
      })
      .optional(),
    PUBLIC_ORIGIN: origin.optional(),
    VITE_API_HOST: origin.optional(),
    SITE_ORIGINS: list.pipe(z.array(origin)),
    ACCESS_TOKEN_SECRET: secret,
    REFRESH_TOKEN_SECRET: secret,
    ACCESS_TOKEN_MINUTES: wholeNumber(MIN_ACCESS_TOKEN_MINUTES, 24 * 60).default(15),
    RAZORPAY_KEY_ID: z
      .string()
      .regex(/^rzp_(test|live)_\w+$/, 'must begin with rzp_test_ or rzp_live_')
      .optional(),
    RAZORPAY_KEY_SECRET: z.string().optional(),
    RAZORPAY_WEBHOOK_SECRETS: list,
    ALLOW_SANDBOX: flag,
    ALLOW_TEST_KEYS: flag,
    ALLOW_EMBEDDED: flag,
    BUSINESS_NAME: z.string().trim().min(1).max(200).optional(),
    BUSINESS_ADDRESS: z.string().trim().min(1).max(500).optional(),
    BUSINESS_GSTIN: sellerGstin.optional(),
    INVOICE_SERIES: seriesCode('LR'),
    CREDIT_NOTE_SERIES: seriesCode('LC'),
    ALLOW_DEMO_PAPERS: flag,
    POINT_PRICE: wholeNumber(1, 100_000).default(DEFAULT_POINT_PRICE_PAISE / 100),
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: mailbox.optional(),
    ENQUIRIES_TO: mailAddress.optional(),
    SMTP_UTF8: flag,
    ALLOW_NO_MAIL: flag,
    METRICS_TOKEN: z
      .string()
      .min(METRICS_TOKEN_LENGTH, `must have at least ${METRICS_TOKEN_LENGTH} characters`)
      .optional(),
    METRICS_PORT: wholeNumber(1, 65_535).optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'must be an address such as http://collector:4318' })
      .optional(),
    OTEL_EXPORTER_OTLP_HEADERS: keysAndValues,
    OTEL_SERVICE_NAME: z.string().default('litrooms'),
    UNPAID_HOURS_ACCOUNT: wholeNumber(1, 100_000).default(DEFAULT_UNPAID_HOURS.account),
    UNPAID_HOURS_NETWORK: wholeNumber(1, 100_000).default(DEFAULT_UNPAID_HOURS.network),
    RATE_LIMIT_LOGIN: wholeNumber(1, 1_000_000).default(10),
    RATE_LIMIT_REGISTER: wholeNumber(1, 1_000_000).default(5),
    RATE_LIMIT_ENQUIRE: wholeNumber(1, 1_000_000).default(10),
    RATE_LIMIT_RESET: wholeNumber(1, 1_000_000).default(5),
    RATE_LIMIT_EXPORT: wholeNumber(1, 1_000_000).default(10),
    RATE_LIMIT_ORDER: wholeNumber(1, 1_000_000).default(30),
    RATE_LIMIT_PAPER: wholeNumber(1, 1_000_000).default(60),
    RATE_LIMIT_SERIES: wholeNumber(1, 1_000_000).default(60),
    SEED_DEMO: flag,
  })
  .superRefine((env, context) => {
    const addIssue = (variable: string, message: string) =>
      context.addIssue({ code: 'custom', path: [variable], message });
    if (env.READ_DATABASE_URL !== undefined && env.DATABASE_URL === undefined) {
      addIssue(
        'READ_DATABASE_URL',
        'must be set together with DATABASE_URL: the embedded database has no standby',
      );
    }
    if (env.READ_DATABASE_URL !== undefined && env.READ_DATABASE_URL === env.DATABASE_URL) {
      addIssue('READ_DATABASE_URL', 'must be another database than DATABASE_URL');
    }
    if (env.RAZORPAY_KEY_ID !== undefined && env.RAZORPAY_KEY_SECRET === undefined) {
      addIssue('RAZORPAY_KEY_SECRET', 'must be set together with RAZORPAY_KEY_ID');
    }
    if (env.RAZORPAY_KEY_SECRET !== undefined && env.RAZORPAY_KEY_ID === undefined) {
      addIssue('RAZORPAY_KEY_ID', 'must be set together with RAZORPAY_KEY_SECRET');
    }
    const business = ['BUSINESS_NAME', 'BUSINESS_ADDRESS', 'BUSINESS_GSTIN'] as const;
    const missing = business.filter((variable) => env[variable] === undefined);
    if (missing.length < business.length) {
      for (const variable of missing) addIssue(variable, `must be set together with ${business.join(', ')}`);
    }
    if (env.METRICS_PORT !== undefined && env.METRICS_TOKEN === undefined) {
      addIssue('METRICS_TOKEN', 'must be set together with METRICS_PORT');
    }
    if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT) {
      addIssue('METRICS_PORT', 'must be another port than PORT');
    }
    if (env.UNPAID_HOURS_NETWORK < env.UNPAID_HOURS_ACCOUNT) {
      addIssue('UNPAID_HOURS_NETWORK', 'must not be less than UNPAID_HOURS_ACCOUNT');
    }
    if (env.INVOICE_SERIES === env.CREDIT_NOTE_SERIES) {
      addIssue('CREDIT_NOTE_SERIES', 'must be another series than INVOICE_SERIES');
    }
    for (const variable of notCarriedAddresses(env)) {
      addIssue(variable, 'must be ASCII before the @ (or SMTP_UTF8=1 for a mail server that has SMTPUTF8)');
    }
    if (env.NODE_ENV !== 'production') return;
    if (env.ACCESS_TOKEN_SECRET === undefined) addIssue('ACCESS_TOKEN_SECRET', 'must be set in production');
    if (env.REFRESH_TOKEN_SECRET === undefined) addIssue('REFRESH_TOKEN_SECRET', 'must be set in production');
    const weakSecrets = secretIssues([
      { variable: 'RAZORPAY_KEY_SECRET', value: env.RAZORPAY_KEY_SECRET, minLength: null },
      { variable: 'ACCESS_TOKEN_SECRET', value: env.ACCESS_TOKEN_SECRET, minLength: SECRET_LENGTH },
      { variable: 'REFRESH_TOKEN_SECRET', value: env.REFRESH_TOKEN_SECRET, minLength: SECRET_LENGTH },
      { variable: 'METRICS_TOKEN', value: env.METRICS_TOKEN, minLength: METRICS_TOKEN_LENGTH },
      ...env.RAZORPAY_WEBHOOK_SECRETS.map((value) => ({
        variable: 'RAZORPAY_WEBHOOK_SECRETS',
        value,
        minLength: SECRET_LENGTH,
      })),
    ]);
    for (const [variable, message] of weakSecrets) addIssue(variable, message);
    if (env.DATABASE_URL === undefined && !env.ALLOW_EMBEDDED) {
      addIssue(
        'DATABASE_URL',
        'must be set in production (or ALLOW_EMBEDDED=1 to keep the data in DATA_DIR)',
      );
    }
    if (env.SMTP_URL === undefined && !env.ALLOW_NO_MAIL) {
      addIssue('SMTP_URL', 'must be set in production (or ALLOW_NO_MAIL=1 to send no email)');
    }
    if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
      addIssue('MAIL_FROM', 'must be set in production: it is the sender of all email');
    }
    if (env.SMTP_URL !== undefined && env.PUBLIC_ORIGIN === undefined) {
      addIssue('PUBLIC_ORIGIN', 'must be set with SMTP_URL in production: links in email begin with it');
    }
    if (env.RAZORPAY_KEY_ID === undefined && !env.ALLOW_SANDBOX) {
      addIssue('RAZORPAY_KEY_ID', 'must be set in production (or ALLOW_SANDBOX=1 to take sandbox payments)');
    }
    if (env.RAZORPAY_KEY_ID === undefined) return;
    if (env.RAZORPAY_KEY_ID.startsWith('rzp_test_') && !env.ALLOW_TEST_KEYS) {
      addIssue(
        'RAZORPAY_KEY_ID',
        'must be a live key in production (or ALLOW_TEST_KEYS=1 to move no real money)',
      );
    }
    if (isLive(env.RAZORPAY_KEY_ID) && env.BUSINESS_GSTIN === undefined && !env.ALLOW_DEMO_PAPERS) {
      addIssue(
        'BUSINESS_GSTIN',
        'must be set in production, with BUSINESS_NAME and BUSINESS_ADDRESS (or ALLOW_DEMO_PAPERS=1 to issue invoices that say DEMO)',
      );
    }
    if (env.RAZORPAY_WEBHOOK_SECRETS.length === 0) {
      addIssue(
        'RAZORPAY_WEBHOOK_SECRETS',
        'must be set in production: webhooks report the payments that browsers do not',
      );
    }
  });

/** True for keys that move real money. */
const isLive = (keyId: string | undefined): boolean => keyId?.startsWith('rzp_live_') ?? false;

/** That of the build, with the seller of the BUSINESS_ settings. */
const businessOf = ({
  BUSINESS_NAME: name,
  BUSINESS_ADDRESS: address,
  BUSINESS_GSTIN: gstin,
}: z.output<typeof environment>): Business => {
  const { year: _year, ...built } = builtBusiness;
  return name !== undefined && address !== undefined && gstin !== undefined
    ? { ...built, name, address, gstin }
    : built;
};

const taxDocumentConfig = (env: z.output<typeof environment>): TaxDocumentConfig => {
  const numbering = {
    movesMoney: isLive(env.RAZORPAY_KEY_ID),
    realSeries: { invoice: env.INVOICE_SERIES, 'credit-note': env.CREDIT_NOTE_SERIES },
  };
  return { ...numbering, ...taxDocumentSettings(numbering, businessOf(env)) };
};

/** Generated outside production. */
type GeneratedSecret = 'accessTokenSecret' | 'refreshTokenSecret';

/** Without the secrets that may have to be generated: reading the settings writes nothing. */
export type Settings = Omit<Config, GeneratedSecret>;

/**
 * Reads the environment; an empty variable counts as unset. Throws a `SetupError` that names each invalid variable. Outside
 * production, missing secrets are generated once and stored in the data folder, so that sessions survive a restart.
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const { settings, secrets } = parseEnvironment(variables);
  const secretOf = (name: GeneratedSecret, file: string): string =>
    secrets[name] ?? loadOrCreateSecret(join(settings.dataDir, file));
  return {
    ...settings,
    accessTokenSecret: secretOf('accessTokenSecret', 'access-token.secret'),
    refreshTokenSecret: secretOf('refreshTokenSecret', 'refresh-token.secret'),
  };
}

/** Reads the environment like `readConfig`, for a command that needs no secrets. It creates no file. */
export const readSettings = (variables: NodeJS.ProcessEnv): Settings => parseEnvironment(variables).settings;

function parseEnvironment(variables: NodeJS.ProcessEnv): {
  readonly settings: Settings;
  readonly secrets: Readonly<Record<GeneratedSecret, string | undefined>>;
} {
  const nonEmpty = Object.fromEntries(
    Object.entries(withSecretFiles(variables)).filter(([, value]) => value !== ''),
  );
  const parsed = environment.safeParse(nonEmpty);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new SetupError(`The environment is not valid:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const settings: Settings = {
    production,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    postgresBin: env.POSTGRES_BIN,
    readDatabaseUrl: env.READ_DATABASE_URL,
    readMaxLagSeconds: env.READ_MAX_LAG_SECONDS,
    timeoutFactor: env.TIMEOUT_FACTOR,
    drainMs: (env.DRAIN_SECONDS ?? (production ? DRAIN_SECONDS : 0)) * 1000,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    trustProxy: env.TRUST_PROXY ?? false,
    publicOrigin: env.PUBLIC_ORIGIN,
    apiOrigin: env.VITE_API_HOST,
    siteOrigins: env.SITE_ORIGINS,
    accessTokenMinutes: env.ACCESS_TOKEN_MINUTES,
    razorpay:
      env.RAZORPAY_KEY_ID === undefined || env.RAZORPAY_KEY_SECRET === undefined
        ? null
        : {
            keyId: env.RAZORPAY_KEY_ID,
            keySecret: env.RAZORPAY_KEY_SECRET,
            webhookSecrets: env.RAZORPAY_WEBHOOK_SECRETS,
          },
    pointPrice: env.POINT_PRICE * 100,
    business: businessOf(env),
    taxDocuments: taxDocumentConfig(env),
    mail: mailSettings(env),
    metricsToken: env.METRICS_TOKEN,
    metricsAddress:
      env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    tracing:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: env.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: env.OTEL_SERVICE_NAME,
          },
    rateLimits: {
      login: env.RATE_LIMIT_LOGIN,
      register: env.RATE_LIMIT_REGISTER,
      enquire: env.RATE_LIMIT_ENQUIRE,
      reset: env.RATE_LIMIT_RESET,
      export: env.RATE_LIMIT_EXPORT,
      order: env.RATE_LIMIT_ORDER,
      taxDocument: env.RATE_LIMIT_PAPER,
      series: env.RATE_LIMIT_SERIES,
    },
    unpaidLimits: { account: 2 * env.UNPAID_HOURS_ACCOUNT, network: 2 * env.UNPAID_HOURS_NETWORK },
    seedDemo: !production || env.SEED_DEMO,
  };
  const secrets = {
    accessTokenSecret: env.ACCESS_TOKEN_SECRET,
    refreshTokenSecret: env.REFRESH_TOKEN_SECRET,
  };
  return { settings, secrets };
}
