import { readFileSync } from 'node:fs';
import { type Attempts, tryAll } from './attempts.ts';

/* A judging process whose file says what is to be tried; the refusal tells what came of it. */
process.on('message', (request: { id: number; path: string }) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test writes it
  const { attempts } = JSON.parse(readFileSync(request.path, 'utf8')) as { attempts: Attempts };
  void tryAll({ ...attempts, change: [...attempts.change, request.path] }).then((outcomes) =>
    process.send?.({
      id: request.id,
      ok: false,
      code: 'unsupported_format',
      message: JSON.stringify(outcomes),
    }),
  );
});
