/** Methods of the process that owns the virtual microphone. */
import * as z from 'zod';
import type { AskedMethods } from './peer-methods.ts';

const deviceNameSchema = z.string().min(1).max(512);

const soundDeviceSchema = z.object({
  /** Stable name in the sound server. */
  name: z.string(),
  /** Display name. */
  label: z.string(),
});

/** Microphones and outputs of the sound server, without those of Guise. */
export const soundDevicesSchema = z.object({
  inputs: z.array(soundDeviceSchema),
  outputs: z.array(soundDeviceSchema),
  /** Names of those that the system chose; null when it chose ours or none. */
  defaultInput: z.string().nullable(),
  defaultOutput: z.string().nullable(),
});

/** See {@link soundDevicesSchema}. */
export type SoundDevices = z.output<typeof soundDevicesSchema>;

const delayMs = z.number().min(0).max(1000);

/** Output settings of the changed voice. */
export const soundMixSchema = z.strictObject({
  /** True when the microphone is heard. */
  isOpen: z.boolean(),
  /** True when the user's own voice is output unchanged. */
  isBypassed: z.boolean(),
  /** Output to other programs: muted, and delayed for videos that take longer. */
  output: z.strictObject({ isMuted: z.boolean(), delayMs }),
  /** Output to the user; null while monitoring is off. Null names the system's default output. */
  monitor: z
    .strictObject({ output: deviceNameSchema.nullable(), isMuted: z.boolean(), delayMs })
    .nullable(),
});

/** See {@link soundMixSchema}. */
export type SoundMix = z.output<typeof soundMixSchema>;

/** Measurements, about ten times a second while the microphone runs. */
export const soundReportSchema = z.object({
  /** Peaks since the last report, 0..1: of the microphone, the output and the monitor. */
  inPeak: z.number(),
  outPeak: z.number(),
  monitorPeak: z.number(),
  isStreaming: z.boolean(),
  isPlaying: z.boolean(),
  /** Statistics as in the page's pipeline. */
  delayMs: z.number(),
  gaps: z.number(),
  stretchedMs: z.number(),
  droppedMs: z.number(),
  /** Samples that travel together, in time. */
  chunkMs: z.number(),
  /** Audio buffered in the sound server, input and output together. */
  deviceMs: z.number(),
  /** Number of underruns of the sound server. */
  underflows: z.number(),
  /** The microphone that is read. */
  inputName: z.string(),
  /** Scheduling of the process's threads. */
  realtime: z.enum(['direct', 'rtkit', 'none']),
});

/** See {@link soundReportSchema}. */
export type SoundReport = z.output<typeof soundReportSchema>;

/** Result of a test tone through the microphone. */
export const soundTestSchema = z.object({
  isHeard: z.boolean(),
  /** Delay from the output to a reader of the microphone; null when nothing came. */
  delayMs: z.number().nullable(),
  /** Level relative to the played tone; null when nothing came. */
  levelDb: z.number().nullable(),
});

/** See {@link soundTestSchema}. */
export type SoundTest = z.output<typeof soundTestSchema>;

const nothing = z.strictObject({});

/** See the head of the file. `run` reports a {@link SoundReport} until it is withdrawn. */
export const soundMethods = {
  devices: { question: nothing, answer: soundDevicesSchema },
  /** Makes the microphone, silent; takes over the one of an earlier run. */
  open: { question: nothing, answer: z.null() },
  /** Answers whether other programs see the microphone, and whether one reads it. */
  status: { question: nothing, answer: z.object({ isThere: z.boolean(), isRead: z.boolean() }) },
  /** Changes the voice of a microphone until the question is withdrawn. */
  run: {
    question: z.strictObject({
      socketUrl: z.url(),
      /** Null for the system's own. */
      input: deviceNameSchema.nullable(),
      mix: soundMixSchema,
    }),
    answer: z.null(),
  },
  mix: { question: soundMixSchema, answer: z.null() },
  test: { question: nothing, answer: soundTestSchema },
  /** Removes the microphone, including one left by an earlier run. */
  remove: { question: nothing, answer: z.object({ modules: z.int() }) },
} as const;

/** See {@link soundMethods}. */
export type SoundMethods = AskedMethods<typeof soundMethods>;

/** Name of the virtual microphone in the sound server, and so in other programs (Linux). */
export const MICROPHONE_NAME = 'guise_microphone';
/** Display name in device lists, also of browsers. */
export const MICROPHONE_LABEL = 'Guise Microphone';
