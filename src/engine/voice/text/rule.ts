/** What is found in a text, and what is read instead. Groups that took no part are undefined. */
export type Rule = readonly [
  pattern: RegExp,
  read: string | ((all: string, ...groups: (string | undefined)[]) => string),
];

/** A text after all rules, in their order. */
export function applyRules(text: string, rules: readonly Rule[]): string {
  let result = text;
  for (const [pattern, read] of rules) {
    result =
      typeof read === 'string' ? result.replace(pattern, read) : result.replace(pattern, read);
  }
  return result;
}
