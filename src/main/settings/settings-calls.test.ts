import { describe, expect, it } from 'vitest';
import { ipc } from '../../contract/ipc/contract.ts';
import { type Settings, settingsSchema } from '../../contract/settings.ts';
import { createEmit } from '../ipc/emit.ts';
import { createSettingsCalls } from './settings-calls.ts';

describe('the calls about settings', () => {
  it('change what is given, tell the page, keep the rest', async () => {
    let content: Settings = settingsSchema.parse({ language: 'de' });
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
    const after = await calls['settings.change']({ theme: 'dark', language: undefined });
    expect(after).toEqual({ theme: 'dark', language: 'de', motion: 'system', textScale: 1 });
    expect(await calls['settings.read']({})).toEqual(after);
    expect(sent).toEqual(['dark', ['settings.changed', after]]);
  });
});
