import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion, type Region } from '../../pixels/region.ts';
import { sampleI420 } from '../../pixels/sample-i420.ts';
import { createSampleTarget } from '../../pixels/sample-target.ts';
import type { TemplateName } from '../recognise/families.ts';
import { alignFace } from './align-face.ts';

/** A square picture of a face, taken out of a frame as models want to see it. */
export interface FaceCrop {
  readonly size: number;
  /** Where it was taken. */
  readonly region: Region;
  /** Rows of red, green and blue, 0..255. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Takes the face under a mesh, aligned to a template. */
  crop(frame: I420Frame, mesh: Float32Array, template: TemplateName): void;
  /** Takes what lies under a region. */
  cropRegion(frame: I420Frame, region: Readonly<Region>): void;
}

/** A picture in memory of its own. What lies outside the frame is the frame's edge drawn out. */
export function createFaceCrop(size: number): FaceCrop {
  const values = new Float32Array(size * size * 3);
  const region = createRegion();
  const target = createSampleTarget(values, {
    width: size,
    height: size,
    low: 0,
    high: 255,
    border: 'edge',
  });
  return {
    size,
    region,
    values,
    crop(frame, mesh, template) {
      alignFace(region, mesh, template);
      sampleI420(frame, region, target);
    },
    cropRegion(frame, from) {
      Object.assign(region, from);
      sampleI420(frame, region, target);
    },
  };
}
