import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PATH } from './call.ts';
import { carriesKey } from './metrics-key.ts';
import type { Metrics } from './metrics.ts';

/** Options of the pages. */
export interface PagesOptions {
  /** Origin under which a request with this Host header reached the service. */
  readonly origin: (host?: string) => string;
  readonly metrics: Metrics;
  /** Key for `/metrics`; null when it is not served. */
  readonly metricsKey: string | null;
  /** Fails when the service cannot do its work. */
  readonly checkHealth: () => Promise<void>;
  /** Returns whether the service accepts no new work because it is about to stop. */
  readonly isDraining: () => boolean;
}

/**
 * Serves the OpenAPI document, its page, the metrics and the health checks beside the API. `/livez` reports
 * that the process responds, `/healthz` that its database does too, `/readyz` that it also accepts work; the
 * last one answers 503 otherwise.
 */
export function addPages(app: FastifyInstance, options: PagesOptions): void {
  const { metrics, metricsKey, checkHealth, isDraining } = options;
  let documents: Promise<{ readonly json: string; readonly html: string }> | null = null;
  const describe = async ({ headers }: FastifyRequest) => {
    const own = options.origin();
    // Rendered at the first request: most single-user services never get one.
    const { json, html } = await (documents ??= renderDocuments(own + API_PATH));
    const requested = options.origin(headers.host);
    return { json: json.replaceAll(own, requested), html: html.replaceAll(own, requested) };
  };

  app.get(
    `${API_PATH}/openapi.json`,
    { config: { operation: 'openapi' } },
    async (request, reply) =>
      reply.type('application/json; charset=utf-8').send((await describe(request)).json),
  );
  for (const url of ['/docs', `${API_PATH}/docs`]) {
    app.get(url, { config: { operation: 'docs' } }, async (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send((await describe(request)).html),
    );
  }
  app.get('/healthz', { config: { operation: 'health' } }, async (_request, reply) => {
    await checkHealth();
    return reply.send({ status: 'ok' });
  });
  app.get('/livez', { config: { operation: 'health' } }, (_request, reply) =>
    reply.send({ status: 'ok' }),
  );
  app.get('/readyz', { config: { operation: 'health' } }, async (_request, reply) => {
    const status = isDraining() ? 'draining' : await checkHealth().then(toReady, toUnavailable);
    return reply.code(status === 'ok' ? 200 : 503).send({ status });
  });
  app.get('/metrics', { config: { operation: 'metrics' } }, async (request, reply) => {
    // Without the key the URL answers as if it did not exist.
    if (metricsKey === null || !carriesKey(request.headers.authorization, metricsKey)) {
      return reply.callNotFound();
    }
    const { contentType, text } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}

const toReady = () => 'ok';
const toUnavailable = () => 'unavailable';

async function renderDocuments(
  baseUrl: string,
): Promise<{ readonly json: string; readonly html: string }> {
  const [{ createOpenApiDocument }, { renderDocsPage }] = await Promise.all([
    import('../../contract/api/openapi/document.ts'),
    import('../../contract/api/openapi/docs-page.ts'),
  ]);
  const document = createOpenApiDocument(baseUrl);
  return { json: JSON.stringify(document), html: renderDocsPage(document) };
}
