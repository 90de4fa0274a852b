import type { FrameLinkAddress } from '../../contract/frame-link.ts';
import type { LiveFeature } from '../../contract/api/features.ts';

/** What runs the live sessions of one feature behind its socket. */
export interface LiveEngine {
  readonly feature: LiveFeature;
  /** Name of the engine, as sessions show it. */
  readonly model: string;
  /** Path of the socket under the base address, such as `/real-time-swap/stream`. */
  readonly streamPath: `/${string}`;
  /** What a session does when the request has no instruction. */
  readonly defaultPrompt: string;
  /** Whether this node only passes sockets on to nodes that run it; absent where it runs here. */
  readonly isElsewhere?: boolean | undefined;
  /**
   * Begins to warm up and answers at once whether a session may connect now. `image` is a picture that the session is
   * likely to begin with.
   */
  prepare(image?: Uint8Array): Promise<'ready' | 'starting'>;
  /** Covers of all sessions look like this picture from now on; null for the card that comes with the app. */
  setCard?(image: Uint8Array | null): Promise<void>;
  /** Workers of other machines that are here, and how many of them have no session. */
  countWorkers?(): Promise<{ readonly all: number; readonly idle: number }>;
  /** Frames of all sessions also go to the camera devices there from now on; null for nowhere. */
  sendFramesTo?(link: FrameLinkAddress | null): Promise<void>;
}

/** The engines that are there. The sockets register theirs when they open. */
export interface LiveEngines {
  find(feature: LiveFeature): LiveEngine | null;
  /** One engine per feature; the returned function takes it back. */
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
