import type { FastifyInstance } from 'fastify';
import { isLoopbackAddress } from './host-guard.ts';
import { API_PATH } from './call.ts';
import type { Metrics } from './metrics.ts';

/** What the pages show. */
export interface PagesOptions {
  readonly origin: () => string;
  readonly metrics: Metrics;
  /** Fails when the service cannot do its work. */
  readonly checkHealth: () => Promise<void>;
}

/** The document, its page, the health check and the figures: addresses beside the API. */
export function addPages(app: FastifyInstance, options: PagesOptions): void {
  const { metrics, checkHealth } = options;
  let documents: Promise<{ readonly json: string; readonly html: string }> | null = null;
  // Made at the first request: most services of one user are never asked.
  const describe = () => (documents ??= renderDocuments(options.origin() + API_PATH));

  app.get(
    `${API_PATH}/openapi.json`,
    { config: { operation: 'openapi' } },
    async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send((await describe()).json),
  );
  for (const url of ['/docs', `${API_PATH}/docs`]) {
    app.get(url, { config: { operation: 'docs' } }, async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send((await describe()).html),
    );
  }
  app.get('/healthz', { config: { operation: 'health' } }, async (_request, reply) => {
    await checkHealth();
    return reply.send({ status: 'ok' });
  });
  app.get('/metrics', { config: { operation: 'metrics' } }, async (request, reply) => {
    // The socket's own address: what a proxy says of its client does not count here.
    if (!isLoopbackAddress(request.raw.socket.remoteAddress ?? '')) {
      return reply.callNotFound();
    }
    const { contentType, text } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}

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
