/** What the kernels export; all numbers but counts and steps are places in the memory. Made by "npm run kernels". */
export interface Kernels {
  /**
   * Lays a coarse plane of floats, `step` times enlarged, over a plane where people leave room. `people`: 255 a person, each
   * for two by two values when `isLuma`, turned by exclusive or with `turned`. `lines` has room for two rows of 16 bits
   * each and 16 more.
   */
  readonly replaceBackground: (
    plane: number,
    stride: number,
    width: number,
    height: number,
    isLuma: number,
    people: number,
    peopleStride: number,
    turned: number,
    values: number,
    coarseWidth: number,
    coarseHeight: number,
    step: number,
    lines: number,
  ) => void;
  /** Blends `count` bytes over others by their weight of 255, where `drawn` is not 0. */
  readonly alphaBlend: (
    base: number,
    over: number,
    weights: number,
    drawn: number,
    count: number,
  ) => void;
  /** Multiplies `count` bytes by 128ths; a factor of 0 changes nothing. Reads and writes up to 15 values further. */
  readonly modulatePlane: (plane: number, factors: number, count: number) => void;
  /**
   * Blends a drawn plane into another where its mask says so: `rows` of `count` values. `perStep` makes the drawing softer, `grainPerStep` blends
   * the roughness of `grain` over it, both 1024 to the one: beyond `maxGrain` it declines, to nothing at twice that, as that is an edge and no
   * grain. Rows above and below, and a value to each side, are read.
   */
  readonly blendPlane: (
    drawn: number,
    mask: number,
    base: number,
    baseLine: number,
    grain: number,
    width: number,
    count: number,
    rows: number,
    perStep: number,
    grainPerStep: number,
    maxGrain: number,
  ) => void;
  /**
   * Adds how rough a drawing and another plane are, in `count` values of every `step`th of so many rows, to four sums at `sums` and four
   * behind them; then how many values that were. Those count whose mask is above `covered` and that are rough below `most` in both.
   */
  readonly compareRows: (
    drawn: number,
    mask: number,
    other: number,
    width: number,
    count: number,
    rows: number,
    step: number,
    covered: number,
    most: number,
    sums: number,
  ) => void;
  /**
   * Mixes values, four floats at `values` each, into `count` others at `out`. `entries` are pairs of a weight
   * and a distance in bytes from `values`; `ends` says where those of each result end, in entries.
   */
  readonly mixPoints: (
    out: number,
    values: number,
    entries: number,
    ends: number,
    count: number,
  ) => void;
  /**
   * Blends both drawn chromas into others, `rows` of `count` values, in the light of the luma drawn there.
   * `luma` and `mask` are rows of `width` values, twice as fine; `lights` are 256ths for every luma. Where the first chroma is 0
   * nothing is drawn.
   */
  readonly blendChroma: (
    baseU: number,
    lineU: number,
    baseV: number,
    lineV: number,
    drawnU: number,
    drawnV: number,
    luma: number,
    mask: number,
    width: number,
    lights: number,
    count: number,
    rows: number,
  ) => void;
  /** Lays two planes into one, value by value in turns. Reads and writes up to 15 values further. */
  readonly interleave: (first: number, second: number, out: number, count: number) => void;
  /** {@link interleave} for rows of planes, which begin so many values after each other, into rows without gaps. */
  readonly interleaveRows: (
    first: number,
    firstLine: number,
    second: number,
    secondLine: number,
    out: number,
    width: number,
    rows: number,
  ) => void;
  /** Sets `count` bytes to 0. JavaScript takes ten times as long in memory that threads share. */
  readonly clear: (offset: number, count: number) => void;
  /** Copies rows of `width` values between planes whose rows begin so many values after each other. */
  readonly copyRows: (
    from: number,
    fromLine: number,
    to: number,
    toLine: number,
    width: number,
    rows: number,
  ) => void;
  /**
   * Draws triangles with a texture of two planes, whose values lie in turns: first, second, first … on two planes.
   * `points` are 8 floats each: x and y in the drawing, x and y in the texture, gains of both planes (below 16), offsets of
   * both. `triangles` are numbers of points, 16 bits each. What shows its back is left out.
   */
  readonly drawPairs: (
    first: number,
    second: number,
    outWidth: number,
    outHeight: number,
    texture: number,
    width: number,
    height: number,
    points: number,
    triangles: number,
    count: number,
  ) => void;
  /**
   * Draws triangles with two square textures: luma and mask in turns, and chromas in turns half as wide, on planes of which
   * those of chroma have half the size. `points` are 12 floats each: x and y in the drawing, x and y in the texture, gains of luma and mask (below 16),
   * the offset of luma, one without a meaning, two more, offsets of both chromas. Where the gain of the mask is 0 at all corners nothing is drawn.
   */
  readonly drawSkin: (
    luma: number,
    mask: number,
    u: number,
    v: number,
    outWidth: number,
    outHeight: number,
    lumaTexture: number,
    chromaTexture: number,
    width: number,
    points: number,
    triangles: number,
    count: number,
  ) => void;
  /**
   * Writes how far things are moved, two whole numbers in 65536ths, for every place of a map that triangles cover.
   * `points` are 8 floats each: x and y in the map, x and y of the movement, then where they come from, for which way
   * triangles turn; the others mean nothing.
   */
  readonly rasterizeWarp: (
    map: number,
    width: number,
    height: number,
    points: number,
    triangles: number,
    count: number,
  ) => void;
  /**
   * {@link rasterizeWarp} for three maps, each `size` bytes behind the one before. `points` are 12 floats each: x and y in the maps, the
   * values of the maps, where they come from, then two without a meaning.
   */
  readonly rasterizeMaps: (
    maps: number,
    size: number,
    width: number,
    height: number,
    points: number,
    triangles: number,
    count: number,
  ) => void;
  /** The larger of each two of `count` bytes; up to 15 more are written. */
  readonly maxPlane: (first: number, second: number, out: number, count: number) => void;
  /** The means of two by two bytes of a plane of even width and height; `width` is that of the plane. */
  readonly downsample2x: (plane: number, width: number, height: number, out: number) => void;
  /**
   * Moves a square matte towards new values by `weight`. `wide` becomes the larger of both, and then the largest within four
   * cells, across in `spare` and then down. `line` has room for a row and four floats before and after it.
   */
  readonly smoothMatte: (
    smooth: number,
    values: number,
    wide: number,
    spare: number,
    line: number,
    size: number,
    weight: number,
  ) => void;
  /**
   * Enlarges a square matte to bytes: `low` becomes 0, and what is `1 / stretch` of 255 higher one more. `line` has room for a
   * row.
   */
  readonly enlargeMatte: (
    matte: number,
    size: number,
    out: number,
    width: number,
    height: number,
    low: number,
    stretch: number,
    line: number,
  ) => void;
  /**
   * Blurs a plane of floats by a box of `radius` to each side, twice across and twice down; what lies at its edges goes on.
   * `spare` is as large.
   */
  readonly blurPlane: (
    plane: number,
    width: number,
    height: number,
    radius: number,
    spare: number,
  ) => void;
  /**
   * Lowers a mask where a frame shows something else than skin. Three maps of `size` bytes, whose places are four pixels apart, say
   * how: what luma is multiplied by and what is added, what both chromas are multiplied by, how much of that is believed. A sum up to `low`
   * changes nothing, one from `high` on clears the mask. Only cells from `left` and `top` up to `right` and `bottom` are done; values are
   * in `perValue`.
   */
  readonly liftMask: (
    mask: number,
    width: number,
    height: number,
    luma: number,
    lumaLine: number,
    u: number,
    uLine: number,
    v: number,
    vLine: number,
    maps: number,
    mapWidth: number,
    size: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    low: number,
    high: number,
    perValue: number,
  ) => void;
  /**
   * Blurs four values per pixel by a box of `radius` to each side, twice across and twice down, as {@link blurPlane} does with
   * one. `spare` is as large.
   */
  readonly blurColours: (
    plane: number,
    width: number,
    height: number,
    radius: number,
    spare: number,
  ) => void;
  /**
   * Means of red, green and blue times `weights`, and of the weights, in square cells of so many pixels a side: four floats
   * for each. Cells at the right and the lower end may have fewer pixels. `pixels` have four bytes, of which the last means nothing.
   */
  readonly weighCells: (
    pixels: number,
    weights: number,
    width: number,
    height: number,
    cell: number,
    out: number,
  ) => void;
  /**
   * Means along a flow, `steps` places both ways that lie so many pixels apart, of a plane with one value per pixel or, with `hasFour`, with four.
   * `flow` has a unit vector of two floats for every pixel, `weights` one float for each step and one before the first. Two pixels
   * are done at once, each in both ways: a step has to wait for the one before.
   */
  readonly smoothAlong: (
    plane: number,
    hasFour: number,
    width: number,
    height: number,
    flow: number,
    weights: number,
    steps: number,
    apart: number,
    out: number,
  ) => void;
  /**
   * One row of a part of a picture as colours, three floats per pixel; `width` is a multiple of 4. `taps` are
   * pairs of distances in 65536ths. `facts` are floats: scale and offset of grey, red from v, green from u and v,
   * blue from u, scale, then the offsets of the three colours in the order they are written, then 1 when blue is first.
   * `limits` are whole numbers in 65536ths: the last place across and down, for luma and then for chroma;
   * then between which positions across and down a pixel is not black.
   */
  readonly sampleRow: (
    out: number,
    width: number,
    luma: number,
    lumaStride: number,
    u: number,
    v: number,
    chromaStride: number,
    startX: number,
    startY: number,
    stepX: number,
    stepY: number,
    taps: number,
    tapCount: number,
    facts: number,
    limits: number,
  ) => void;
  /**
   * Writes a plane moved as a map says, whose positions are four values apart, over rows that begin `outLine` values after each
   * other. Where nothing moves, and where `mask` covers all of four values wholly, nothing is written.
   */
  readonly warpPlane: (
    out: number,
    outLine: number,
    width: number,
    height: number,
    texture: number,
    mask: number,
    map: number,
    mapWidth: number,
  ) => void;
  /**
   * {@link warpPlane} for two planes in turns of half the size, drawn on two planes; the map and the mask are those of
   * the full size.
   */
  readonly warpPairs: (
    first: number,
    firstLine: number,
    second: number,
    secondLine: number,
    width: number,
    height: number,
    texture: number,
    mask: number,
    map: number,
    mapWidth: number,
  ) => void;
}
