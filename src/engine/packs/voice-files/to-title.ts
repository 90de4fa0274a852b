/**
 * The name of a file or of a record as people would write it: `amy_low` is "Amy low". Without commas, behind
 * which the tone of a voice stands.
 */
export function toTitle(name: string): string {
  const words = name.replaceAll(/[\s_,-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
