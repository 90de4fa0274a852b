import type { App } from '../app/app-context.ts';

/**
 * Lists cameras, microphones and outputs, and again whenever one is plugged in or out. Listening starts the
 * browser's audio and camera processes, so it begins after the first view, which they would delay.
 */
export function syncDevices(
  { devices, changer, attempt }: Pick<App, 'devices' | 'changer' | 'attempt'>,
  source: Pick<MediaDevices, 'addEventListener'>,
): void {
  source.addEventListener('devicechange', () => {
    void attempt(() => devices.getState().refresh());
    void attempt(() => changer.getState().refreshOutputs());
  });
  void attempt(() => devices.getState().refresh());
}
