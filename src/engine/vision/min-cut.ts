/**
 * Computes the exact minimum cut of a grid of pixels with the algorithm of Boykov and Kolmogorov. Two trees grow from
 * both terminals, and where they meet flow is pushed until an edge is saturated:
 *
 *   grow -> (trees touch) -> push -> adopt orphans -> grow … until no tree can grow
 */

/** Costs of a cut. All costs are integers from 0 on. */
export interface GridCosts {
  readonly width: number;
  readonly height: number;
  /** Costs of a pixel being inside and outside. */
  readonly inside: Int32Array;
  readonly outside: Int32Array;
  /**
   * Costs of an edge to the neighbour to the right, below to the left, below, and below to the right: four values per
   * pixel. Edges that leave the grid are ignored.
   */
  readonly edges: Int32Array;
}

/** Returns the pixels inside (1) and outside (0) in the minimum cut. */
export function cutGrid(costs: GridCosts): Uint8Array<ArrayBuffer> {
  return new GridCut(costs).run();
}

const FREE = 0;
const INSIDE = 1;
const OUTSIDE = 2;
const NEIGHBOURS = 8;
/** Parents that are not a neighbour. */
const NONE = 8;
const TERMINAL = 9;
const FAR = 0x7f_ff_ff_ff;

class GridCut {
  readonly #count: number;
  readonly #steps: Int32Array;
  /** Residual capacity from a pixel to each neighbour. Opposite directions add up to 7. */
  readonly #residual: Int32Array;
  /** Residual capacity from the inner (positive) or to the outer (negative) terminal. */
  readonly #terminal: Int32Array;
  readonly #tree: Uint8Array<ArrayBuffer>;
  readonly #parent: Uint8Array;
  readonly #distance: Int32Array;
  readonly #stamp: Int32Array;
  readonly #queue: Int32Array;
  readonly #isQueued: Uint8Array;
  #queueHead = 0;
  #queueLength = 0;
  #time = 0;
  #orphans: number[] = [];

  constructor({ width, height, inside, outside, edges }: GridCosts) {
    const count = width * height;
    this.#count = count;
    this.#steps = Int32Array.of(1, width - 1, width, width + 1, -width - 1, -width, 1 - width, -1);
    this.#residual = new Int32Array(count * NEIGHBOURS);
    this.#terminal = new Int32Array(count);
    this.#tree = new Uint8Array(count);
    this.#parent = new Uint8Array(count).fill(NONE);
    this.#distance = new Int32Array(count);
    this.#stamp = new Int32Array(count);
    this.#queue = new Int32Array(count);
    this.#isQueued = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) {
      this.#terminal[at] = outside[at] - inside[at];
      const column = at % width;
      const isLastRow = at >= count - width;
      const hasLeft = column > 0;
      const hasRight = column < width - 1;
      this.#connect(at, 0, hasRight ? edges[at * 4] : 0);
      this.#connect(at, 1, hasLeft && !isLastRow ? edges[at * 4 + 1] : 0);
      this.#connect(at, 2, isLastRow ? 0 : edges[at * 4 + 2]);
      this.#connect(at, 3, hasRight && !isLastRow ? edges[at * 4 + 3] : 0);
    }
  }

  run(): Uint8Array<ArrayBuffer> {
    for (let at = 0; at < this.#count; at += 1) {
      const flow = this.#terminal[at];
      if (flow !== 0) {
        this.#tree[at] = flow > 0 ? INSIDE : OUTSIDE;
        this.#parent[at] = TERMINAL;
        this.#distance[at] = 1;
        this.#activate(at);
      }
    }
    while (this.#queueLength > 0) {
      const at = this.#queue[this.#queueHead];
      const direction = this.#tree[at] === FREE ? NONE : this.#grow(at);
      if (direction === NONE) {
        this.#queueHead = (this.#queueHead + 1) % this.#count;
        this.#queueLength -= 1;
        this.#isQueued[at] = 0;
      } else {
        this.#time += 1;
        const isInside = this.#tree[at] === INSIDE;
        const next = at + this.#steps[direction];
        this.#push(isInside ? at : next, isInside ? direction : 7 - direction);
        this.#adoptAll();
      }
    }
    return this.#tree.map((tree) => (tree === INSIDE ? 1 : 0));
  }

  #connect(at: number, direction: number, cost: number): void {
    if (cost > 0) {
      this.#residual[at * NEIGHBOURS + direction] = cost;
      this.#residual[(at + this.#steps[direction]) * NEIGHBOURS + 7 - direction] = cost;
    }
  }

  #activate(at: number): void {
    if (this.#isQueued[at] === 0) {
      this.#isQueued[at] = 1;
      this.#queue[(this.#queueHead + this.#queueLength) % this.#count] = at;
      this.#queueLength += 1;
    }
  }

  /**
   * Returns the residual capacity in the direction of flow between a pixel of a tree and its neighbour further from the
   * terminal.
   */
  #residualToward(at: number, direction: number): number {
    return this.#tree[at] === INSIDE
      ? this.#residual[at * NEIGHBOURS + direction]
      : this.#neighbourResidual(at, direction);
  }

  /** Returns the residual capacity from the neighbour back to the pixel; 0 outside of the grid. */
  #neighbourResidual(at: number, direction: number): number {
    const next = at + this.#steps[direction];
    return next < 0 || next >= this.#count ? 0 : this.#residual[next * NEIGHBOURS + 7 - direction];
  }

  /** Adds free neighbours to the tree; returns the direction in which the other tree was met. */
  #grow(at: number): number {
    for (let direction = 0; direction < NEIGHBOURS; direction += 1) {
      if (this.#residualToward(at, direction) > 0) {
        const next = at + this.#steps[direction];
        if (this.#tree[next] === FREE) {
          this.#tree[next] = this.#tree[at];
          this.#parent[next] = 7 - direction;
          this.#distance[next] = this.#distance[at] + 1;
          this.#stamp[next] = this.#stamp[at];
          this.#activate(next);
        } else if (this.#tree[next] !== this.#tree[at]) {
          return direction;
        } else if (
          this.#stamp[next] <= this.#stamp[at] &&
          this.#distance[next] > this.#distance[at] + 1 &&
          this.#parent[next] !== TERMINAL
        ) {
          this.#parent[next] = 7 - direction;
          this.#distance[next] = this.#distance[at] + 1;
          this.#stamp[next] = this.#stamp[at];
        }
      }
    }
    return NONE;
  }

  /** Pushes the maximum flow along the path through the edge from `inner` (of the inner tree) in a direction. */
  #push(inner: number, direction: number): void {
    const steps = this.#steps;
    const outer = inner + steps[direction];
    let flow = this.#residual[inner * NEIGHBOURS + direction];
    let at = inner;
    while (this.#parent[at] !== TERMINAL) {
      const up = this.#parent[at];
      at += steps[up];
      flow = Math.min(flow, this.#residual[at * NEIGHBOURS + 7 - up]);
    }
    flow = Math.min(flow, this.#terminal[at]);
    at = outer;
    while (this.#parent[at] !== TERMINAL) {
      const up = this.#parent[at];
      flow = Math.min(flow, this.#residual[at * NEIGHBOURS + up]);
      at += steps[up];
    }
    flow = Math.min(flow, -this.#terminal[at]);

    this.#residual[inner * NEIGHBOURS + direction] -= flow;
    this.#residual[outer * NEIGHBOURS + 7 - direction] += flow;
    this.#pushUp(inner, flow, true);
    this.#pushUp(outer, flow, false);
  }

  #pushUp(start: number, flow: number, isInner: boolean): void {
    let at = start;
    while (this.#parent[at] !== TERMINAL) {
      const up = this.#parent[at];
      const above = at + this.#steps[up];
      const down = above * NEIGHBOURS + 7 - up;
      const back = at * NEIGHBOURS + up;
      this.#residual[down] -= isInner ? flow : -flow;
      this.#residual[back] += isInner ? flow : -flow;
      if (this.#residual[isInner ? down : back] === 0) {
        this.#orphan(at);
      }
      at = above;
    }
    this.#terminal[at] -= isInner ? flow : -flow;
    if (this.#terminal[at] === 0) {
      this.#orphan(at);
    }
  }

  #orphan(at: number): void {
    this.#parent[at] = NONE;
    this.#orphans.push(at);
  }

  #adoptAll(): void {
    for (let index = 0; index < this.#orphans.length; index += 1) {
      this.#adopt(this.#orphans[index]);
    }
    this.#orphans.length = 0;
  }

  #adopt(at: number): void {
    let nearest = FAR;
    let parent = NONE;
    for (let direction = 0; direction < NEIGHBOURS; direction += 1) {
      if (this.#residualFrom(at, direction) > 0) {
        const next = at + this.#steps[direction];
        if (this.#tree[next] === this.#tree[at]) {
          const distance = this.#distanceToTerminal(next);
          if (distance < nearest) {
            nearest = distance;
            parent = direction;
          }
        }
      }
    }
    if (parent !== NONE) {
      this.#parent[at] = parent;
      this.#stamp[at] = this.#time;
      this.#distance[at] = nearest + 1;
      return;
    }
    for (let direction = 0; direction < NEIGHBOURS; direction += 1) {
      const next = at + this.#steps[direction];
      const residual =
        this.#residual[at * NEIGHBOURS + direction] + this.#neighbourResidual(at, direction);
      if (residual > 0 && this.#tree[next] === this.#tree[at]) {
        if (this.#residualFrom(at, direction) > 0) {
          this.#activate(next);
        }
        if (this.#parent[next] === 7 - direction) {
          this.#orphan(next);
        }
      }
    }
    this.#tree[at] = FREE;
  }

  /** Returns the residual capacity from a neighbour that would be the parent. */
  #residualFrom(at: number, direction: number): number {
    return this.#tree[at] === INSIDE
      ? this.#neighbourResidual(at, direction)
      : this.#residual[at * NEIGHBOURS + direction];
  }

  /** Returns the steps from a pixel up to the terminal of its tree, {@link FAR} when the path is broken. */
  #distanceToTerminal(start: number): number {
    let at = start;
    let steps = 0;
    for (;;) {
      if (this.#stamp[at] === this.#time) {
        steps += this.#distance[at];
        break;
      }
      const up = this.#parent[at];
      if (up === NONE) {
        return FAR;
      }
      steps += 1;
      if (up === TERMINAL) {
        this.#stamp[at] = this.#time;
        this.#distance[at] = 1;
        break;
      }
      at += this.#steps[up];
    }
    // The path is marked so that the next search ends early.
    const whole = steps;
    let left = steps;
    at = start;
    while (this.#stamp[at] !== this.#time) {
      this.#stamp[at] = this.#time;
      this.#distance[at] = left;
      left -= 1;
      at += this.#steps[this.#parent[at]];
    }
    return whole;
  }
}
