import type { Page } from '@playwright/test';

/** Captures the audio node that plays the changed voice. Must run in the page before the voice changer starts. */
export async function tapVoice(page: Page): Promise<void> {
  await page.evaluate(() => {
    const connect = Reflect.get(AudioNode.prototype, 'connect') as (...args: unknown[]) => unknown;
    Reflect.set(AudioNode.prototype, 'connect', function (this: AudioNode, ...args: unknown[]) {
      if (this instanceof AudioWorkletNode) {
        Reflect.set(globalThis, 'voiceNode', this);
      }
      return connect.apply(this, args);
    });
  });
}

/** Records the output of the captured node at 48 kHz. */
export async function recordVoice(page: Page, seconds: number): Promise<Float32Array<ArrayBuffer>> {
  const samples = await page.evaluate(async (wantedSeconds) => {
    const node = Reflect.get(globalThis, 'voiceNode') as AudioWorkletNode;
    const context = node.context as AudioContext;
    const tap = context.createScriptProcessor(4096, 1, 1);
    const all: number[] = [];
    await new Promise<void>((resolve) => {
      tap.addEventListener('audioprocess', ({ inputBuffer }) => {
        all.push(...inputBuffer.getChannelData(0));
        if (all.length >= wantedSeconds * context.sampleRate) {
          resolve();
        }
      });
      node.connect(tap);
      tap.connect(context.destination);
    });
    node.disconnect(tap);
    tap.disconnect();
    return all.map((sample) => Math.round(sample * 32_767));
  }, seconds);
  return Float32Array.from(samples, (sample) => sample / 32_767);
}
