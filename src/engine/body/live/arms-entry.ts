/** The thread that detects the arms of a streamer, and separates those of characters. */
import { flushCompileCache } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invariant } from '../../../base/errors.ts';
import { readStill } from '../../io/video/stills.ts';
import { LONGEST_CHARACTER_SIDE } from '../../live/character/character.ts';
import type { CharacterCutout } from '../../live/character/character-cutout.ts';
import { openModelFolder } from '../../models/model-folder.ts';
import { openBuiltInModel, type OpenedModel } from '../../models/open-fixed-model.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import type { Region } from '../../pixels/region.ts';
import { toI420 } from '../../pixels/yuv.ts';
import { closeThreadPort, serveThread } from '../../threads/serve-thread.ts';
import { layerBody } from '../character/body-character.ts';
import { createPoseFinder, NEW_CONFIDENCE } from '../pose-finder.ts';
import { type FaceSpot, isOfFace } from './arm-pose.ts';
import { separateArms, type SeparatedArms } from './separate-arms.ts';

/** Minimum confidence for a person that is already tracked. */
const FOLLOWED_CONFIDENCE = 0.3;

interface Networks {
  readonly detection: OpenedModel;
  readonly landmarks: OpenedModel;
  readonly matte: OpenedModel;
}

let networks: Networks | null = null;
let finder: ReturnType<typeof createPoseFinder> | null = null;
/** Region where the streamer is expected. */
let last: Readonly<Region> | null = null;

const methods = {
  /** Loads the networks; must be called first, and once. */
  async open(modelFolder: string): Promise<void> {
    const folder = await openModelFolder(modelFolder);
    const [detection, landmarks, matte] = await Promise.all([
      openBuiltInModel(folder, 'pose-detection'),
      openBuiltInModel(folder, 'pose-landmarks'),
      openBuiltInModel(folder, 'person-matte'),
    ]);
    networks = { detection, landmarks, matte };
    finder = createPoseFinder(networks, { hasMasks: false });
    setImmediate(flushCompileCache);
  },
  /** Returns the joints of the person with this face, in a frame of shared memory; null if they are not found. */
  follow({ frame, face }: { readonly frame: I420Frame; readonly face: FaceSpot }) {
    invariant(finder !== null, 'networks are loaded before somebody is followed');
    const known = last === null ? null : finder.read(frame, last, FOLLOWED_CONFIDENCE);
    let found = known !== null && isOfFace(known.pose.joints, face) ? known : null;
    if (found === null) {
      for (const region of finder.detect(frame)) {
        const read = finder.read(frame, region, NEW_CONFIDENCE);
        found = read !== null && isOfFace(read.pose.joints, face) ? read : found;
      }
    }
    last = found?.next ?? null;
    return found?.pose.joints ?? null;
  },
  /** Returns the arms of a character's image and its cutout without them; null if no arm can be moved. */
  async separate({
    image,
    cutout,
  }: {
    readonly image: Uint8Array;
    readonly cutout: CharacterCutout;
  }): Promise<SeparatedArms | null> {
    invariant(networks !== null, 'networks are loaded before a picture is read');
    const photo = await readStill(image, { maxSide: LONGEST_CHARACTER_SIDE });
    const found = createPoseFinder(networks).find(toI420(photo));
    if (found === null) {
      return null;
    }
    const { matte } = networks;
    const body = await layerBody(photo, found.pose, { matte, pause: () => nextTurn() });
    return separateArms(body, cutout);
  },
  close(): void {
    for (const model of networks === null ? [] : Object.values(networks)) {
      model.close();
    }
    closeThreadPort();
  },
};

/** The methods of the thread. */
export type ArmsMethods = typeof methods;

serveThread(methods);
