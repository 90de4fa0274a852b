import * as z from 'zod';
import { obsChoiceSchema } from './obs.ts';
import { limits } from './api/limits.ts';
import { controlChoiceSchema } from './control.ts';
import { formPresetsSchema } from './form-presets.ts';
import { languageChoiceSchema } from './languages.ts';
import { shortcutChoiceSchema, storedShortcutsSchema } from './shortcuts.ts';
import { liveChoiceSchema } from './live-choice.ts';
import { builtInChoice, packChoiceSchema, packSpeedSchema } from './model-packs.ts';
import { onboardingSchema } from './onboarding.ts';
import { updateFeedSchema } from './updates.ts';
import { voiceIdSchema } from './api/voice-id.ts';

const deviceIdSchema = z.string().min(1).max(512).nullable();
const delayMsSchema = z.number().min(0).max(1000);

/** User's settings of the voice changer. */
export const voiceChoiceSchema = z.object({
  /** Target voice; null for the service's first. */
  voiceId: voiceIdSchema.nullable().default(null),
  /** 0..1: how much of the target is taken on. */
  strength: z.number().min(0).max(1).default(0.5),
  /** Noise suppression before the conversion, and the gate that silences everything but speech. */
  noiseSuppression: z.boolean().default(false),
  voiceGate: z.boolean().default(false),
  /** Output that others listen to, such as a virtual microphone; null for nowhere. */
  outputId: deviceIdSchema.default(null),
  /** Output on which the user hears themselves; null for the system's own. */
  monitorId: deviceIdSchema.default(null),
  isMonitored: z.boolean().default(false),
  /** True when the voice is output through Guise's virtual microphone, outside of the browser. */
  hasVirtualMicrophone: z.boolean().default(false),
  /** Device names of the sound server for it: microphone and monitor output; null for the system default. */
  soundInput: deviceIdSchema.default(null),
  soundMonitor: deviceIdSchema.default(null),
  /** Additional delay of the voice for others and for the user. */
  outputDelayMs: delayMsSchema.default(0),
  monitorDelayMs: delayMsSchema.default(0),
  /** Funded at once on a service that costs. */
  durationMinutes: z
    .int()
    .min(limits.voiceChangerMinutes.min)
    .max(limits.voiceChangerMinutes.max)
    .default(60),
});

/** See {@link voiceChoiceSchema}. */
export type VoiceChoice = z.output<typeof voiceChoiceSchema>;

/**
 * User's settings of the whole app. Every field has a default and unknown fields are dropped, so an older or
 * newer file never prevents the start.
 */
export const settingsSchema = z.object({
  /** Colour theme; `system` follows the desktop. Dark by default, because streams are made in dark rooms. */
  theme: z.enum(['system', 'dark', 'light']).default('dark'),
  /** Language of the interface; `system` follows the desktop where a catalogue exists. */
  language: languageChoiceSchema.default('system'),
  /** `reduced` switches transitions off; `system` follows the desktop. */
  motion: z.enum(['system', 'reduced']).default('system'),
  /** Factor on every font size, beside the scale the desktop sets. */
  textScale: z.number().min(0.8).max(1.6).default(1),
  /** Camera the user chose, as the id that the browser gives it in this profile; null for the system's first. */
  cameraId: deviceIdSchema.default(null),
  /** Microphone the user chose, see `cameraId`. */
  microphoneId: deviceIdSchema.default(null),
  /** Models of the user that do jobs on this computer. */
  packs: packChoiceSchema.default(builtInChoice),
  /** Result of their measurement. */
  packSpeed: packSpeedSchema.catch(null).default(null),
  voice: voiceChoiceSchema.prefault({}),
  /** Settings of forms under a name. */
  formPresets: formPresetsSchema.catch([]).default([]),
  /** True when a sound marks the end of the queue; never while live. */
  queueSound: z.boolean().default(false),
  /** True when results of remote services are downloaded as soon as they are available. */
  downloadResults: z.boolean().default(true),
  /** True when results made on this computer are signed as made by Guise. */
  signResults: z.boolean().default(true),
  /** True when Guise has an icon in the tray, where the desktop has one. */
  hasTray: z.boolean().default(true),
  /** Settings of live sessions. */
  live: liveChoiceSchema.prefault({}),
  /** Permission of programs to ask for control of Guise. */
  control: controlChoiceSchema.prefault({}),
  /** Connection to OBS; changed by the calls about it alone. */
  obs: obsChoiceSchema.prefault({}),
  /** Progress of the first run. */
  onboarding: onboardingSchema.prefault({}),
  /** URL that is asked for a newer version when the user presses the button; null when none is set. */
  updateFeed: updateFeedSchema.nullable().catch(null).default(null),
  /** Keys of commands that are not the usual ones. */
  shortcuts: storedShortcutsSchema.default({}),
});

/** See {@link settingsSchema}. */
export type Settings = z.output<typeof settingsSchema>;

/** Commands, and the keys they had, by the names that keys were stored under before every command could have some. */
const formerHotkeys: Readonly<Record<string, { readonly id: string; readonly usual: string }>> = {
  cover: { id: 'live.cover', usual: 'F9' },
  mute: { id: 'voice.mute', usual: 'CommandOrControl+Alt+M' },
  talk: { id: 'voice.talk', usual: 'F8' },
  next_character: { id: 'look.character_next', usual: 'CommandOrControl+Alt+N' },
  next_preset: { id: 'look.preset_next', usual: 'CommandOrControl+Alt+PageDown' },
  previous_preset: { id: 'look.preset_previous', usual: 'CommandOrControl+Alt+PageUp' },
};

const formerSchema = z.looseObject({ hotkeys: z.record(z.string(), z.string().nullable()) });

/** Skips the first run for settings that predate it: their user knows Guise. */
function passFirstRun(stored: unknown): unknown {
  const known = z.looseObject({}).safeParse(stored);
  const isFormer =
    known.success && known.data['onboarding'] === undefined && Object.keys(known.data).length > 0;
  return isFormer ? { ...known.data, onboarding: { isOver: true } } : stored;
}

/** Keys that the user chose before `shortcuts` stay theirs. */
function keepKeys(stored: unknown): unknown {
  const known = formerSchema.safeParse(stored);
  if (!known.success) {
    return stored;
  }
  const { hotkeys, ...rest } = known.data;
  const keys = Object.entries(formerHotkeys)
    .filter(([name, { usual }]) => hotkeys[name] !== undefined && hotkeys[name] !== usual)
    .map(([name, { id }]) => [id, { keys: hotkeys[name] }]);
  return { shortcuts: Object.fromEntries(keys), ...rest };
}

/** The same as a file has it, also one of a former version. */
export const storedSettingsSchema = z.preprocess(
  (stored) => keepKeys(passFirstRun(stored)),
  settingsSchema,
);

/** A change of some settings; the others keep their value. */
export const settingsPatchSchema = z.strictObject({
  theme: settingsSchema.shape.theme.unwrap().optional(),
  language: settingsSchema.shape.language.unwrap().optional(),
  motion: settingsSchema.shape.motion.unwrap().optional(),
  textScale: settingsSchema.shape.textScale.unwrap().optional(),
  cameraId: deviceIdSchema.optional(),
  microphoneId: deviceIdSchema.optional(),
  packs: packChoiceSchema.optional(),
  packSpeed: packSpeedSchema.optional(),
  voice: voiceChoiceSchema.optional(),
  formPresets: formPresetsSchema.optional(),
  queueSound: z.boolean().optional(),
  hasTray: z.boolean().optional(),
  downloadResults: z.boolean().optional(),
  signResults: z.boolean().optional(),
  live: liveChoiceSchema.optional(),
  control: controlChoiceSchema.optional(),
  onboarding: onboardingSchema.optional(),
  updateFeed: updateFeedSchema.nullable().optional(),
  shortcuts: shortcutChoiceSchema.optional(),
});

/** See {@link settingsPatchSchema}. */
export type SettingsPatch = z.output<typeof settingsPatchSchema>;

/** Settings after a change. Throws ZodError when they are not valid. */
export function mergeSettings(settings: Settings, patch: SettingsPatch): Settings {
  const changes = Object.entries(patch).filter(([, value]) => value !== undefined);
  return settingsSchema.parse({ ...settings, ...Object.fromEntries(changes) });
}
