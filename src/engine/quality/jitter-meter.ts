/** Measures the acceleration of mesh points over three successive frames. */
export interface JitterMeter {
  /** Adds the next mesh (x, y, z per point, pixels). */
  add(mesh: Float32Array): void;
  /** Returns the root mean square of the acceleration, in pixels; null before the third mesh. */
  read(): number | null;
  reset(): void;
}

const FRAMES = 3;

/** Creates a meter for meshes of `length` values. */
export function createJitterMeter(length: number): JitterMeter {
  const past = Array.from({ length: FRAMES }, () => new Float32Array(length));
  let count = 0;
  return {
    add(mesh) {
      past[count % FRAMES].set(mesh.subarray(0, length));
      count += 1;
    },
    read() {
      if (count < FRAMES) {
        return null;
      }
      const first = past[count % FRAMES];
      const second = past[(count + 1) % FRAMES];
      const third = past[(count + 2) % FRAMES];
      let sum = 0;
      for (let at = 0; at < length; at += 3) {
        sum += (third[at] - 2 * second[at] + first[at]) ** 2;
        sum += (third[at + 1] - 2 * second[at + 1] + first[at + 1]) ** 2;
      }
      return Math.sqrt((sum * 3) / length);
    },
    reset() {
      count = 0;
    },
  };
}
