import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { toJudgedLevel } from '../../media/voice/to-judged-level.ts';
import { openPinnedPackage } from './pinned-packages.ts';

const rateHz = 16_000;
/** Input length of the network: 9.01 s. */
const windowLength = 144_160;

/** Quality of speech by DNSMOS (ITU-T P.835), 1 to 5. */
export interface SpeechQuality {
  readonly signal: number;
  readonly background: number;
  readonly overall: number;
}

/** Opens DNSMOS; the returned function rates speech at 16 kHz and repeats short speech. */
export async function openSpeechQuality(): Promise<
  (speech: Float32Array) => Promise<SpeechQuality>
> {
  const folder = await openPinnedPackage('speechmos');
  const session = await InferenceSession.create(
    join(folder, 'speechmos/dnsmos_models/sig_bak_ovr.onnx'),
  );
  return async (sound) => {
    const speech = toJudgedLevel(sound);
    const sums = [0, 0, 0];
    let count = 0;
    let start = 0;
    do {
      const part = Float32Array.from(
        { length: windowLength },
        (_, index) => speech[(start + index) % speech.length]!,
      );
      const result = await session.run({
        [session.inputNames[0]!]: new Tensor('float32', part, [1, windowLength]),
      });
      const raw = Object.values(result)[0]!.data as Float32Array;
      raw.forEach((value, index) => {
        sums[index]! += value;
      });
      count += 1;
      start += rateHz * 3;
    } while (start + windowLength <= speech.length);
    const [signal, background, overall] = sums.map((sum) => sum / count);
    return {
      signal: bend(signal!, [-0.083_972_78, 1.220_838_53, 0.005_243_9]),
      background: bend(background!, [-0.131_668_88, 1.608_915_14, -0.396_045_46]),
      overall: bend(overall!, [-0.067_662_83, 1.115_465_46, 0.046_025_35]),
    };
  };
}

/** Maps the network's output to human ratings by the fit of its authors. */
function bend(value: number, [square, slope, offset]: readonly [number, number, number]): number {
  return (square * value + slope) * value + offset;
}
