import { fileURLToPath } from 'node:url';

/** Root folder of the program: sources, packages and builds. */
export const programRoot = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../../../../', import.meta.url),
);
