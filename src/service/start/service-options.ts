import type { Clock } from '../../base/clock.ts';
import type { RateTier } from '../../contract/api/limits.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import type { PriceList } from '../billing/prices.ts';
import type { Retention } from '../files/sweep.ts';
import type { S3Options } from '../files/s3-blobs.ts';
import type { Logger } from '../http/log.ts';
import type { SwapLimits } from '../live/swap/limits.ts';
import type { NodeRole } from '../nodes/roles.ts';
import type { UploadLimits } from '../files/upload-quota.ts';
import type { Policy } from './policy.ts';
import type { TraceOptions } from '../tracing/otlp-tracer.ts';
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts';

/** Options of a service. All except the folder have a default for one user on one machine. */
export interface ServiceOptions {
  /** Data folder: database, blobs, keys, files of running jobs. Made when missing. */
  readonly folder: string;
  /** Address to listen on; the loopback one by default. */
  readonly host?: string | undefined;
  /** 0 picks a free port. */
  readonly port?: number | undefined;
  /** Public URL of a proxy in front, such as `https://studio.example`. */
  readonly publicUrl?: string | null | undefined;
  /** `postgres://…` instead of the SQLite file in the folder. */
  readonly databaseUrl?: string | null | undefined;
  /** A bucket instead of the folder of blobs. */
  readonly s3?: S3Options | null | undefined;
  /** 32 bytes; `master.key` of the folder when absent. */
  readonly masterKey?: Uint8Array | null | undefined;
  readonly prices?: PriceList | undefined;
  /** Address (URL) of the module that lists the processors. */
  readonly registry?: string | undefined;
  /** Model folder with the initially selected packs; none when absent. */
  readonly packs?: PackSetup | null | undefined;
  /** True (the default) when results carry a signed statement that Guise made them. */
  readonly signResults?: boolean | undefined;
  /** Jobs that run at once on this machine. */
  readonly slots?: number | undefined;
  /** Roles of this node among the services that share a database; all by default. */
  readonly roles?: readonly NodeRole[] | undefined;
  /** Origin under which those reach this one; where it listens by default. */
  readonly nodeUrl?: string | undefined;
  /** Networks that webhooks may reach beside public addresses, as `CIDR` or `CIDR@port`. */
  readonly webhookAllowances?: readonly string[] | undefined;
  /** Tier of the first account, when it has to be made. */
  readonly tier?: RateTier | undefined;
  readonly voices?: VoiceCatalogue | undefined;
  readonly policy?: Partial<Policy> | undefined;
  /** Origins of pages that may join embedded media rooms, beside those of this machine. */
  readonly pageOrigins?: readonly string[] | undefined;
  /** Environment that may name a LiveKit server, whose rooms are then used; without it rooms are this service's own. */
  readonly roomEnv?: Readonly<Record<string, string | undefined>> | undefined;
  /** Key of live workers of other machines; none are accepted without it. */
  readonly liveWorkerKey?: string | undefined;
  readonly swapLimits?: Partial<SwapLimits> | undefined;
  /** Retention of files; without one they are kept until deleted. */
  readonly retentionMs?: Retention | undefined;
  /** Key for `/metrics`; when absent, it is not served. */
  readonly metricsKey?: string | undefined;
  /** Called before slow work during the start, with its maximum duration in milliseconds. */
  readonly onPreparing?: ((maxDurationMs: number) => void) | undefined;
  /** Upload limits of one account; bounded by default when others than the owner upload. */
  readonly uploadLimits?: UploadLimits | undefined;
  /** OpenTelemetry collector of the traces; none by default. */
  readonly traces?: TraceOptions | null | undefined;
  readonly logger: Logger;
  readonly clock?: Clock | undefined;
  /** Requests a minute of a tier; a seam for measurements. */
  readonly requestsPerMinute?: ((tier: RateTier) => number) | undefined;
}
