import type { FaceVerdict } from './guard/face-guard.ts';
import type { PrivacyBlur } from './guard/privacy-blur.ts';
import type { BackgroundSettings } from './instructions/live-settings.ts';
import type { LiveMode } from './live-mode.ts';
import type { LiveFrame } from './frame-pool.ts';
import type { Scene } from './scene/scene.ts';

/** Renderer of a character in one mode. */
export interface ModeRenderer {
  readonly mode: LiveMode;
  /** True when the mode needs a mask of people. */
  readonly needsPeople: boolean;
  /**
   * Renders a frame in place and hides everything that its verdict demands. Returns whether the character is visible,
   * hidden, or the frame must not be shown.
   */
  draw(liveFrame: LiveFrame, verdict: FaceVerdict, drawing: Drawing): 'seen' | 'hidden' | 'unsafe';
}

/** Further inputs of rendering. */
export interface Drawing {
  readonly timestampUs: number;
  readonly background: BackgroundSettings;
}

/** Parts that all renderers share. */
export interface ModeDependencies {
  readonly blur: PrivacyBlur;
  readonly scene: Scene;
}
