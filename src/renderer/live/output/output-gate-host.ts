import { type GateClosing, OutputGateLatch } from './output-gate-latch.ts';
import type { FromOutputGate, ToOutputGate } from './output-gate-messages.ts';
import { openTrackReader, openTrackWriter } from '../canvas/track-streams.ts';

/** Output of a session: shown large, recorded and passed to other programs. */
export interface OutputGateHost {
  /** Shows the engine's frames or the card, never the camera. */
  readonly track: MediaStreamTrack;
  /** Output for the user alone, while they are not live. */
  readonly preview: MediaStreamTrack;
  /** Publishes frames, or only the card, which is the initial state. */
  readonly publish: (isOn: boolean) => void;
  /** Sets the engine's track; null when it is gone. */
  readonly feed: (track: MediaStreamTrack | null) => void;
  readonly cover: (isOn: boolean) => void;
  /** Another card from now on, of the same size. */
  readonly setCard: (image: ImageBitmap) => void;
  /** Shows the card until it is revoked and frames have arrived for a while since. */
  readonly bar: (isOn: boolean) => void;
  /** Also sends the output to a URL of main; null for none. */
  readonly sendTo: (url: string | null, fps: number) => void;
  /** Sets whether the engine's frames may be the camera's own. */
  readonly setBypassed: (isOn: boolean) => void;
  readonly close: () => void;
}

/**
 * Opens the gate; see `output-gate.ts`. Throws `capability_unavailable` in a browser that is too old. Its messages are
 * events, to which there is no answer, so it needs no peer.
 */
export function openOutputGateHost(options: {
  /** Size of the output. */
  readonly size: { readonly width: number; readonly height: number };
  readonly image: Promise<ImageBitmap>;
  readonly onMessage: (message: FromOutputGate) => void;
}): OutputGateHost {
  const track = openTrackWriter();
  const preview = openTrackWriter();
  const worker = new Worker(new URL('./output-gate-entry.ts', import.meta.url), { type: 'module' });
  const send = (message: ToOutputGate, handed: Transferable[] = []): void => {
    worker.postMessage(message, handed);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromOutputGate>) =>
    options.onMessage(data),
  );
  const { writable } = track;
  const latch = new OutputGateLatch();
  send({ type: 'begin', output: writable, preview: preview.writable, latch: latch.memory }, [
    writable,
    preview.writable,
  ]);
  const close = (type: GateClosing, isOn: boolean): void => {
    if (isOn) {
      latch.close(type); // Before anything that could take its time.
    }
    send({ type, isOn, closings: latch.count(type) });
  };
  const { size } = options;
  send({ type: 'card', image: null, ...size });
  options.image.then(
    (image) => send({ type: 'card', image, ...size }),
    reportError, // The card hides as well without its picture.
  );
  return {
    track,
    preview,
    publish: (isOn) => send({ type: 'publish', isOn }),
    feed: (source) => {
      const frames = source === null ? null : openTrackReader(source);
      send({ type: 'feed', frames }, frames === null ? [] : [frames]);
    },
    setCard: (image) => send({ type: 'card', image, ...size }),
    cover: (isOn) => close('cover', isOn),
    bar: (isOn) => close('bar', isOn),
    sendTo: (url, fps) => send({ type: 'send', url, fps }),
    setBypassed: (isOn) => send({ type: 'bypass', isOn }),
    close: () => {
      send({ type: 'end' });
      track.stop();
      preview.stop();
    },
  };
}
