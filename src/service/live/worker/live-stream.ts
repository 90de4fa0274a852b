import { Room, RoomEvent } from '@livekit/rtc-node';
import { AppError, toWireError } from '../../../base/errors.ts';
import type { LiveSwap } from '../../../engine/live/live-swap.ts';
import { watchCamera } from './camera-track.ts';
import { createFramePump, type FramePump } from './frame-pump.ts';
import { createOutputTrack } from './output-track.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { createRoomDelay } from './room-delay.ts';
import type { FromLiveWorker, JoinedRoom, StreamReport, SwapChange } from './worker-messages.ts';

/** The worker's side of one session: in the room, between camera and output. */
export interface LiveStream {
  change(number: number, change: SwapChange): Promise<void>;
  stream(): void;
  /** Leaves the room. Answers the last report. */
  leave(): Promise<StreamReport>;
}

/** Joins a room as the one who swaps. The swap stays the caller's. Throws `processing_failed`. */
export async function joinLiveStream(
  { url, token, streamer }: JoinedRoom,
  swap: LiveSwap,
  { isPassthrough, send }: { isPassthrough: boolean; send: (message: FromLiveWorker) => void },
): Promise<LiveStream> {
  const room = new Room();
  const shown = { isPassthrough, hasCharacter: false };
  let hasLeft = false;
  const lose = (reason: string): void => {
    if (!hasLeft) {
      send({ type: 'room_lost', reason });
    }
  };
  const output = createOutputTrack(room, () => lose('the output could not be published'));
  const pump: FramePump = createFramePump(swap, output, {
    onCamera: () => send({ type: 'camera' }),
  });
  pump.setReady(isPassthrough);
  room.on(RoomEvent.Disconnected, (reason) => lose(`disconnected: ${reason}`));
  try {
    await room.connect(url, token, { autoSubscribe: false, dynacast: false });
  } catch (cause) {
    throw new AppError('processing_failed', 'The media room cannot be joined.', { cause });
  }
  const unwatch = watchCamera(room, streamer, {
    onCame: (mime) => output.answer(mime),
    onPicture: (video) => pump.take(video),
    onGone: () => pump.cover(),
  });
  const reporter: Reporter = createReporter({
    engine: () => swap.engine,
    pump,
    delay: createRoomDelay(room),
    send: (report) => send({ type: 'report', report }),
  });

  async function apply(change: SwapChange): Promise<Awaited<ReturnType<LiveSwap['setCharacter']>>> {
    switch (change.kind) {
      case 'character': {
        const about = await swap.setCharacter(change.image);
        shown.hasCharacter = true;
        return change.prompt === null ? about : [...about, ...swap.setPrompt(change.prompt)];
      }
      case 'prompt':
        return swap.setPrompt(change.prompt);
      case 'passthrough':
        swap.setPassthrough(change.isOn);
        output.forget();
        shown.isPassthrough = change.isOn;
        return [];
    }
  }

  async function answer(number: number, change: SwapChange): Promise<void> {
    try {
      const warnings = await apply(change);
      pump.setReady(shown.hasCharacter || shown.isPassthrough);
      send({ type: 'applied', number, warnings });
    } catch (error) {
      send({ type: 'refused', number, error: toWireError(error) });
    }
  }

  /** What was asked for later must not be undone by what takes longer. */
  let changing = Promise.resolve();
  return {
    change(number, change) {
      if (change.kind === 'passthrough') {
        return answer(number, change);
      }
      changing = changing.then(() => answer(number, change));
      return changing;
    },
    stream: () => pump.stream(),
    async leave() {
      hasLeft = true;
      const last = reporter.close();
      await unwatch();
      await output.close();
      await room.disconnect();
      return last;
    },
  };
}
