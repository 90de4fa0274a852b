import * as z from 'zod';
import { address } from '../fields.ts';

/** Reply to an upload. */
export const uploadSchema = z
  .object({
    file_key: z
      .string()
      .meta({ description: 'Reference for later calls, `api/<kind>/<id>.<ext>`.' }),
    url: address('Address of the file on the storage of the service, signed.'),
  })
  .meta({ id: 'Upload' });

/** See {@link uploadSchema}. */
export type Upload = z.output<typeof uploadSchema>;
