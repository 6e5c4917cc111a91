interface ImportMetaEnv {
  /** The API's origin, if it is not the origin of the site (ruling 2). */
  readonly VITE_API_HOST?: string;
  /** 'stately': the development server sends inspection events to Stately's hosted inspector instead of tools/inspector. */
  readonly VITE_INSPECT?: string;
  /** PUBLIC_ORIGIN, compiled in (vite.config.ts). */
  readonly SITE_ORIGIN: string;
}
