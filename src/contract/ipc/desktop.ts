import * as z from 'zod';
import { liveActionSchema } from '../live-action.ts';
import type { CallShape } from './kit.ts';

/** Content of the tray menu; texts and commands come from the page. */
export const trayViewSchema = z.strictObject({
  tooltip: z.string().max(200),
  items: z
    .array(
      z.strictObject({
        /** Id of a command, or `window` and `quit`, which main carries out itself. */
        id: z.string().min(1).max(80),
        label: z.string().min(1).max(200),
        isEnabled: z.boolean(),
        /** Action that main performs even when the page does not respond; null when the page performs it. */
        press: liveActionSchema.nullable(),
      }),
    )
    .max(20),
});

/** See {@link trayViewSchema}. */
export type TrayView = z.output<typeof trayViewSchema>;

const trayStateSchema = z.object({
  /** True when this desktop has a tray for icons of programs. */
  hasTray: z.boolean(),
});

/** Calls about Guise's presence on the desktop outside of its window. */
export const desktopCalls = {
  /** Shows an icon in the tray, or with null none. */
  'desktop.use_tray': {
    input: z.strictObject({ view: trayViewSchema.nullable() }),
    output: trayStateSchema,
  },
  /** Progress of the queue for the taskbar; null while nothing runs. */
  'desktop.show_progress': {
    input: z.strictObject({ fraction: z.number().min(0).max(1).nullable() }),
    output: z.null(),
  },
} as const satisfies Readonly<Record<string, CallShape>>;

/** Events about it. */
export const desktopEvents = {
  'desktop.tray_changed': trayStateSchema,
  /** A line of the menu was chosen that is for the page. */
  'desktop.tray_pressed': z.object({ id: z.string() }),
} as const;
