/**
 * Converts the name of a file or data set to a title: `amy_low` becomes "Amy low". Commas are removed, because the
 * source of a voice follows one.
 */
export function toTitle(name: string): string {
  const words = name.replaceAll(/[\s_,-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
