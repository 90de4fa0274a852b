/**
 * Sends spans to a collector of OpenTelemetry: OTLP over HTTP, in JSON. Work never waits for it: spans wait in memory,
 * bounded, and those that a collector does not take are dropped and counted.
 */
import { type TraceResource, toOtlp } from './otlp.ts';
import type { Span, Tracer } from './tracer.ts';

/** Destination of the spans. */
export interface TraceOptions {
  /** Base address of the collector, such as `http://127.0.0.1:4318`. */
  readonly endpoint: string;
  /** Headers of every request, such as a key of the collector. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a tracer. */
export interface OtlpTracerOptions extends TraceOptions {
  readonly resource: TraceResource;
  /**
   * Called once when a collector starts to refuse spans, with the reason, and once when it accepts them again.
   */
  readonly onState: (state: 'lost' | 'back', droppedSpans: number, why: string | null) => void;
}

/** Spans that are sent at once. */
const BATCH = 256;
/** Spans that wait at most: some 2 MB. */
const MAX_WAITING = 4096;
const EVERY_MS = 2000;
const TIMEOUT_MS = 10_000;
/** Longest wait for a collector at the end of a service. */
const CLOSE_MS = 2000;

/** A tracer with a collector behind it; the owner closes it, which sends what waits. */
export class OtlpTracer implements Tracer {
  readonly #options: OtlpTracerOptions;
  readonly #waiting: Span[] = [];
  readonly #timer: NodeJS.Timeout;
  /** Ends the request that is under way, and all after it. */
  readonly #end = new AbortController();
  #sending: Promise<void> | null = null;
  #dropped = 0;
  #isLost = false;

  constructor(options: OtlpTracerOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#send(), EVERY_MS).unref();
  }

  record(span: Span): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length === BATCH) {
      void this.#send();
    }
  }

  /** Sends what waits, for two seconds at most. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const timer = setTimeout(() => {
      this.#end.abort(new Error(`It did not answer within ${CLOSE_MS} ms.`));
    }, CLOSE_MS);
    await this.#sending;
    await this.#send();
    clearTimeout(timer);
  }

  /** Sends one request after the other, until the queue is empty or the collector fails. */
  #send(): Promise<void> {
    this.#sending ??= this.#sendBatches().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendBatches(): Promise<void> {
    while (this.#waiting.length > 0) {
      const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const batch = this.#waiting.splice(0, BATCH);
      const refusal = await this.#post(batch, signal);
      if (refusal !== null) {
        this.#dropped += batch.length;
      }
      this.#note(refusal);
      if (refusal !== null) {
        return;
      }
    }
  }

  /** Returns the reason why a batch was refused; null when it was accepted. */
  async #post(batch: readonly Span[], signal: AbortSignal): Promise<string | null> {
    const { endpoint, headers, resource } = this.#options;
    try {
      const response = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(resource, batch)),
        redirect: 'error',
        signal,
      });
      await response.body?.cancel();
      return response.ok ? null : `status ${response.status}`;
    } catch (error) {
      return toReason(error);
    }
  }

  #note(refusal: string | null): void {
    const isTaken = refusal === null;
    if (isTaken === this.#isLost) {
      this.#isLost = !isTaken;
      this.#options.onState(isTaken ? 'back' : 'lost', this.#dropped, refusal);
      this.#dropped = isTaken ? 0 : this.#dropped;
    }
  }
}

/**
 * The error of `fetch` only states that it failed; for a host with several addresses, the individual errors
 * have the cause.
 */
function toReason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return String(cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause);
}

/**
 * Parses headers in the format of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value,name=value`, values
 * percent-encoded. Entries without a name are ignored.
 */
export function parseTraceHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, Math.max(at, 0)).trim(), decode(pair.slice(at + 1).trim())];
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
