import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, toWireError, type WireError } from '../../base/errors.ts';
import { type Ipc, ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { embeddedProfileId, type ProfileList } from '../../contract/profiles.ts';
import { settingsSchema } from '../../contract/settings.ts';
import type { App } from '../app/app-context.ts';
import { createBridge } from '../app/bridge.ts';
import { en } from '../i18n/en/catalogue.ts';
import { createText } from '../i18n/text.ts';
import { syncService } from '../wiring/sync-service.ts';
import { requireActiveProfile, createProfilesStore } from './profiles-store.ts';
import { createServiceStore, toFailureKind, toFolder } from './service-store.ts';
import { createSettingsStore } from './settings-store.ts';
import { createViewStore, storedViewSchema, toStoredText } from './view-store.ts';

type Answer = (input: never) => unknown;

/** The other end of the bridge: replies by name, and can send events to the page. */
function openMain(): {
  readonly bridge: Bridge<Ipc>;
  readonly answers: Map<string, Answer>;
  readonly tell: (name: string, payload: unknown) => void;
} {
  const answers = new Map<string, Answer>();
  const listeners: [string, (payload: unknown) => void][] = [];
  const bridge = createBridge(ipc, () => ({
    call: async (name, input) => {
      try {
        return { ok: true, value: await answers.get(name)?.(input as never) };
      } catch (error) {
        return { ok: false, error: toWireError(error) };
      }
    },
    addFile: async () => null,
    on: (name, listener) => {
      listeners.push([name, listener]);
      return () => undefined;
    },
  }));
  return {
    bridge,
    answers,
    tell: (name, payload) => {
      for (const [own, listener] of listeners) {
        if (own === name) {
          listener(payload);
        }
      }
    },
  };
}

const embedded = {
  id: embeddedProfileId,
  kind: 'embedded' as const,
  name: 'This computer',
  baseUrl: null,
  keyLast4: null,
  keyState: 'none' as const,
};
const remote = {
  id: 'p1',
  kind: 'remote' as const,
  name: 'Studio',
  baseUrl: 'https://studio.example/api/v1',
  keyLast4: '9f3c',
  keyState: 'stored' as const,
};
const list: ProfileList = {
  activeId: embeddedProfileId,
  profiles: [embedded, remote],
  protection: { kind: 'system', backend: 'gnome_libsecret' },
};

let main: ReturnType<typeof openMain>;
beforeEach(() => {
  main = openMain();
});

describe('the settings', () => {
  const defaults = settingsSchema.parse({});

  it('change at once and then take the answer of main', async () => {
    const store = createSettingsStore(main.bridge, defaults);
    main.answers.set('settings.change', () => ({ ...defaults, theme: 'light', textScale: 1.2 }));
    const change = store.getState().change({ theme: 'light' });
    expect(store.getState().settings.theme).toBe('light');
    await change;
    expect(store.getState().settings.textScale).toBe(1.2);
  });

  it('keep what is off while something else changes', async () => {
    const off = settingsSchema.parse({ downloadResults: false, hasTray: false });
    const store = createSettingsStore(main.bridge, off);
    main.answers.set('settings.change', () => ({ ...off, theme: 'light' }));
    const change = store.getState().change({ theme: 'light' });
    expect(store.getState().settings).toEqual({ ...off, theme: 'light' });
    await change;
  });

  it('go back when main cannot store them', async () => {
    const store = createSettingsStore(main.bridge, defaults);
    main.answers.set('settings.change', () => {
      throw new AppError('storage_failed', 'The disk is full.');
    });
    await expect(store.getState().change({ theme: 'light' })).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(store.getState().settings).toEqual(defaults);
  });

  it('refuse what no settings can be, and go on', async () => {
    const store = createSettingsStore(main.bridge, defaults);
    main.answers.set('settings.change', (patch: object) => ({ ...defaults, ...patch }));
    const impossible = { voice: { ...defaults.voice, outputDelayMs: Number.NaN } };
    await expect(store.getState().change(impossible)).rejects.toThrow('outputDelayMs');
    expect(store.getState().settings).toEqual(defaults);
    await store.getState().change({ theme: 'light' });
    expect(store.getState().settings.theme).toBe('light');
  });

  it('keep a later change when an earlier one is answered, or cannot be stored', async () => {
    const store = createSettingsStore(main.bridge, defaults);
    const answers: PromiseWithResolvers<unknown>[] = [];
    main.answers.set('settings.change', async () => {
      const answer = Promise.withResolvers<unknown>();
      answers.push(answer);
      return answer.promise;
    });
    const first = store.getState().change({ theme: 'light' });
    const failing = store.getState().change({ textScale: 1.4 });
    const last = store.getState().change({ queueSound: true });
    const expected = { ...defaults, theme: 'light', queueSound: true } as const;
    expect(store.getState().settings).toEqual({ ...expected, textScale: 1.4 });
    answers[0]?.resolve({ ...defaults, theme: 'light' });
    await first;
    expect(store.getState().settings).toEqual({ ...expected, textScale: 1.4 });
    answers[1]?.reject(new AppError('storage_failed', 'The disk is full.'));
    await expect(failing).rejects.toMatchObject({ code: 'storage_failed' });
    expect(store.getState().settings).toEqual(expected);
    answers[2]?.resolve(expected);
    await last;
    expect(store.getState().settings).toEqual(expected);
  });

  it('follow main', () => {
    const store = createSettingsStore(main.bridge, defaults);
    main.tell('settings.changed', { ...defaults, language: 'de' });
    expect(store.getState().settings.language).toBe('de');
  });
});

describe('the profiles', () => {
  it('hold the list that main answers with', async () => {
    const store = createProfilesStore(main.bridge, list);
    main.answers.set('profiles.activate', () => ({ ...list, activeId: 'p1' }));
    await store.getState().activate('p1');
    expect(requireActiveProfile(store.getState())).toEqual(remote);
    main.tell('profiles.changed', list);
    expect(requireActiveProfile(store.getState())).toEqual(embedded);
  });

  it('remember the outcome of a check until address or key change', async () => {
    const store = createProfilesStore(main.bridge, list);
    const account = { rateTier: 'pro', balanceUsd: 4.2, heldUsd: 0, durationMs: 31 };
    main.answers.set('profiles.check', () => account);
    const moved = { ...remote, baseUrl: 'https://other.example/api/v1' };
    const changed = { ...list, profiles: [embedded, moved] };
    const check = store.getState().check('p1');
    expect(store.getState().checks['p1']).toEqual({ state: 'checking' });
    expect(await check).toEqual({ state: 'connected', account });
    main.answers.set('profiles.change', () => list);
    await store.getState().change({ id: 'p1', name: 'Other' });
    expect(store.getState().checks['p1']).toEqual({ state: 'connected', account });
    // The event arrives before the reply; calls made in between count.
    main.answers.set('profiles.change', () => {
      main.tell('profiles.changed', changed);
      expect(store.getState().checks).toEqual({});
      void store.getState().refresh('p1');
      return changed;
    });
    await store.getState().change({ id: 'p1', baseUrl: moved.baseUrl });
    await expect.poll(() => store.getState().checks['p1']).toEqual({ state: 'connected', account });
  });

  it('ask again for another key that ends in the same characters', async () => {
    const store = createProfilesStore(main.bridge, list);
    let balanceUsd = 1;
    main.answers.set('profiles.check', () => ({
      rateTier: 'pro',
      balanceUsd,
      heldUsd: 0,
      durationMs: 3,
    }));
    main.answers.set('profiles.change', () => list);
    await store.getState().check('p1');
    balanceUsd = 2;
    await store.getState().change({ id: 'p1', apiKey: 'sk-other-key' });
    expect(store.getState().checks['p1']).toMatchObject({ account: { balanceUsd: 2 } });
  });

  it('tell a failed check by its code instead of rejecting', async () => {
    const store = createProfilesStore(main.bridge, list);
    main.answers.set('profiles.check', () => {
      throw new AppError('unauthorized', 'The key was refused.');
    });
    expect(await store.getState().check('p1')).toMatchObject({
      state: 'failed',
      error: { code: 'unauthorized' },
    });
  });
});

describe('the service of this computer', () => {
  const running = {
    state: 'running' as const,
    baseUrl: 'http://127.0.0.1:4711/api/v1',
    mediaSandbox: 'on' as const,
  };
  const failed = {
    state: 'failed' as const,
    error: { code: 'internal_error' as const, message: 'It ended too often.' },
  };
  const account = { rateTier: 'pro', balanceUsd: 0, heldUsd: 0, durationMs: 3 };

  /** The page as far as the service is followed, with the toasts that are on screen. */
  function openPage() {
    const shown = new Set<string>();
    const service = createServiceStore(main.bridge);
    const profiles = createProfilesStore(main.bridge, list);
    main.answers.set('profiles.check', () => account);
    syncService({
      service,
      profiles,
      text: () => createText('en'),
      attempt: async (action: () => Promise<void>) => {
        await action();
        return true;
      },
      notify: ({ title }: { title: string }) => {
        shown.add(title);
        return () => shown.delete(title);
      },
    } as unknown as App);
    return { shown, service, profiles };
  }

  it('is asked for its account as soon as it runs, and nothing is said', async () => {
    const { shown, profiles } = openPage();
    main.tell('service.changed', running);
    await expect
      .poll(() => profiles.getState().checks[embeddedProfileId])
      .toEqual({ state: 'connected', account });
    expect(shown).toEqual(new Set());
  });

  it('is announced when it fails, until it starts again, and when it is back', async () => {
    const { shown, service, profiles } = openPage();
    main.tell('service.changed', running);
    main.tell('service.changed', failed);
    expect([...shown]).toEqual([en['embedded.failed.title']]);
    expect(profiles.getState().checks).toEqual({});
    main.answers.set('service.restart', () => ({ state: 'starting' }));
    await service.getState().restart();
    expect([...shown]).toEqual([]);
    main.tell('service.changed', running);
    expect([...shown]).toEqual([en['embedded.back.title']]);
  });

  it('names the failures that have a remedy of their own', () => {
    const inUse: WireError = {
      code: 'storage_failed',
      message: '',
      details: { reason: 'store_in_use', folder: '/data/service' },
    };
    expect(toFailureKind(inUse)).toBe('in_use');
    expect(toFolder(inUse)).toBe('/data/service');
    expect(toFolder(failed.error)).toBeUndefined();
    expect(toFailureKind({ code: 'storage_failed', message: '' })).toBe('storage');
    expect(toFailureKind(failed.error)).toBe('other');
  });
});

describe('the view', () => {
  it('starts on Live and comes back where it was', () => {
    expect(createViewStore(null).getState()).toMatchObject({ screen: 'live', isMirrored: true });
    const before = createViewStore(null);
    before.getState().openSection('storage');
    before.getState().setMirrored(false);
    expect(createViewStore(toStoredText(before.getState())).getState()).toMatchObject({
      screen: 'settings',
      section: 'storage',
      isMirrored: false,
      overlay: null,
    });
  });

  it('keeps the readable fields of a state that is partly unreadable', () => {
    const kept = JSON.stringify({ screen: 'voices', section: 7, profileDraft: 'x' });
    expect(createViewStore(kept).getState()).toMatchObject({
      screen: 'voices',
      section: 'appearance',
      profileDraft: null,
    });
    expect(createViewStore('not json').getState().screen).toBe('live');
  });

  it('keeps a draft without anything that could hold a key', () => {
    const store = createViewStore(null);
    const draft = { id: null, name: 'Studio', baseUrl: 'https://a.example', isDirty: true };
    const withKey = { ...draft, apiKey: 'planted-key' };
    store.getState().setProfileDraft(withKey);
    const text = toStoredText(store.getState());
    expect(storedViewSchema.parse(JSON.parse(text)).profileDraft).toEqual(draft);
    expect(text).not.toContain('planted-key');
  });

  it('closes overlays when it goes to a screen', () => {
    const store = createViewStore(null);
    const seen = vi.fn();
    store.subscribe(({ screen, overlay }) => seen(screen, overlay));
    store.getState().setOverlay('palette');
    store.getState().goTo('history');
    expect(seen.mock.calls).toEqual([
      ['live', 'palette'],
      ['history', null],
    ]);
  });
});
