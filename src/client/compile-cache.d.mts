/**
 * Returns the folder of the compile cache: created when missing, private to the user. Null when somebody else
 * could change its content; then nothing may be cached.
 */
export function findCompileCache(env?: Readonly<Record<string, string | undefined>>): string | null;

/**
 * Returns the folder `name` among the user's caches: created when missing, private to the user. Null when
 * somebody else could change its content.
 */
export function findOwnCache(
  name: string,
  env?: Readonly<Record<string, string | undefined>>,
): string | null;
