import { AudioStream, type Room, TrackKind } from '@livekit/rtc-node';
import { readStream, watchTrack } from './watch-track.ts';

/** Sample rate at which mouth shapes are detected. */
const SAMPLE_RATE_HZ = 16_000;
const FULL_SCALE = 32_768;

/**
 * Follows the voice that one participant sends, if they send any: the newest of its audio tracks, mono at 16 kHz. The
 * returned function ends it.
 */
export function watchVoice(
  room: Room,
  streamer: string,
  onSamples: (samples: Float32Array) => void,
): () => Promise<void> {
  const wanted = { identity: streamer, kind: TrackKind.KIND_AUDIO };
  const voice = watchTrack(room, wanted, {
    open: (track) =>
      readStream(new AudioStream(track, SAMPLE_RATE_HZ, 1), ({ data }) =>
        onSamples(Float32Array.from(data, (sample) => sample / FULL_SCALE)),
      ),
  });
  return () => voice.stop();
}
