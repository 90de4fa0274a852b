import { MESH_POINT_COUNT } from '../../track/mesh-points.ts';

/**
 * Writes how far the skin at every mesh point faces the viewer: 1 frontal, 0 from the side, below 0 averted. `mesh` has
 * x, y (down) and z (smaller is nearer) per point.
 */
export function measureFacing(
  mesh: Float32Array,
  triangles: Uint16Array,
  facing: Float32Array,
): void {
  normals.fill(0);
  for (let at = 0; at < triangles.length; at += 3) {
    const a = triangles[at] * 3;
    const b = triangles[at + 1] * 3;
    const c = triangles[at + 2] * 3;
    const abX = mesh[b] - mesh[a];
    const abY = mesh[b + 1] - mesh[a + 1];
    const abZ = mesh[b + 2] - mesh[a + 2];
    const acX = mesh[c] - mesh[a];
    const acY = mesh[c + 1] - mesh[a + 1];
    const acZ = mesh[c + 2] - mesh[a + 2];
    const x = abY * acZ - abZ * acY;
    const y = abZ * acX - abX * acZ;
    const z = abX * acY - abY * acX;
    addNormal(a, x, y, z);
    addNormal(b, x, y, z);
    addNormal(c, x, y, z);
  }
  // The canonical triangles are counterclockwise seen from outside, with y upwards.
  for (let point = 0; point < Math.min(facing.length, MESH_POINT_COUNT); point += 1) {
    const x = normals[point * 3];
    const y = normals[point * 3 + 1];
    const z = normals[point * 3 + 2];
    facing[point] = -z / (Math.sqrt(x * x + y * y + z * z) || 1);
  }
}

const normals = new Float64Array(MESH_POINT_COUNT * 3);

function addNormal(at: number, x: number, y: number, z: number): void {
  normals[at] += x;
  normals[at + 1] += y;
  normals[at + 2] += z;
}
