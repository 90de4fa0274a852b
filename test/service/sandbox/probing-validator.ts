/** A validating process whose file lists its attempts; the refusal contains their results. */
import { readFileSync } from 'node:fs';
import { AppError } from '../../../src/base/errors.ts';
import type { ValidationMethods } from '../../../src/service/files/validate/validator-entry.ts';
import { serveProcess } from '../../../src/service/sandbox/serve-process.ts';
import { type Attempts, tryAll } from './attempts.ts';

const methods: ValidationMethods = {
  async validate({ path }) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test writes it
    const { attempts } = JSON.parse(readFileSync(path, 'utf8')) as { attempts: Attempts };
    const outcomes = await tryAll({ ...attempts, change: [...attempts.change, path] });
    throw new AppError('unsupported_format', JSON.stringify(outcomes));
  },
};

serveProcess(methods);
