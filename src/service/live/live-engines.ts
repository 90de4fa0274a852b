import type { FrameLinkAddress } from '../../contract/frame-link.ts';
import type { LiveFeature } from '../../contract/api/features.ts';

/** Runs the live sessions of one feature behind its socket. */
export interface LiveEngine {
  readonly feature: LiveFeature;
  /** Name of the engine, as sessions show it. */
  readonly model: string;
  /** Path of the socket under the base address, such as `/real-time-swap/stream`. */
  readonly streamPath: `/${string}`;
  /** Instruction of a session whose request has none. */
  readonly defaultPrompt: string;
  /** True when this node only forwards sockets to nodes that run the engine; absent where the engine runs here. */
  readonly isElsewhere?: boolean | undefined;
  /**
   * Starts to warm up and returns immediately whether a session may connect now. `image` is an image that the
   * session is likely to start with.
   */
  prepare(image?: Uint8Array): Promise<'ready' | 'starting'>;
  /** Sets the cover card of all sessions to this image; null for the app's default card. */
  setCard?(image: Uint8Array | null): Promise<void>;
  /** Counts the connected workers of other machines, and those without a session. */
  countWorkers?(): Promise<{ readonly all: number; readonly idle: number }>;
  /** Frames of all sessions also go to the camera devices there from now on; null for nowhere. */
  sendFramesTo?(link: FrameLinkAddress | null): Promise<void>;
}

/** The engines that are there. The sockets register theirs when they open. */
export interface LiveEngines {
  find(feature: LiveFeature): LiveEngine | null;
  /** Registers one engine per feature; the returned function removes it. */
  register(engine: LiveEngine): () => void;
}

/** An empty registry: every session call answers `capability_unavailable`. */
export function createLiveEngines(): LiveEngines {
  const engines = new Map<LiveFeature, LiveEngine>();
  return {
    find: (feature) => engines.get(feature) ?? null,
    register(engine) {
      engines.set(engine.feature, engine);
      return () => {
        if (engines.get(engine.feature) === engine) {
          engines.delete(engine.feature);
        }
      };
    },
  };
}
