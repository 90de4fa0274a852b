/** Returns 1 where a value is above a level, else 0. */
export function threshold(
  values: Float32Array | Uint8Array | Uint8ClampedArray,
  level: number,
): Uint8Array<ArrayBuffer> {
  // A loop: `from` and `map` with a function take ten times as long.
  const mask = new Uint8Array(values.length);
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = values[index] > level ? 1 : 0;
  }
  return mask;
}

/** Returns the pixels outside of a mask (1 inside). */
function complement(mask: Uint8Array): Uint8Array<ArrayBuffer> {
  const outside = new Uint8Array(mask.length);
  for (let index = 0; index < mask.length; index += 1) {
    outside[index] = 1 - mask[index];
  }
  return outside;
}

/** Returns the components of a mask (1 inside) that contain a pixel for which `isRoot` holds; rows of `width`. */
export function selectConnected(
  mask: Uint8Array,
  width: number,
  isRoot: (index: number) => boolean,
): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(mask.length);
  const stack = new Int32Array(mask.length);
  let depth = 0;
  for (let index = 0; index < mask.length; index += 1) {
    if (mask[index] === 1 && isRoot(index)) {
      result[index] = 1;
      stack[depth] = index;
      depth += 1;
    }
  }
  const visit = (next: number): void => {
    if (mask[next] === 1 && result[next] === 0) {
      result[next] = 1;
      stack[depth] = next;
      depth += 1;
    }
  };
  while (depth > 0) {
    depth -= 1;
    const index = stack[depth];
    const column = index % width;
    if (column > 0) {
      visit(index - 1);
    }
    if (column < width - 1) {
      visit(index + 1);
    }
    visit(index - width);
    visit(index + width);
  }
  return result;
}

/** Returns a mask with the holes filled that do not reach the edge of the image. */
export function fillHoles(mask: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const last = mask.length - width;
  const outside = selectConnected(
    complement(mask),
    width,
    (index) => index < width || index >= last || index % width === 0 || index % width === width - 1,
  );
  return complement(outside);
}

/**
 * Returns the distance of every pixel from the nearest pixel of a mask (1 inside), in pixels, accurate to a few per
 * cent; 0 within the mask. Infinite when the mask is empty.
 */
export function distanceTo(mask: Uint8Array, width: number): Float32Array<ArrayBuffer> {
  const distance = new Float32Array(mask.length);
  for (let index = 0; index < mask.length; index += 1) {
    distance[index] = mask[index] === 1 ? 0 : Number.POSITIVE_INFINITY;
  }
  relax(distance, width, 1);
  relax(distance, width, -1);
  return distance;
}

/**
 * Runs one pass of the chamfer distance (Borgefors 1986): down from the first pixel, or with `step` -1 up from the last
 * one.
 */
function relax(distance: Float32Array, width: number, step: 1 | -1): void {
  const { length } = distance;
  const row = width * step;
  let column = 0;
  for (let seen = 0, index = step === 1 ? 0 : length - 1; seen < length; seen += 1, index += step) {
    let min = distance[index];
    if (min > 0) {
      if (column > 0) {
        min = Math.min(min, distance[index - step] + 1);
      }
      if (seen >= width) {
        const above = index - row;
        min = Math.min(min, distance[above] + 1);
        if (column > 0) {
          min = Math.min(min, distance[above - step] + Math.SQRT2);
        }
        if (column < width - 1) {
          min = Math.min(min, distance[above + step] + Math.SQRT2);
        }
      }
      distance[index] = min;
    }
    column = column === width - 1 ? 0 : column + 1;
  }
}

/**
 * Returns the part of a mask that is connected with its roots by paths at least `2 * radius` wide, without parts that
 * touch it only by a thin bridge.
 */
export function selectBroad(
  mask: Uint8Array,
  width: number,
  { radius, isRoot }: { readonly radius: number; readonly isRoot: (index: number) => boolean },
): Uint8Array<ArrayBuffer> {
  const depth = distanceTo(complement(mask), width);
  const reach = distanceTo(selectConnected(threshold(depth, radius), width, isRoot), width);
  const broad = new Uint8Array(mask.length);
  for (let index = 0; index < mask.length; index += 1) {
    const isBroad = mask[index] === 1 && (reach[index] <= radius * 1.5 + 1 || isRoot(index));
    broad[index] = isBroad ? 1 : 0;
  }
  return broad;
}
