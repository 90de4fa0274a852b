import { fileURLToPath } from 'node:url';

/** Folder of the program: sources, packages and what is built of them lie in it. */
export const programRoot = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../../../../', import.meta.url),
);
