import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { programRoot } from './program-root.ts';

const manifestSchema = z.object({ version: z.string() });

/** Version of the program, as its package.json has it. */
export function readProgramVersion(): string {
  const text = readFileSync(join(programRoot, 'package.json'), 'utf8');
  return manifestSchema.parse(JSON.parse(text)).version;
}
