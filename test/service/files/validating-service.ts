import { openMediaValidator } from '../../../src/service/files/validate/validator-host.ts';

/* Validates the file of the second argument, with the entry of the third when given, and waits to be killed. */
const [, , folder = '', path = '', entry] = process.argv;
const validator = openMediaValidator({ folder, entry, processes: 1 });
await validator
  .validate(path, 'wav')
  .catch((error: unknown) => process.stdout.write(`${String(error)}\n`));
