interface ImportMetaEnv {
  /** Where the API is, when not at the server that serves the site (ruling 2). */
  readonly VITE_API_HOST?: string;
  /** 'stately': development sends what it watches to Stately's hosted inspector instead of our own page. */
  readonly VITE_INSPECT?: string;
  /** The address that visitors type, without a path: PUBLIC_ORIGIN, compiled in (vite.config.ts). */
  readonly SITE_ORIGIN: string;
}
