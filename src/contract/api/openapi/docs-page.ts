import { apiErrorCodes, apiErrors, jobFailures } from '../errors.ts';
import { tags } from '../kit.ts';
import { escapeHtml, inlineMarkdown, renderJson, paragraphs, renderTable } from './html.ts';
import { renderSockets } from './docs-sockets.ts';
import { isJsonObject, type OpenApiObject, listAt, readObject, readText } from './json.ts';
import { type DocumentedOperation, renderOperation } from './docs-operation.ts';
import { docsStyle } from './docs-style.ts';

/**
 * Renders the OpenAPI document as one self-contained HTML page without scripts, fonts or images. Nothing is
 * folded away, so the browser's search finds everything.
 */
export function renderDocsPage(document: OpenApiObject): string {
  const info = readObject(document, 'info');
  const title = escapeHtml(readText(info, 'title'));
  const server = listAt(document, 'servers')[0];
  const base = isJsonObject(server) ? readText(server, 'url') : '';
  const byTag = groupByTag(document);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${docsStyle}</style>
</head>
<body>
<nav aria-label="Contents">
<a class="home" href="#top">${title}</a>
${tags.map((tag) => renderNavigation(tag, byTag.get(tag) ?? [])).join('\n')}
<h2><a href="#reference">Reference</a></h2>
</nav>
<main id="top">
<h1>${title} <small>${escapeHtml(readText(info, 'version'))}</small></h1>
${paragraphs(readText(info, 'description'))}
${renderStart(base)}
${tags.map((tag) => renderTag(tag, byTag.get(tag) ?? [], document)).join('\n')}
${renderReference(document)}
</main>
</body>
</html>
`;
}

function groupByTag(document: OpenApiObject): Map<string, DocumentedOperation[]> {
  const groups = new Map<string, DocumentedOperation[]>();
  for (const [path, methods] of Object.entries(readObject(document, 'paths'))) {
    for (const [method, operation] of isJsonObject(methods) ? Object.entries(methods) : []) {
      if (isJsonObject(operation)) {
        for (const tag of listAt(operation, 'tags').filter((name) => typeof name === 'string')) {
          groups.set(tag, [...(groups.get(tag) ?? []), { path, method, operation }]);
        }
      }
    }
  }
  return groups;
}

function renderNavigation(tag: string, operations: readonly DocumentedOperation[]): string {
  const links = operations.map(
    ({ operation }) =>
      `<li><a href="#${readText(operation, 'operationId')}">${escapeHtml(readText(operation, 'summary'))}</a></li>`,
  );
  return `<h2><a href="#${tag}">${tag}</a></h2>\n<ul>\n${links.join('\n')}\n</ul>`;
}

function renderTag(
  tag: string,
  operations: readonly DocumentedOperation[],
  document: OpenApiObject,
): string {
  const described = listAt(document, 'tags').filter(isJsonObject);
  const description = described.find((entry) => entry['name'] === tag);
  return `<section id="${tag}">
<h2>${tag}</h2>
${paragraphs(description === undefined ? '' : readText(description, 'description'))}
${operations.map((operation) => renderOperation(operation, document)).join('\n')}
</section>`;
}

function renderStart(base: string): string {
  return `<section id="start">
<h2>Start</h2>
<p>All paths follow the base address, <code>${escapeHtml(base)}</code> on this host. Send the key as
<code>Authorization: Bearer &lt;key&gt;</code> or <code>X-API-Key: &lt;key&gt;</code>; operations marked
<em>public</em> need none.</p>
<pre><code>curl -H "Authorization: Bearer $GUISE_API_KEY" "$GUISE_BASE_URL/account"</code></pre>
</section>`;
}

function renderReference(document: OpenApiObject): string {
  const errors = apiErrorCodes.map((code) => [
    `<code>${code}</code>`,
    apiErrors[code].statuses.join(' or '),
    escapeHtml(apiErrors[code].meaning),
  ]);
  const failures = Object.entries(jobFailures).map(([code, meaning]) => [
    `<code>${code}</code>`,
    escapeHtml(meaning),
  ]);
  const webhook = readObject(readObject(readObject(document, 'webhooks'), 'jobCompleted'), 'post');
  const headers = listAt(webhook, 'parameters')
    .filter(isJsonObject)
    .map((header) => [
      `<code>${escapeHtml(readText(header, 'name'))}</code>`,
      inlineMarkdown(readText(header, 'description')),
    ]);
  return `<section id="reference">
<h2>Reference</h2>
<article id="errors"><h3>Errors</h3>
<p>A refusal has this body. Branch on <code>code</code>, never on <code>message</code>.</p>
${renderJson({ error: { code: 'invalid_input', message: 'script is required unless audio_key is given.' } })}
${renderTable(['Code', 'HTTP', 'Meaning'], errors)}</article>
<article id="failures"><h3>Failures of jobs</h3>
${renderTable(['Code', 'Meaning'], failures)}</article>
<article id="webhook"><h3>Webhook</h3>
${paragraphs(readText(webhook, 'description'))}
${renderTable(['Header', 'Meaning'], headers)}</article>
${renderSockets()}
</section>`;
}
