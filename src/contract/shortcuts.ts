import * as z from 'zod';
import { acceleratorSchema } from './accelerator.ts';

/** Most commands whose keys are not the usual ones. */
const maxShortcuts = 500;

/** User's changes to the keys of a command; absent fields keep the default. */
const shortcutSchema = z.object({
  /** Null for no keys. */
  keys: acceleratorSchema.nullable().optional(),
  /** True when the keys work in every program. */
  isGlobal: z.boolean().optional(),
});

/** Changed keys by id of the command. */
export const shortcutChoiceSchema = z
  .record(z.string().min(1).max(80), shortcutSchema)
  .refine((chosen) => Object.keys(chosen).length <= maxShortcuts, 'Too many shortcuts.');

/** The same as a file has it: an entry that cannot be read is as usual, the others stay. */
export const storedShortcutsSchema = z
  .record(z.string().min(1).max(80), shortcutSchema.catch({}))
  .catch({});

/** See {@link shortcutChoiceSchema}. */
export type ShortcutChoice = z.output<typeof shortcutChoiceSchema>;
