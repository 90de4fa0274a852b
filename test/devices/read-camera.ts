/** Runs in a page: reads frames of a camera, whose code is in their luma. */
import { readCode } from '../support/frame-code.ts';
import { type SeenCode, toTimeCode } from './timed-frames.ts';

interface Reading {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly seen: readonly SeenCode[];
  /** How often the camera was opened anew because no frame came. */
  readonly reopened: number;
}

/** End of a reading: after a time, or earlier after a number of codes. */
export interface ReadingEnd {
  readonly durationMs: number;
  readonly codes?: number;
}

/**
 * Opens the camera of this label and reads its frames until the end. Where none comes, it is opened anew, as a person reloads a
 * page: the machine’s session manager or the browser can miss the link between both.
 */
export async function readCamera(label: string, end: ReadingEnd): Promise<Reading> {
  for (let reopened = 0; ; reopened += 1) {
    const reading = await readTrack(await openTrack(label), end);
    if (reading.seen.length > 0 || reopened === MAX_REOPENED) {
      return { ...reading, reopened };
    }
  }
}

async function readTrack(
  track: MediaStreamTrack,
  { durationMs, codes = Number.POSITIVE_INFINITY }: ReadingEnd,
): Promise<Omit<Reading, 'reopened'>> {
  const Processor = Reflect.get(globalThis, 'MediaStreamTrackProcessor') as new (options: {
    track: MediaStreamTrack;
  }) => { readable: ReadableStream<VideoFrame> };
  const reader = new Processor({ track }).readable.getReader();
  const seen: SeenCode[] = [];
  let [width, height, count] = [0, 0, 0];
  let bytes = new Uint8Array();
  const end = setTimeout(() => track.stop(), durationMs);
  const first = setTimeout(() => track.stop(), FIRST_FRAME_MS);
  for (;;) {
    const { done, value: frame } = await reader.read();
    clearTimeout(first);
    if (done) {
      break;
    }
    ({ codedWidth: width, codedHeight: height } = frame);
    if (bytes.byteLength !== frame.allocationSize()) {
      bytes = new Uint8Array(frame.allocationSize());
    }
    // The first plane of I420 and NV12 is luma.
    const [plane] = await frame.copyTo(bytes);
    const { offset, stride } = plane ?? { offset: 0, stride: width };
    frame.close();
    const atCode = toTimeCode();
    const code = readCode(
      (x, y) => bytes[offset + Math.floor(y * height) * stride + Math.floor(x * width)] ?? 0,
    );
    seen.push({ code, atCode });
    count += code === null ? 0 : 1;
    if (count === codes) {
      track.stop();
    }
  }
  clearTimeout(end);
  return { label: track.label, width, height, seen };
}

/** Labels are known after any camera was opened. */
async function openTrack(label: string): Promise<MediaStreamTrack> {
  const any = await openStream({ video: true });
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(
    ({ kind }) => kind === 'videoinput',
  );
  any.getTracks().forEach((track) => track.stop());
  const camera = cameras.find((device) => device.label.includes(label));
  if (camera === undefined) {
    throw new Error(`There are: ${cameras.map((device) => device.label).join(', ')}.`);
  }
  const stream = await openStream({
    video: { deviceId: { exact: camera.deviceId }, width: 1280, height: 720, frameRate: 30 },
  });
  const [track] = stream.getVideoTracks();
  if (track === undefined) {
    throw new Error('The camera has no track.');
  }
  return track;
}

/** On a busy machine the portal sees a new camera a moment later than the server has it, and a browser can start it still later. */
async function openStream(wanted: MediaStreamConstraints): Promise<MediaStream> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await navigator.mediaDevices.getUserMedia(wanted);
    } catch (error) {
      const isEarly =
        error instanceof DOMException &&
        (error.name === 'NotFoundError' || error.name === 'NotReadableError');
      if (!isEarly || tries === MAX_TRIES) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

const MAX_TRIES = 100;
const RETRY_MS = 200;
const MAX_REOPENED = 2;
const FIRST_FRAME_MS = 15_000;
