interface ImportMetaEnv {
  /** Where the API is, when not at the server that serves the site (ruling 2). */
  readonly VITE_API_HOST?: string;
}
