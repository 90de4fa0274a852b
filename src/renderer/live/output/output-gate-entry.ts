import { type LumaSamples, CardProbe, sampleCanvasLuma, sampleFrameLuma } from './card-probe.ts';
import { FrameSender } from '../frames/frame-sender.ts';
import { OutputGate } from './output-gate.ts';
import { OutputGateLatch } from './output-gate-latch.ts';
import type { FromOutputGate, ToOutputGate } from './output-gate-messages.ts';

/** The gate runs in a separate thread, so that a busy page cannot delay a cover. */
let gate: OutputGate | null = null;
const probe = new CardProbe();
let feed = 0;
let sender: FrameSender | null = null;
let isBypassed = false;

function sendTo(url: string | null, fps: number): void {
  sender?.close();
  sender = url === null ? null : new FrameSender({ url, fps });
  sender?.setBypassed(isBypassed);
  gate?.setFollower(sender);
}

/** An unreadable frame does not count as a card: the engine's own report follows a little later. */
async function sampleFrameOrNull(frame: VideoFrame): Promise<LumaSamples | null> {
  try {
    return await sampleFrameLuma(frame);
  } catch {
    return null;
  }
}

async function read(frames: ReadableStream<VideoFrame>, own: number): Promise<void> {
  const reader = frames.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) {
      const isCard = probe.isKnown && probe.isCard(await sampleFrameOrNull(value));
      if (own === feed && gate !== null) {
        gate.receive(value, isCard);
      } else {
        value.close();
      }
    }
    if (done || own !== feed) {
      break;
    }
  }
  await reader.cancel();
  if (own === feed) {
    gate?.lose();
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToOutputGate>) => {
  switch (data.type) {
    case 'begin':
      gate = new OutputGate({
        output: data.output.getWriter(),
        preview: data.preview.getWriter(),
        latch: new OutputGateLatch(data.latch),
        onCard: (card) => probe.setCard(sampleCanvasLuma(card)),
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener
        emit: (message: FromOutputGate) => self.postMessage(message),
      });
      break;
    case 'feed':
      feed += 1;
      if (data.frames === null) {
        gate?.lose();
      } else {
        read(data.frames, feed).catch(() => gate?.lose());
      }
      break;
    case 'publish':
      gate?.publish(data.isOn);
      break;
    case 'cover':
      gate?.cover(data.isOn, data.closings);
      break;
    case 'bar':
      gate?.bar(data.isOn, data.closings);
      break;
    case 'card':
      gate?.setCard(data.image, data.width, data.height);
      break;
    case 'send':
      sendTo(data.url, data.fps);
      break;
    case 'bypass':
      isBypassed = data.isOn;
      sender?.setBypassed(isBypassed);
      break;
    case 'end':
      sender?.close();
      gate?.close();
      self.close();
      break;
  }
});
