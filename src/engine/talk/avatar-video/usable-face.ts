import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { PortraitFace } from '../avatar/portrait-face.ts';

/** Angles beyond which the far side of a face is not visible. */
const MAX_YAW_DEGREES = 45;
const MAX_PITCH_DEGREES = 40;
/** Width below which a mouth has too few pixels to draw. */
const MIN_FACE_PIXELS = 48;

/** Throws `face_not_detected`, with advice, for a face that cannot speak: turned too far away, or too small. */
export function requireUsableFace({ pose, box }: Pick<PortraitFace, 'pose' | 'box'>): void {
  const yaw = Math.round((Math.abs(pose.yaw) * 180) / Math.PI);
  const pitch = Math.round((Math.abs(pose.pitch) * 180) / Math.PI);
  if (yaw > MAX_YAW_DEGREES || pitch > MAX_PITCH_DEGREES) {
    const [degrees, max] =
      yaw > MAX_YAW_DEGREES ? [yaw, MAX_YAW_DEGREES] : [pitch, MAX_PITCH_DEGREES];
    throw new AppError(
      'face_not_detected',
      `The face is turned ${degrees}° away; up to ${max}° it can speak. Use a picture that shows it more from the front.`,
      { details: faultDetails('face_turned', { degrees, max_degrees: max }) },
    );
  }
  if (box.width < MIN_FACE_PIXELS) {
    const pixels = Math.round(box.width);
    throw new AppError(
      'face_not_detected',
      `The face is ${pixels} pixels wide in the video; it needs ${MIN_FACE_PIXELS}. Use a picture that shows it larger, or ask for a higher resolution.`,
      { details: faultDetails('face_tiny', { pixels, min_pixels: MIN_FACE_PIXELS }) },
    );
  }
}
