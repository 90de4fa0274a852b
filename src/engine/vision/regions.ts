/** The parts of a mask (1 inside) that touch a pixel for which `isRoot` holds; rows of `width`. */
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

/** A mask without the holes that do not reach the edge of the picture. */
export function fillHoles(mask: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const last = mask.length - width;
  const outside = selectConnected(
    mask.map((value) => 1 - value),
    width,
    (index) => index < width || index >= last || index % width === 0 || index % width === width - 1,
  );
  return outside.map((value) => 1 - value);
}

/**
 * How far every pixel lies from the nearest pixel of a mask (1 inside), in pixels, up to a few per cent; 0
 * within the mask. Infinite when the mask is empty.
 */
export function distanceTo(mask: Uint8Array, width: number): Float32Array<ArrayBuffer> {
  const height = mask.length / width;
  const distance = new Float32Array(mask.length);
  for (let index = 0; index < mask.length; index += 1) {
    distance[index] = mask[index] === 1 ? 0 : Number.POSITIVE_INFINITY;
  }
  const relax = (index: number, row: number, column: number, down: number): void => {
    let least = distance[index];
    const back = index - down;
    if (column - down >= 0 && column - down < width) {
      least = Math.min(least, distance[back] + 1);
    }
    if (row - down >= 0 && row - down < height) {
      const above = index - down * width;
      least = Math.min(least, distance[above] + 1);
      if (column > 0) {
        least = Math.min(least, distance[above - 1] + Math.SQRT2);
      }
      if (column < width - 1) {
        least = Math.min(least, distance[above + 1] + Math.SQRT2);
      }
    }
    distance[index] = least;
  };
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      relax(row * width + column, row, column, 1);
    }
  }
  for (let row = height - 1; row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      relax(row * width + column, row, column, -1);
    }
  }
  return distance;
}

/**
 * The part of a mask that hangs together with its roots over ways at least `2 * radius` wide: without what touches
 * it in a point or by a thread.
 */
export function selectBroad(
  mask: Uint8Array,
  width: number,
  { radius, isRoot }: { readonly radius: number; readonly isRoot: (index: number) => boolean },
): Uint8Array<ArrayBuffer> {
  const depth = distanceTo(
    mask.map((value) => 1 - value),
    width,
  );
  const core = mask.map((value, index) => (value === 1 && depth[index] > radius ? 1 : 0));
  const reach = distanceTo(selectConnected(core, width, isRoot), width);
  return Uint8Array.from(mask, (value, index) =>
    value === 1 && (reach[index] <= radius * 1.5 + 1 || isRoot(index)) ? 1 : 0,
  );
}
