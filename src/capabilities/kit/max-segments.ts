/** Maximum number of segments: a video with more is rendered in one go. */
export const maxSegments = 2000;
