import { utilityProcess } from 'electron/main';
import * as z from 'zod';
import { AppError, fromWireError } from '../../base/errors.ts';
import { wireErrorSchema } from '../../contract/wire-error.ts';

const replySchema = z.union([
  z.object({
    wav: z.instanceof(Uint8Array),
    durationMs: z.number(),
    isCut: z.boolean(),
  }),
  z.object({ error: wireErrorSchema }),
]);

/** Sound of a reference, ready for the socket. */
export type ReferenceSound = Exclude<z.output<typeof replySchema>, { error: unknown }>;

/** A minute of sound decodes in a second; damaged files may take for ever. */
const LIMIT_MS = 30_000;

/**
 * Lets a process of its own decode a sound file, because native decoders may crash on a damaged one. Throws
 * `unsupported_format` or `invalid_input` with what is wrong with it.
 */
export async function readReference(program: string, path: string): Promise<ReferenceSound> {
  const child = utilityProcess.fork(program, [], {
    serviceName: 'Guise sound reader',
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const answered = Promise.withResolvers<unknown>();
  const fail = (): void => {
    answered.reject(new AppError('unsupported_format', 'The recording could not be decoded.'));
  };
  const late = setTimeout(fail, LIMIT_MS);
  child.on('message', answered.resolve);
  child.once('exit', fail);
  child.postMessage({ path });
  try {
    const reply = replySchema.parse(await answered.promise);
    if ('error' in reply) {
      throw fromWireError(reply.error);
    }
    return reply;
  } finally {
    clearTimeout(late);
    child.kill();
  }
}
