import { expect, it } from 'vitest';
import { createCloseStack } from './close-stack.ts';

/** A stack of three; those of `failing` throw. */
function openStack(failing: readonly string[]) {
  const closed: string[] = [];
  const stack = createCloseStack();
  for (const name of ['database', 'workers', 'server']) {
    stack.add(async () => {
      closed.push(name);
      if (failing.includes(name)) {
        throw new Error(`${name} cannot be closed`);
      }
    });
  }
  return { stack, closed };
}

it('closes the others when one part fails, last opened first, and reports it', async () => {
  const { stack, closed } = openStack(['server']);
  await expect(stack.closeAll()).rejects.toThrow('server cannot be closed');
  expect(closed).toEqual(['server', 'workers', 'database']);
  await stack.closeAll();
  expect(closed).toHaveLength(3);
});

it('reports every failure', async () => {
  const { stack, closed } = openStack(['server', 'database']);
  const failure = await stack.closeAll().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AggregateError);
  expect((failure as AggregateError).errors.map(String)).toEqual([
    'Error: server cannot be closed',
    'Error: database cannot be closed',
  ]);
  expect(closed).toEqual(['server', 'workers', 'database']);
});
