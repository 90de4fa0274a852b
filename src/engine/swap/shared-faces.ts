/**
 * Faces of a frame in memory shared by two threads: one writes them, the other reads them in place. The message that
 * hands over the frame hands over its faces too.
 */
import { HAND_VALUES, MAX_HANDS } from '../track/hand-points.ts';
import { IRIS_POINT_COUNT, MESH_POINT_COUNT } from '../track/mesh-points.ts';
import type { FaceBox, NearHands, TrackedFace } from '../track/face-track.ts';
import type { HeadPose } from '../track/head-pose.ts';

/** Shared memory for the faces of one frame. */
export interface SharedFaces {
  readonly memory: SharedArrayBuffer;
  /** Copies faces of a tracker into the memory, up to its capacity. */
  write(faces: readonly TrackedFace[]): void;
  /** Returns the faces in the memory. The list and its entries are overwritten by the next call. */
  read(): readonly TrackedFace[];
}

const MESH_VALUES = MESH_POINT_COUNT * 3;
const IRIS_VALUES = IRIS_POINT_COUNT * 3;
/** id, isNew, confidence, box, pose, number of hands. */
const HEAD_VALUES = 3 + 4 + 4 + 9 + 1;
const ALL_HANDS = MAX_HANDS * HAND_VALUES;
const FACE_VALUES = HEAD_VALUES + 2 * MESH_VALUES + IRIS_VALUES + ALL_HANDS;

/** Creates shared faces for up to `maxFaces`, in new memory or in that of another thread with the same capacity. */
export function createSharedFaces(maxFaces: number, memory?: SharedArrayBuffer): SharedFaces {
  const size = (1 + maxFaces * FACE_VALUES) * Float32Array.BYTES_PER_ELEMENT;
  const shared = memory ?? new SharedArrayBuffer(size);
  const values = new Float32Array(shared);
  const slots = Array.from({ length: maxFaces }, (_, index) =>
    createSlot(values.subarray(1 + index * FACE_VALUES, 1 + (index + 1) * FACE_VALUES)),
  );
  const list: TrackedFace[] = [];
  return {
    memory: shared,
    write(faces) {
      const count = Math.min(maxFaces, faces.length);
      values[0] = count;
      for (let index = 0; index < count; index += 1) {
        slots[index]!.write(faces[index]!);
      }
    },
    read() {
      list.length = 0;
      for (let index = 0; index < values[0]!; index += 1) {
        list.push(slots[index]!.read());
      }
      return list;
    },
  };
}

interface FaceSlot {
  write(face: TrackedFace): void;
  read(): TrackedFace;
}

function createSlot(values: Float32Array): FaceSlot {
  const rotation = values.subarray(11, 20);
  const landmarks = values.subarray(HEAD_VALUES, HEAD_VALUES + MESH_VALUES);
  const rawLandmarks = values.subarray(HEAD_VALUES + MESH_VALUES, HEAD_VALUES + 2 * MESH_VALUES);
  const irisStart = HEAD_VALUES + 2 * MESH_VALUES;
  const iris = values.subarray(irisStart, irisStart + IRIS_VALUES);
  const hands: NearHands = { count: 0, points: values.subarray(irisStart + IRIS_VALUES) };
  const pose: HeadPose = { yaw: 0, pitch: 0, roll: 0, scale: 1, rotation };
  const box: FaceBox = { left: 0, top: 0, width: 0, height: 0 };
  const meshes = { landmarks, iris, rawLandmarks };
  const face = { id: 0, isNew: false, confidence: 0, ...meshes, pose, box, hands };
  return {
    write(from) {
      values[0] = from.id;
      values[1] = from.isNew ? 1 : 0;
      values[2] = from.confidence;
      values[3] = from.box.left;
      values[4] = from.box.top;
      values[5] = from.box.width;
      values[6] = from.box.height;
      values[7] = from.pose.yaw;
      values[8] = from.pose.pitch;
      values[9] = from.pose.roll;
      values[10] = from.pose.scale;
      values[20] = from.hands.count;
      rotation.set(from.pose.rotation);
      landmarks.set(from.landmarks);
      rawLandmarks.set(from.rawLandmarks);
      iris.set(from.iris);
      hands.points.set(from.hands.points);
    },
    read() {
      face.id = values[0]!;
      face.isNew = values[1] === 1;
      face.confidence = values[2]!;
      box.left = values[3]!;
      box.top = values[4]!;
      box.width = values[5]!;
      box.height = values[6]!;
      pose.yaw = values[7]!;
      pose.pitch = values[8]!;
      pose.roll = values[9]!;
      pose.scale = values[10]!;
      hands.count = values[20]!;
      return face;
    },
  };
}
