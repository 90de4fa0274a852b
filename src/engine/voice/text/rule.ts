/** Pattern with its replacement. Capture groups that did not match are undefined. */
export type Rule = readonly [
  pattern: RegExp,
  read: string | ((all: string, ...groups: (string | undefined)[]) => string),
];

/** Applies rules to a text in order. */
export function applyRules(text: string, rules: readonly Rule[]): string {
  let result = text;
  for (const [pattern, read] of rules) {
    result =
      typeof read === 'string' ? result.replace(pattern, read) : result.replace(pattern, read);
  }
  return result;
}
