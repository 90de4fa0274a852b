import type { FaceVerdict } from './guard/face-guard.ts';
import type { PrivacyBlur } from './guard/privacy-blur.ts';
import type { BackgroundSettings } from './instructions/live-settings.ts';
import type { LiveMode } from './live-mode.ts';
import type { LiveFrame } from './frame-pool.ts';
import type { Scene } from './scene/scene.ts';

/** Draws a character into frames in one of the modes. */
export interface ModeRenderer {
  readonly mode: LiveMode;
  /** Whether the mode needs a mask of people. */
  readonly needsPeople: boolean;
  /**
   * Changes a picture in place and hides everything its verdict hides. Answers whether the character is to be
   * seen, or that the picture must not be shown.
   */
  draw(picture: LiveFrame, verdict: FaceVerdict, drawing: Drawing): 'seen' | 'hidden' | 'unsafe';
}

/** What else a picture is drawn with. */
export interface Drawing {
  readonly timestampUs: number;
  readonly background: BackgroundSettings;
}

/** What renderers share. */
export interface ModeParts {
  readonly blur: PrivacyBlur;
  readonly scene: Scene;
}
