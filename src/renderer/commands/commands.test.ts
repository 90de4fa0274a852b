import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { EmbeddedState } from '../../contract/embedded.ts';
import { settingsSchema } from '../../contract/settings.ts';
import type { App } from '../app/app-context.ts';
import { createText } from '../i18n/text.ts';
import { createViewStore, screens } from '../stores/view-store.ts';
import { commandGroups, listCommands, textScale } from './commands.ts';

const profile = (id: string, kind: 'embedded' | 'remote', name: string) => ({
  id,
  kind,
  name,
  baseUrl: null,
  keyLast4: null,
  keyState: 'none' as const,
});

/** The page as far as commands look at it. */
function createPage(embedded: EmbeddedState = { state: 'starting' }) {
  const change = vi.fn(async () => undefined);
  const activate = vi.fn(async () => undefined);
  const list = {
    activeId: 'p1',
    profiles: [profile('this-computer', 'embedded', ''), profile('p1', 'remote', 'Studio')],
    protection: { kind: 'file', backend: 'key_file' },
  };
  const view = createViewStore(null);
  const restart = vi.fn(async () => undefined);
  const service = createStore(() => ({ embedded, restart }));
  const app = {
    view,
    settings: createStore(() => ({ settings: settingsSchema.parse({}), change })),
    captures: createStore(() => ({ recording: null })),
    profiles: createStore(() => ({ list, activate, checks: {} })),
    service,
    text: () => createText('en'),
    notify: vi.fn(),
    attempt: async (action: () => Promise<void>) => {
      await action();
      return true;
    },
  } as unknown as App;
  const run = (id: string) =>
    listCommands(app)
      .find((command) => command.id === id)
      ?.run();
  return { app, view, change, activate, restart, run };
}

it('has every command once, each combination once, and every group', () => {
  const commands = listCommands(createPage().app);
  const ids = commands.map(({ id }) => id);
  const keys = commands.flatMap(({ keys }) => (keys === null ? [] : [keys]));
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(commands.map(({ group }) => group))).toEqual(new Set(commandGroups));
});

it('goes to every screen', () => {
  const { view, run } = createPage();
  for (const screen of screens.toReversed()) {
    run(`go.${screen}`);
    expect(view.getState().screen).toBe(screen);
  }
});

it('offers the services that are not in use', () => {
  const { app, activate, run } = createPage();
  const titles = listCommands(app)
    .filter(({ id }) => id.startsWith('service.use.'))
    .map(({ title }) => title);
  expect(titles).toEqual(['Use This computer']);
  run('service.use.this-computer');
  expect(activate).toHaveBeenCalledWith('this-computer');
});

it('offers to start the service of this computer again only when it failed', () => {
  const ids = listCommands(createPage().app).map(({ id }) => id);
  expect(ids).not.toContain('service.restart');
  const error = { code: 'internal_error' as const, message: 'It ended too often.' };
  const { restart, run } = createPage({ state: 'failed', error });
  run('service.restart');
  expect(restart).toHaveBeenCalledOnce();
});

it('opens the form of a service without losing one that is open', () => {
  const { view, run } = createPage();
  run('service.add');
  expect(view.getState()).toMatchObject({ screen: 'settings', section: 'service' });
  const draft = { id: null, name: 'Half', baseUrl: '', isDirty: true };
  view.getState().setProfileDraft(draft);
  run('service.add');
  expect(view.getState().profileDraft).toEqual(draft);
});

it('changes the text size by a step and stops at its ends', () => {
  const { app, change, run } = createPage();
  run('text.larger');
  expect(change).toHaveBeenLastCalledWith({ textScale: 1.1 });
  app.settings.setState({ settings: settingsSchema.parse({ textScale: textScale.max }) });
  run('text.larger');
  expect(change).toHaveBeenLastCalledWith({ textScale: textScale.max });
});
