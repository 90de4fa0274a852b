import * as z from 'zod';
import { tcpPortSchema } from '../tcp-port.ts';
import { obsStatusSchema, obsTestSchema, syncOffsetSchema } from '../obs.ts';
import type { CallShape } from './kit.ts';

const nothing = z.strictObject({});

/** Calls about OBS Studio on this computer. Each returns the resulting status. */
export const obsCalls = {
  'obs.read': { input: nothing, output: obsStatusSchema },
  /**
   * Connects, and reconnects whenever OBS was gone, until `obs.disconnect`. Without a password it uses the one
   * from the vault. `remedy` names the problem.
   */
  'obs.connect': {
    input: z.strictObject({
      port: tcpPortSchema.optional(),
      password: z.string().min(1).max(256).optional(),
    }),
    output: obsStatusSchema,
  },
  /** Ends the connection and forgets the password. OBS keeps scene and inputs. */
  'obs.disconnect': { input: nothing, output: obsStatusSchema },
  /** Makes the scene and the inputs that are missing, and corrects those that are there. */
  'obs.set_up': { input: nothing, output: obsStatusSchema },
  /** Makes OBS delay the audio by this many ms relative to the video. */
  'obs.set_sync_offset': {
    input: z.strictObject({ offsetMs: syncOffsetSchema }),
    output: obsStatusSchema,
  },
  'obs.set_virtual_camera': {
    input: z.strictObject({ isOn: z.boolean() }),
    output: obsStatusSchema,
  },
  /** Compares the output of OBS with the frame that was sent. */
  'obs.test': { input: nothing, output: obsTestSchema },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about OBS Studio. */
export const obsEvents = {
  'obs.changed': obsStatusSchema,
} as const;
