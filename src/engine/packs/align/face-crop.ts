import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion, type Region } from '../../pixels/region.ts';
import { sampleI420 } from '../../pixels/sample-i420.ts';
import { createSampleTarget } from '../../pixels/sample-target.ts';
import type { TemplateName } from '../recognise/families.ts';
import { alignFace } from './align-face.ts';

/** Square crop of a face, aligned as models expect it. */
export interface FaceCrop {
  readonly size: number;
  /** Square of the frame that was cropped. */
  readonly region: Region;
  /** Rows of red, green and blue, 0..255. */
  readonly values: Float32Array<ArrayBuffer>;
  /** Crops the face under a mesh, aligned to a template. */
  crop(frame: I420Frame, mesh: Float32Array, template: TemplateName): void;
  /** Crops a region of the frame. */
  cropRegion(frame: I420Frame, region: Readonly<Region>): void;
}

/** Creates a crop with its own buffer. Samples outside the frame repeat its edge. */
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
