/** Most segments of a video: one with more is rendered in one go. */
export const maxSegments = 2000;
