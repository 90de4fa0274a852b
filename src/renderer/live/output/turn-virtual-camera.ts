import type { App } from '../../app/app-context.ts';
import { changeLiveChoice } from './change-choice.ts';

/** Turns the camera that other programs see on or off, now and at the next start. */
export async function setVirtualCameraOn(
  app: Pick<App, 'settings' | 'live' | 'virtualCamera'>,
  isOn: boolean,
): Promise<void> {
  const kept = changeLiveChoice(app, { hasVirtualCamera: isOn });
  const { start, stop } = app.virtualCamera.getState();
  await (isOn ? start(app.settings.getState().settings.live) : stop());
  await kept;
}
