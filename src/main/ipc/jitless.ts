/**
 * How messages between page and main are parsed: without code that is made for each schema. Making it takes longer than
 * a hundred parses: 150 ms of the first answers, for which the first picture waits.
 */
export const jitless = { jitless: true } as const;
