/** The part of the package that is used; it brings no types of its own. */
declare module 'semver' {
  const semver: {
    /** The version in its normal form, without a `v` in front or spaces around it; null when it is none. */
    clean(version: string): string | null;
    /** Whether the first is newer than the second. Throws a `TypeError` when one is none. */
    gt(one: string, other: string): boolean;
  };
  export default semver;
}
