import type { App } from '../app/app-context.ts';

/** Turns the microphone that other programs see on or off, now and at the next start. */
export async function setVirtualMicrophoneOn(
  { changer, virtualMicrophone }: Pick<App, 'changer' | 'virtualMicrophone'>,
  isOn: boolean,
): Promise<void> {
  const { start, stop } = virtualMicrophone.getState();
  if (isOn) {
    await start();
  }
  await changer.getState().choose({ hasVirtualMicrophone: isOn });
  if (!isOn) {
    await stop();
  }
}
