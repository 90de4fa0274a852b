/** Something about a character or an instruction that the streamer should know. */
export interface SwapWarning {
  readonly code: LiveWarningCode;
  /** Whole sentences that may be shown. */
  readonly message: string;
}

/** Codes of the warnings. */
export type LiveWarningCode =
  /** Words of the instruction that mean nothing here. */
  | 'not_understood'
  /** Instructions that exclude each other; the later one counts. */
  | 'contradiction'
  /** Something that is understood and not done, for the reason that is said. */
  | 'not_offered'
  /** The picture shows several faces; the largest is used. */
  | 'several_faces'
  /** The face of the picture is small, so that it shows little detail. */
  | 'small_face'
  /** The face of the picture is turned aside; its far side is completed. */
  | 'turned_face';
