import * as z from 'zod';
import { embeddedStateSchema, recoverySchema } from '../embedded.ts';
import { apiKeySchema, baseUrlSchema, profileListSchema, profileNameSchema } from '../profiles.ts';
import { settingsPatchSchema, settingsSchema } from '../settings.ts';
import { accountCalls } from './account.ts';
import { cameraCalls, cameraEvents } from './cameras.ts';
import { captureCalls } from './captures.ts';
import { characterCalls } from './characters.ts';
import { chunkSchema } from './chunks.ts';
import { controlCalls, controlEvents } from './control.ts';
import { coverCalls } from './cover.ts';
import { diagnosticsCalls } from './diagnostics.ts';
import { fileCalls } from './files.ts';
import { desktopCalls, desktopEvents } from './desktop.ts';
import { hotkeyCalls, hotkeyEvents } from './hotkeys.ts';
import { jobCalls, jobEvents } from './jobs.ts';
import { conversionCalls, conversionEvents } from './conversions.ts';
import { defineIpc } from './kit.ts';
import { libraryCalls, libraryEvents } from './library.ts';
import { liveCalls, liveEvents } from './live.ts';
import { microphoneCalls, microphoneEvents } from './microphone.ts';
import { obsCalls, obsEvents } from './obs.ts';
import { packCalls } from './packs.ts';
import { personCalls, personEvents } from './persons.ts';
import { presetCalls, presetEvents } from './presets.ts';
import { queueCalls, queueEvents } from './queue.ts';
import { changerCalls, changerEvents } from './voice-changer.ts';
import { pasteCalls } from './pastes.ts';
import { recordingCalls } from './recordings.ts';
import { sampleCalls } from './sample.ts';
import { storageCalls } from './storage.ts';
import { updateCalls } from './updates.ts';
import { voiceCalls } from './voices.ts';
import { watchCalls, watchEvents } from './watch.ts';

const nothing = z.strictObject({});
const done = z.null();

/** Something the user has to know that happened outside a call, such as a settings file set aside. */
export const noticeSchema = z.object({
  code: z.enum([
    'settings_set_aside',
    'profiles_set_aside',
    'jobs_set_aside',
    'characters_set_aside',
    'captures_set_aside',
    'consents_set_aside',
    'deletions_set_aside',
    'control_set_aside',
    'presets_set_aside',
    'watch_set_aside',
    'page_recovered',
    'live_ended',
    'vault_unprotected',
    'recording_recovered',
    'disk_low',
    'program_replaced',
  ]),
  /** File the notice is about, as a full path. */
  path: z.string().nullable(),
});

/** See {@link noticeSchema}. */
export type Notice = z.output<typeof noticeSchema>;

const aboutSchema = z.object({
  name: z.string(),
  version: z.string(),
  runtime: z.object({
    kind: z.enum(['electron', 'chromium']),
    version: z.string(),
    chromiumVersion: z.string(),
    /** Reason for the choice of this runtime, in one sentence. */
    reason: z.string(),
  }),
  nodeVersion: z.string(),
  platform: z.string(),
  arch: z.string(),
  /** Folders the user may want to open. */
  paths: z.object({ data: z.string(), results: z.string(), logs: z.string() }),
});

/** See the `app.about` call. */
export type About = z.output<typeof aboutSchema>;

/**
 * The complete list of calls and events between the page and main. Preload, main's handlers and the page's
 * bridge are derived from it.
 */
export const ipc = defineIpc({
  calls: {
    'app.about': { input: nothing, output: aboutSchema },
    /** Opens an `https:` link in the user's browser; anything else is `invalid_input`. */
    'app.open_external': { input: z.strictObject({ url: z.string().max(4096) }), output: done },
    /** Shows a folder of the app in the file manager. */
    'app.reveal': {
      input: z.strictObject({ folder: z.enum(['data', 'results', 'logs', 'models']) }),
      output: done,
    },
    /** Returns the notices that came up before the page could listen; each is returned once. */
    'app.take_notices': { input: nothing, output: z.array(noticeSchema) },
    /**
     * Reports that the page has rendered its first view; deferred work, such as starting the service, begins.
     */
    'app.shown': { input: nothing, output: done },
    /** Load of all cores since the previous call, 0..1; null when too little time has passed. */
    'app.processor_load': { input: nothing, output: z.object({ load: z.number().nullable() }) },
    /** Returns the bytes it got: measures the bridge. */
    'app.echo': {
      input: z.strictObject({
        bytes: chunkSchema,
      }),
      output: z.object({ bytes: z.instanceof(Uint8Array) }),
    },

    /** The embedded service: whether it runs, and if not, why. */
    'service.read': { input: nothing, output: embeddedStateSchema },
    /** Starts the embedded service again after it failed; a damaged database is dealt with as the user chose. */
    'service.restart': {
      input: z.strictObject({ recovery: recoverySchema.optional() }),
      output: embeddedStateSchema,
    },

    'settings.read': { input: nothing, output: settingsSchema },
    'settings.change': { input: settingsPatchSchema, output: settingsSchema },

    'profiles.list': { input: nothing, output: profileListSchema },
    'profiles.add': {
      input: z.strictObject({
        name: profileNameSchema,
        baseUrl: baseUrlSchema,
        apiKey: apiKeySchema,
      }),
      output: profileListSchema,
    },
    /**
     * Changes a remote profile; a field left out keeps its value. An address on another server needs the
     * key with it: a key is never carried over to a server it was not entered for.
     */
    'profiles.change': {
      input: z.strictObject({
        id: z.string(),
        name: profileNameSchema.optional(),
        baseUrl: baseUrlSchema.optional(),
        apiKey: apiKeySchema.optional(),
      }),
      output: profileListSchema,
    },
    'profiles.remove': { input: z.strictObject({ id: z.string() }), output: profileListSchema },
    'profiles.activate': { input: z.strictObject({ id: z.string() }), output: profileListSchema },
    /** Reads the account of a profile's service; rejects with the failure, whose details name the `step`. */
    'profiles.check': {
      input: z.strictObject({ id: z.string() }),
      output: z.object({
        rateTier: z.string(),
        balanceUsd: z.number(),
        heldUsd: z.number(),
        durationMs: z.number(),
      }),
    },

    ...accountCalls,
    ...diagnosticsCalls,
    ...fileCalls,
    ...jobCalls,
    ...queueCalls,
    ...packCalls,
    ...liveCalls,
    ...characterCalls,
    ...coverCalls,
    ...cameraCalls,
    ...microphoneCalls,
    ...captureCalls,
    ...libraryCalls,
    ...controlCalls,
    ...obsCalls,
    ...desktopCalls,
    ...hotkeyCalls,
    ...presetCalls,
    ...changerCalls,
    ...pasteCalls,
    ...recordingCalls,
    ...updateCalls,
    ...voiceCalls,
    ...conversionCalls,
    ...personCalls,
    ...storageCalls,
    ...sampleCalls,
    ...watchCalls,

    /** Stores the page's own state (at most 64 KB of JSON), so that a reload after a crash can restore it. */
    'view.keep': { input: z.strictObject({ state: z.string().max(65_536) }), output: done },
    /** The state kept last, or null on a first load. */
    'view.restore': { input: nothing, output: z.object({ state: z.string().nullable() }) },

    /** While a reason is set, main asks the page before it closes the window (`window.close_asked`). */
    'window.guard': {
      input: z.strictObject({ reason: z.enum(['unsaved_input', 'live', 'recording']).nullable() }),
      output: done,
    },
    /** Closes the window without asking again. */
    'window.close': { input: nothing, output: done },
  },
  events: {
    'app.notice': noticeSchema,
    'service.changed': embeddedStateSchema,
    'settings.changed': settingsSchema,
    'profiles.changed': profileListSchema,
    ...jobEvents,
    ...queueEvents,
    ...cameraEvents,
    ...microphoneEvents,
    ...liveEvents,
    ...libraryEvents,
    ...controlEvents,
    ...obsEvents,
    ...desktopEvents,
    ...hotkeyEvents,
    ...presetEvents,
    ...changerEvents,
    ...conversionEvents,
    ...personEvents,
    ...watchEvents,
    'window.close_asked': z.object({ reason: z.enum(['unsaved_input', 'live', 'recording']) }),
  },
});

/** See {@link ipc}. */
export type Ipc = typeof ipc;
