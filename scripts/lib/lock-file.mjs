/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {boolean} [dev]
 */

/** @typedef {Readonly<Record<string, LockedPackage>>} LockedTree */

/**
 * Optional packages that another one names with an exact version and that have no entry of their own.
 * npm leaves those of other systems out when the registry does not serve them, and `npm ci` then takes
 * the lock for broken on every system.
 * @param {LockedTree} tree
 * @returns {{ place: string, entry: object }[]} the entries that are missing, ready to be added
 */
export function findMissingEntries(tree) {
  /** @type {Map<string, object>} */
  const missing = new Map();
  for (const [owner, { optionalDependencies = {}, dev }] of Object.entries(tree)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (/^\d/.test(version) && !isLocked(tree, owner, name)) {
        missing.set(`node_modules/${name}`, {
          version,
          ...toSystem(name),
          ...(dev ? { dev: true } : {}),
          optional: true,
        });
      }
    }
  }
  return [...missing].map(([place, entry]) => ({ place, entry }));
}

/**
 * Looks where Node would look.
 * @param {LockedTree} tree
 * @param {string} owner
 * @param {string} name
 */
function isLocked(tree, owner, name) {
  const folders = owner.split('/node_modules/');
  for (let depth = folders.length; depth > 0; depth -= 1) {
    if (`${folders.slice(0, depth).join('/node_modules/')}/node_modules/${name}` in tree) {
      return true;
    }
  }
  return `node_modules/${name}` in tree;
}

/**
 * The system a native package is for, as its name says it: `@oxlint/binding-linux-arm64-musl`.
 * @param {string} name
 */
function toSystem(name) {
  const os = /android|darwin|freebsd|linux|openharmony|win32/.exec(name)?.[0];
  const cpu = /arm64|arm|ia32|ppc64|riscv64|s390x|x64|wasm32/.exec(name)?.[0];
  const libc = /musl/.test(name) ? 'musl' : 'glibc';
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(os === 'linux' ? { libc: [libc] } : {}),
    ...(os === undefined ? {} : { os: [os] }),
  };
}
