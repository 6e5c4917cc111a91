/** True for PostgreSQL's error about a missing table: the database was not migrated, or not to this version. */
export const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42P01';
