/**
 * Parser option for messages between page and main: no code generation per schema. It takes longer than a
 * hundred parses: 150 ms of the first replies, which delay the first view.
 */
export const jitless = { jitless: true } as const;
