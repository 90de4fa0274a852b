import { expect, it } from 'vitest';
import { SwapControl, type SwapControlOptions } from './swap-control.ts';

it('opens no room for what is asked after its end', async () => {
  let opened = 0;
  const openRooms = (): Promise<never> => {
    opened += 1;
    return Promise.reject(new Error('A room is opened.'));
  };
  const options = {
    dependencies: { openRooms },
    session: { id: 's', maxDurationSec: 60, status: 'joined', parameters: {} },
    connection: { send: () => undefined, warn: () => undefined },
    onFailed: () => undefined,
  };
  const control = new SwapControl(options as unknown as SwapControlOptions);
  await control.close();
  control.receive({ type: 'prompt', prompt: 'warmer' });
  control.receive({ type: 'passthrough', enabled: true });
  await expect(control.createInvitation()).rejects.toMatchObject({ code: 'cancelled' });
  expect(opened).toBe(0);
});
