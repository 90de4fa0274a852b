import type { ObsStream } from '../../devices/obs/obs-link.ts';
import type { Cameras } from '../devices/cameras.ts';

/** The stream of the cameras' process, as OBS is given it. */
export function toObsStream(
  cameras: Pick<Cameras, 'openStream' | 'closeStream' | 'readFields'>,
): ObsStream {
  return {
    open: (coding) => cameras.openStream(coding),
    readFields: async () => {
      const grid = await cameras.readFields();
      return grid === null ? null : Float32Array.from(grid);
    },
    close: () => cameras.closeStream(),
  };
}
