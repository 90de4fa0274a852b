/**
 * The folder for compiled code, which runs without being compiled again: made when missing, closed to others.
 * Null when somebody else could change what lies in it; then nothing may be kept.
 */
export function findCompileCache(env?: Readonly<Record<string, string | undefined>>): string | null;

/**
 * A folder `name` among the caches of the user: made when missing, closed to others. Null when somebody else could change
 * what lies in it.
 */
export function findOwnCache(
  name: string,
  env?: Readonly<Record<string, string | undefined>>,
): string | null;
