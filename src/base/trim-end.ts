/** Removes all characters `sign` (one UTF-16 unit) from the end of a text. */
export function trimEnd(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) {
    end -= 1;
  }
  return text.slice(0, end);
}
