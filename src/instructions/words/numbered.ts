/**
 * Creates the phrases of each image by its number: `{n}` is the number, and `{nth}` its ordinal. `more` are phrases of single
 * images.
 */
export function nameNumbers(
  concept: string,
  ordinals: readonly string[],
  phrases: string,
  more: readonly string[] = [],
): readonly (readonly [string, string])[] {
  return ordinals.map((ordinal, at) => [
    `${concept}:${at + 1}`,
    [phrases.replaceAll('{nth}', ordinal).replaceAll('{n}', String(at + 1)), more[at] ?? '']
      .filter((part) => part !== '')
      .join('|'),
  ]);
}
