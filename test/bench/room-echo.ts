import { setTimeout as pause } from 'node:timers/promises';
import { RoomEvent, TrackKind, VideoStream } from '@livekit/rtc-node';
import { createOutputTrack } from '../../src/service/live/worker/output-track.ts';
import type { BrowserClient } from '../live/support/browser-client.ts';
import type { NodeClient } from '../live/support/node-client.ts';

/** Waits until the video has settled, then measures the delay of its frames; `onWarm` is called in between. */
export async function takeDelays(
  page: BrowserClient,
  { warmUpMs, measureMs }: { readonly warmUpMs: number; readonly measureMs: number },
  onWarm: () => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly delaysMs: readonly number[]; readonly unreadable: number }> {
  await pause(warmUpMs);
  await page.call('takeDelays');
  await onWarm();
  await pause(measureMs);
  return (await page.call('takeDelays')) as { delaysMs: number[]; unreadable: number };
}

/** Publishes the received video unchanged, as the product publishes the swapped one. */
export function sendBack({ room }: NodeClient): void {
  room.on(RoomEvent.TrackSubscribed, (track, publication) => {
    if (track.kind !== TrackKind.KIND_VIDEO) {
      return;
    }
    void (async () => {
      const output = createOutputTrack(room, (error) => {
        throw new Error('The echo cannot be published.', { cause: error });
      });
      await output.publish({ mime: publication.mimeType ?? '', width: 0, height: 0 });
      for await (const { frame } of new VideoStream(track)) {
        output.send(frame, performance.now());
      }
      await output.close();
    })();
  });
}
