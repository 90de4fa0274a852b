import type { Log } from '../log/log.ts';

/** An area whose work ends before the app does. */
export interface Stoppable {
  readonly stop: () => Promise<void>;
}

/** Stops areas one after the other; the failure of one is logged under its name and keeps no other from its end. */
export async function stopAreas(
  areas: Readonly<Record<string, Stoppable>>,
  log: Log,
): Promise<void> {
  for (const [name, area] of Object.entries(areas)) {
    try {
      await area.stop();
    } catch (error) {
      log('error', 'app.not_stopped', { name, error });
    }
  }
}
