import { AppError } from '../../src/base/errors.ts';
import { readProtobuf } from './protobuf/protobuf-reader.ts';

/** Canonical face as plain numbers for JSON, see CanonicalFace. */
export interface CanonicalFaceNumbers {
  readonly positions: readonly number[];
  readonly texture: readonly number[];
  readonly triangles: readonly number[];
  readonly poseBasis: { readonly points: readonly number[]; readonly weights: readonly number[] };
}

const VALUES_PER_POINT = 5;

/** Reads MediaPipe's geometry metadata: field 1 is the mesh, field 2 the weighted points of the pose. */
export function readCanonicalFace(file: Uint8Array): CanonicalFaceNumbers {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const points: number[] = [];
  const weights: number[] = [];
  for (const entry of readProtobuf(file)) {
    if (entry.kind === 'bytes' && entry.field === 1) {
      for (const value of readProtobuf(entry.bytes)) {
        if (value.kind === 'float' && value.field === 3) {
          vertices.push(value.float);
        } else if (value.kind === 'integer' && value.field === 4) {
          triangles.push(Number(value.integer));
        }
      }
    } else if (entry.kind === 'bytes' && entry.field === 2) {
      let point = 0;
      let weight = 0;
      for (const value of readProtobuf(entry.bytes)) {
        if (value.kind === 'integer') {
          point = Number(value.integer);
        } else if (value.kind === 'float') {
          weight = value.float;
        }
      }
      points.push(point);
      weights.push(weight);
    }
  }
  if (vertices.length !== 468 * VALUES_PER_POINT || triangles.length === 0 || points.length < 3) {
    throw new AppError('unsupported_format', 'The canonical head does not have 468 points.');
  }
  return {
    positions: vertices.filter((_, index) => index % VALUES_PER_POINT < 3),
    texture: vertices.filter((_, index) => index % VALUES_PER_POINT >= 3),
    triangles,
    poseBasis: { points, weights },
  };
}
