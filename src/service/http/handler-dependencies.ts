import type { RequestCheck } from '../jobs/worker-pool.ts';
import type { DirectUploadDependencies } from '../files/direct-uploads.ts';
import type { Core } from '../start/core.ts';
import type { LiveEngines } from '../live/live-engines.ts';
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts';
import type { UploadEndpoint } from './upload.ts';

/** Dependencies of the handlers. */
export interface HandlerDependencies {
  readonly core: Core;
  readonly links: Links;
  readonly uploads: UploadEndpoint;
  /** Null where clients cannot reach the store. */
  readonly directUploads: DirectUploadDependencies | null;
  readonly voices: VoiceCatalogue;
  readonly live: LiveEngines;
  /** Throws `invalid_input` when webhooks may not go there. */
  readonly checkCallbackUrl: (url: string) => Promise<unknown>;
  /** Throws `invalid_input` when the request cannot be fulfilled at all. */
  readonly checkRequest: RequestCheck;
}

/** Absolute addresses of this service, as its callers reach it; `host` is the Host header of a request. */
export interface Links {
  /** A file that the service made or took in: signed, and it expires. */
  toUrl(fileKey: string, host?: string): string;
  /** `ws:` or `wss:` address of a socket of the API. */
  toSocketUrl(path: string, host?: string): string;
}
