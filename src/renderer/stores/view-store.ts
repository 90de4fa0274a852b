import * as z from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Ipc } from '../../contract/ipc/contract.ts';
import { jobOptionsSchema } from '../../contract/ipc/jobs.ts';
import type { LibraryItem } from '../../contract/ipc/library.ts';
import type { EventPayload } from '../../contract/ipc/kit.ts';

/** The screens in the order of the navigation. */
export const screens = ['live', 'create', 'voices', 'history', 'account', 'settings'] as const;

/** One of {@link screens}. */
export type Screen = (typeof screens)[number];

/** The sections of the settings in their order. */
export const settingsSections = [
  'appearance',
  'service',
  'devices',
  'safety',
  'jobs',
  'models',
  'shortcuts',
  'control',
  'obs',
  'storage',
  'diagnostics',
  'guide',
  'about',
] as const;

/** One of {@link settingsSections}. */
export type SettingsSection = (typeof settingsSections)[number];

const profileDraftSchema = z.object({
  /** Profile that is changed; null for a new one. */
  id: z.string().nullable(),
  name: z.string().max(200),
  baseUrl: z.string().max(4096),
  /** True when the user typed something. The draft never contains a key, only whether there is one. */
  isDirty: z.boolean(),
});

/** A service being entered, without its key. */
export type ProfileDraft = z.output<typeof profileDraftSchema>;

const jobDraftSchema = z.object({
  feature: z.string().max(64),
  options: jobOptionsSchema,
  settings: jobOptionsSchema.default({}),
});

/** Values of the Create form; files have to be chosen again. */
export type StoredDraft = z.output<typeof jobDraftSchema>;

/** State that survives a reload of the page. Never contains a key. */
export const storedViewSchema = z.object({
  screen: z.enum(screens).catch('live'),
  section: z.enum(settingsSections).catch('appearance'),
  profileDraft: profileDraftSchema.nullable().catch(null),
  jobDraft: jobDraftSchema.nullable().catch(null),
  isMirrored: z.boolean().catch(true),
  /** Open jobs: the one created in Create, and the one opened in History. */
  createJobId: z.string().max(64).nullable().catch(null),
  historyJobId: z.string().max(64).nullable().catch(null),
});

/** See {@link storedViewSchema}. */
export type StoredView = z.output<typeof storedViewSchema>;

/** Reason why the window asks before it closes. */
export type WindowCloseReason = EventPayload<Ipc, 'window.close_asked'>['reason'];

/** Navigation state, and the overlays above it. */
export interface ViewStoreState extends StoredView {
  /** `bypass` asks whether the real face may go out. */
  readonly overlay: 'palette' | 'shortcuts' | 'messages' | 'bypass' | 'onboarding' | null;
  /** Content of Live's side column. */
  readonly livePanel: 'on_air' | 'set_up';
  /** True when the metrics replace the job strip of Live. */
  readonly areMetricsOpen: boolean;
  /** Library item that is open above it; a job has a page of its own. */
  readonly libraryItem: LibraryItem | null;
  readonly closeReason: WindowCloseReason | null;
  readonly goTo: (screen: Screen) => void;
  readonly openSection: (section: SettingsSection) => void;
  readonly setOverlay: (overlay: ViewStoreState['overlay']) => void;
  readonly setProfileDraft: (draft: ProfileDraft | null) => void;
  /** Shows a job, in History unless it is made in Create; null goes back to the form or the list. */
  readonly openJob: (id: string | null) => void;
  /** Shows an item of the library, but for jobs, in History; null closes it. */
  readonly openItem: (item: LibraryItem | null) => void;
  readonly storeDraft: (draft: StoredDraft) => void;
  readonly setMirrored: (isMirrored: boolean) => void;
  readonly setLivePanel: (panel: ViewStoreState['livePanel']) => void;
  readonly setMetricsOpen: (isOpen: boolean) => void;
  readonly askClose: (reason: WindowCloseReason | null) => void;
}

/** See {@link ViewStoreState}. */
export type ViewStore = StoreApi<ViewStoreState>;

/** Creates the store of the view; `stored` is the state of an earlier load of the page, or null. */
export function createViewStore(stored: string | null): ViewStore {
  return createStore<ViewStoreState>()((set) => ({
    ...readStoredView(stored),
    overlay: null,
    livePanel: 'on_air',
    areMetricsOpen: false,
    libraryItem: null,
    closeReason: null,
    goTo: (screen) => set({ screen, overlay: null }),
    openSection: (section) => set({ screen: 'settings', section, overlay: null }),
    setOverlay: (overlay) => set({ overlay }),
    setProfileDraft: (profileDraft) => set({ profileDraft }),
    openJob: (id) =>
      set(({ screen }) =>
        screen === 'create'
          ? { createJobId: id, overlay: null }
          : { historyJobId: id, overlay: null, screen: 'history' },
      ),
    openItem: (libraryItem) =>
      set(
        libraryItem === null
          ? { libraryItem }
          : { libraryItem, historyJobId: null, screen: 'history', overlay: null },
      ),
    storeDraft: (jobDraft) => set({ jobDraft }),
    setMirrored: (isMirrored) => set({ isMirrored }),
    setLivePanel: (livePanel) => set({ livePanel }),
    setMetricsOpen: (areMetricsOpen) => set({ areMetricsOpen }),
    askClose: (closeReason) => set({ closeReason }),
  }));
}

/** The part of the view that outlives the page, as the text for `view.keep`. */
export function toStoredText(view: StoredView): string {
  return JSON.stringify(storedViewSchema.parse(view));
}

/** Reads the stored state; unreadable fields get their defaults, one by one. */
function readStoredView(stored: string | null): StoredView {
  const parsed = storedViewSchema.safeParse(parseJson(stored));
  return parsed.success ? parsed.data : storedViewSchema.parse({});
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? {} : JSON.parse(text);
  } catch {
    return {};
  }
}
