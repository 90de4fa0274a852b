/** Warning about a character or an instruction, for the streamer. */
export interface SwapWarning {
  readonly code: LiveWarningCode;
  /** Complete sentences for display. */
  readonly message: string;
}

/** Codes of the warnings. */
export type LiveWarningCode =
  /** Words of the instruction were not understood. */
  | 'not_understood'
  /** Instructions exclude each other; the later one counts. */
  | 'contradiction'
  /** A request was understood but is not supported, for the stated reason. */
  | 'not_offered'
  /** The image shows several faces; the largest is used. */
  | 'several_faces'
  /** The face in the image is small, so that it shows little detail. */
  | 'small_face'
  /** The face in the image is turned; its far side is completed. */
  | 'turned_face';
