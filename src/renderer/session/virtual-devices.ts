import type { Device } from '../stores/devices-store.ts';

/** Virtual audio cable of another program: its output is available as a microphone. */
export interface AudioCable {
  readonly product: 'VB-CABLE' | 'BlackHole';
  /** The output to play to. */
  readonly outputId: string;
  /** Name of the microphone in other programs. */
  readonly microphone: string;
}

/** Names by their makers' manuals: vb-audio.com/Cable, existential.audio/blackhole. Browsers may write words around them. */
const vbCable = /\bCABLE(?:-[A-D])? Input\b|\bVB-Cable\b/;
const blackHole = /\bBlackHole (?:2|16|64)ch\b/i;
const obsCamera = /\bOBS Virtual Camera\b|\bOBS-Camera\b/i;

/** The first virtual audio cable among the outputs of this system; null without one, or before the page may read names. */
export function findAudioCable(outputs: readonly Device[]): AudioCable | null {
  for (const { id, label } of outputs) {
    const [black] = blackHole.exec(label) ?? [];
    if (black !== undefined) {
      return { product: 'BlackHole', outputId: id, microphone: black };
    }
    const [cable] = vbCable.exec(label) ?? [];
    if (cable !== undefined) {
      return { product: 'VB-CABLE', outputId: id, microphone: cable.replace(/Input$/i, 'Output') };
    }
  }
  return null;
}

/** Returns whether the virtual camera of OBS is among the cameras of this system. */
export function hasObsCamera(cameras: readonly Pick<Device, 'label'>[]): boolean {
  return cameras.some(({ label }) => obsCamera.test(label));
}
