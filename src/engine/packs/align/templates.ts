import type { TemplateName } from '../recognise/families.ts';

/**
 * Positions of the eyes, the tip of the nose and the corners of the mouth in the images that models are trained on, as
 * fractions of the image's edge: x, y per point, the left of the image first.
 */
export const templates: Readonly<Record<TemplateName, readonly number[]>> = {
  arcface_112_v1: [
    0.35473, 0.45659, 0.64527, 0.45659, 0.5, 0.61154, 0.37913, 0.77688, 0.62087, 0.77688,
  ],
  arcface_112_v2: [
    0.34192, 0.46157, 0.65653, 0.45983, 0.50023, 0.64051, 0.37097, 0.82469, 0.63152, 0.82325,
  ],
  arcface_128: [
    0.36168, 0.40388, 0.63697, 0.40235, 0.5002, 0.56044, 0.3871, 0.72161, 0.61508, 0.72034,
  ],
  ffhq_512: [
    0.37692, 0.46865, 0.62286, 0.46913, 0.50124, 0.61332, 0.39309, 0.72541, 0.6115, 0.7249,
  ],
  mtcnn_512: [
    0.36563, 0.46734, 0.63305, 0.46586, 0.50019, 0.61943, 0.39033, 0.77599, 0.61179, 0.77476,
  ],
};
