import * as z from 'zod';
import { tcpPortSchema } from './tcp-port.ts';
import { virtualDeviceStateSchema } from './devices.ts';

/** Next steps for the user, most urgent first. */
export const obsRemedies = [
  /** No settings of OBS were found on this computer. */
  'install_obs',
  'start_obs',
  /** Its WebSocket server is off: Tools → WebSocket Server Settings. */
  'enable_server',
  'enter_password',
  'correct_password',
  /** OBS is older than 28 with obs-websocket 5. */
  'update_obs',
  /** The program on the port does not answer as OBS does. */
  'check_port',
  /** The input that shows the camera is not there. */
  'set_up',
] as const;

/** See {@link obsRemedies}. */
export type ObsRemedy = (typeof obsRemedies)[number];

/** Limits of OBS's audio delay, in ms; negative is earlier. */
export const syncOffsetLimits = { min: -950, max: 20_000 } as const;

/** See {@link syncOffsetLimits}. */
export const syncOffsetSchema = z.int().min(syncOffsetLimits.min).max(syncOffsetLimits.max);

/** Status of the connection to OBS. */
export const obsStatusSchema = z.object({
  /** `off`: not wanted; `ready`: OBS shows the camera when frames arrive; `in_use`: it reads them. */
  state: virtualDeviceStateSchema,
  remedy: z.enum(obsRemedies).nullable(),
  port: z.int(),
  hasPassword: z.boolean(),
  /** Version of OBS; null while there is no connection. */
  version: z.string().nullable(),
  /** Current names of scene and input in OBS; null while they do not exist. */
  scene: z.string().nullable(),
  input: z.string().nullable(),
  /** Input whose audio is delayed: the virtual microphone's, else OBS's own; null without any. */
  audioInput: z.string().nullable(),
  /** True when that input plays the virtual microphone, whose voice is later than the user's. */
  isAudioVirtual: z.boolean(),
  syncOffsetMs: z.number().nullable(),
  /** Programs that read the frames. */
  readers: z.int().nonnegative(),
  /** OBS's own virtual camera. */
  virtualCamera: z.enum(['on', 'off', 'unavailable']).nullable(),
});

/** See {@link obsStatusSchema}. */
export type ObsStatus = z.output<typeof obsStatusSchema>;

/** Frame of the input in OBS, and whether it equals the one that was sent. */
export const obsTestSchema = z.object({
  /** `ours`: the frame that was sent; `black`: nothing; `other`: another frame, or a frozen one. */
  verdict: z.enum(['ours', 'black', 'other']),
  /** A JPEG as OBS gave it. */
  image: z.instanceof(Uint8Array),
});

/** See {@link obsTestSchema}. */
export type ObsTest = z.output<typeof obsTestSchema>;

/** User's settings of OBS. */
export const obsChoiceSchema = z.object({
  /** True when Guise connects automatically. */
  isOn: z.boolean().default(false),
  /** Port of its WebSocket server; null for the one in OBS's settings. */
  port: tcpPortSchema.nullable().default(null),
});

/** See {@link obsChoiceSchema}. */
export type ObsChoice = z.output<typeof obsChoiceSchema>;
