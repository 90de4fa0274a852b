import { readFileSync } from 'node:fs';
import { openParentChannel } from '../../../src/service/sandbox/parent-channel.ts';
import { type Attempts, tryAll } from './attempts.ts';

/* A judging process whose file says what is to be tried; the refusal tells what came of it. */
const { send } = openParentChannel<object, { id: number; path: string }>((request) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test writes it
  const { attempts } = JSON.parse(readFileSync(request.path, 'utf8')) as { attempts: Attempts };
  void tryAll({ ...attempts, change: [...attempts.change, request.path] }).then((outcomes) =>
    send({
      id: request.id,
      ok: false,
      code: 'unsupported_format',
      message: JSON.stringify(outcomes),
    }),
  );
});
