import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { EmbeddedState } from '../../contract/embedded.ts';
import { hotkeySchema } from '../../contract/hotkeys.ts';
import { settingsSchema } from '../../contract/settings.ts';
import type { App } from '../app/app-context.ts';
import { createText } from '../i18n/text.ts';
import { createViewStore, screens } from '../stores/view-store.ts';
import { textScale } from '../commands/app-actions.ts';
import { commandGroups } from '../commands/command.ts';
import { runCommand } from '../commands/run-command.ts';
import { toHotkeys } from '../commands/sync-hotkeys.ts';
import { listCommands } from './list-commands.ts';

const profile = (id: string, kind: 'embedded' | 'remote', name: string) => ({
  id,
  kind,
  name,
  baseUrl: null,
  keyLast4: null,
  keyState: 'none' as const,
});

/** The page as far as commands look at it. */
function createPage(
  embedded: EmbeddedState = { state: 'starting' },
  {
    looks = [],
    jobs = [],
  }: { readonly looks?: readonly object[]; readonly jobs?: readonly object[] } = {},
) {
  const change = vi.fn(async () => undefined);
  const activate = vi.fn(async () => undefined);
  const list = {
    activeId: 'p1',
    profiles: [profile('this-computer', 'embedded', ''), profile('p1', 'remote', 'Studio')],
    protection: { kind: 'file', backend: 'key_file' },
  };
  const view = createViewStore(null);
  const restart = vi.fn(async () => undefined);
  const act = vi.fn(async () => undefined);
  const chooseForm = vi.fn();
  const service = createStore(() => ({ embedded, restart }));
  const app = {
    view,
    settings: createStore(() => ({ settings: settingsSchema.parse({}), change })),
    captures: createStore(() => ({ recording: null, replay: null })),
    live: createStore(() => ({ phase: 'off', camera: null, offer: null, output: null })),
    characters: createStore(() => ({ characters: [] })),
    presets: createStore(() => ({ presets: looks })),
    devices: createStore(() => ({
      chosen: { cameraId: null, microphoneId: null },
      camera: { state: 'off' },
      microphone: { state: 'off' },
    })),
    changer: createStore(() => ({
      session: { phase: 'off' },
      choice: settingsSchema.parse({}).voice,
    })),
    virtualCamera: createStore(() => ({ view: { state: 'off' } })),
    virtualMicrophone: createStore(() => ({ view: { state: 'off' } })),
    draft: createStore(() => ({ choose: chooseForm })),
    jobs: createStore(() => ({ jobs })),
    queue: createStore(() => ({ queue: { isPaused: false, order: [], canSleep: true } })),
    desktop: createStore(() => ({ hasTray: true })),
    act,
    profiles: createStore(() => ({ list, activate, checks: {} })),
    service,
    text: () => createText('en'),
    notify: vi.fn(),
    attempt: async (action: () => Promise<void>) => {
      await action();
      return true;
    },
  } as unknown as App;
  const run = (id: string): void => {
    const command = listCommands(app).find((one) => one.id === id);
    if (command === undefined) {
      throw new Error(`There is no command ${id}.`);
    }
    runCommand(app, command);
  };
  return { app, view, change, activate, restart, act, chooseForm, run };
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

it('offers every service, and says which one is in use', () => {
  const { app, activate, run } = createPage();
  const titles = listCommands(app)
    .filter(({ id }) => id.startsWith('service.use.'))
    .map(({ title }) => title);
  expect(titles).toEqual(['Use This computer', 'Use Studio']);
  run('service.use.p1');
  expect(activate).not.toHaveBeenCalled();
  run('service.use.this-computer');
  expect(activate).toHaveBeenCalledWith('this-computer');
});

it('starts the service of this computer again only when it failed, and says so before', () => {
  const running = createPage();
  running.run('service.restart');
  expect(running.restart).not.toHaveBeenCalled();
  expect(running.app.notify).toHaveBeenCalledWith({ tone: 'info', title: 'The service runs' });
  const error = { code: 'internal_error' as const, message: 'It ended too often.' };
  const { restart, run } = createPage({ state: 'failed', error });
  run('service.restart');
  expect(restart).toHaveBeenCalledOnce();
});

it('reports what is missing instead of doing nothing', () => {
  const { app, act, run } = createPage();
  run('live.start');
  run('live.end');
  run('capture.add_marker');
  expect(act).not.toHaveBeenCalled();
  expect(vi.mocked(app.notify).mock.calls.map(([{ title }]) => title)).toEqual([
    'Choose a character first',
    'You are not live',
    'Nothing is being recorded',
  ]);
});

it('gives global keys only actions that programs may request', () => {
  const hotkeys = toHotkeys(listCommands(createPage().app));
  expect(hotkeys.map(({ id, accelerator }) => [id, accelerator])).toEqual([
    ['live.cover', 'F9'],
    ['look.character_next', 'CommandOrControl+Alt+N'],
    ['look.preset_next', 'CommandOrControl+Alt+PageDown'],
    ['look.preset_previous', 'CommandOrControl+Alt+PageUp'],
    ['voice.mute', 'CommandOrControl+Alt+M'],
    ['voice.talk', 'F8'],
  ]);
  for (const hotkey of hotkeys) {
    expect(hotkeySchema.parse(hotkey)).toEqual(hotkey);
  }
  expect(hotkeys.at(-1)).toMatchObject({
    press: { type: 'set_talking', isOn: true },
    release: { type: 'set_talking', isOn: false },
    toggle: { type: 'toggle_talking' },
  });
});

it('gives keys to every command, also to looks of the user', () => {
  const setup = { voice: {} };
  const { app, act, run } = createPage(undefined, { looks: [{ id: 'l1', name: 'Night', setup }] });
  const shortcuts = { 'look.preset.l1': { keys: 'F6', isGlobal: true } };
  app.settings.setState({ settings: settingsSchema.parse({ shortcuts }) });
  run('look.preset.l1');
  expect(act).toHaveBeenCalledWith({ type: 'choose_preset', presetId: 'l1' });
  expect(toHotkeys(listCommands(app))).toContainEqual(
    expect.objectContaining({ id: 'look.preset.l1', accelerator: 'F6' }),
  );
});

it('works on the job that is open, and on no other', () => {
  const job = { id: 'j1', state: 'running', result: null };
  const { app, view, run } = createPage(undefined, { jobs: [job] });
  const cancel = vi.fn(async () => undefined);
  app.jobs.setState({ cancel });
  run('job.cancel');
  expect(cancel).not.toHaveBeenCalled();
  view.getState().goTo('history');
  view.getState().openJob('j1');
  run('job.retry');
  expect(app.notify).toHaveBeenLastCalledWith({
    tone: 'info',
    title: 'The open job does not allow it now',
  });
  run('job.cancel');
  expect(cancel).toHaveBeenCalledWith('j1');
});

it('opens a form for each kind of job', () => {
  const { view, chooseForm, run } = createPage();
  run('create.text_to_speech');
  expect(chooseForm).toHaveBeenCalledWith('text_to_speech');
  expect(view.getState()).toMatchObject({ screen: 'create', createJobId: null });
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
