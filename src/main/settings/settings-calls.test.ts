import { describe, expect, it } from 'vitest';
import { ipc } from '../../contract/ipc/contract.ts';
import { type Settings, settingsSchema } from '../../contract/settings.ts';
import { createEmit } from '../ipc/emit.ts';
import { createSettingsCalls } from './settings-calls.ts';

describe('the calls about settings', () => {
  it('change the given values, notify the page, keep the rest', async () => {
    let content: Settings = settingsSchema.parse({ language: 'de', cameraId: 'c1' });
    const sent: unknown[] = [];
    const calls = createSettingsCalls(
      {
        path: '/settings.json',
        read: () => content,
        write: (value) => {
          content = value;
        },
      },
      createEmit(ipc, (name, payload) => sent.push([name, payload])),
      ({ theme }) => sent.push(theme),
    );
    const after = await calls['settings.change']({
      theme: 'light',
      language: undefined,
      cameraId: null,
    });
    expect(after).toEqual(settingsSchema.parse({ theme: 'light', language: 'de' }));
    expect(await calls['settings.read']({})).toEqual(after);
    expect(sent).toEqual(['light', ['settings.changed', after]]);
  });
});
