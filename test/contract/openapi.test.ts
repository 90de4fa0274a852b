import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderDocsPage } from '../../src/contract/api/openapi/docs-page.ts';
import { createOpenApiDocument } from '../../src/contract/api/openapi/document.ts';

const root = path.join(import.meta.dirname, '../..');
const published = {
  'docs/openapi.json': () => `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`,
  'docs/api.html': () => renderDocsPage(createOpenApiDocument()),
};

describe('the published description of the API', () => {
  for (const [file, derive] of Object.entries(published)) {
    it(`${file} is what the operations say (UPDATE=1 writes it)`, async () => {
      const full = path.join(root, file);
      if (process.env['UPDATE'] === '1') {
        await writeFile(full, derive());
      }
      expect((await readFile(full, 'utf8')) === derive(), `${file} is stale`).toBe(true);
    });
  }

  it('keeps webhooks apart, so that client generators omit no operation', () => {
    const { paths, webhooks } = createOpenApiDocument() as unknown as Record<
      'paths' | 'webhooks',
      Record<string, Record<string, { readonly tags: readonly string[] }>>
    >;
    const tagsOf = (of: typeof paths): readonly string[] =>
      Object.values(of).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags));
    const called = new Set(tagsOf(paths));
    expect(tagsOf(webhooks).filter((tag) => called.has(tag))).toEqual([]);
    // A constant without a type comes out of some generators as no type at all.
    expect(JSON.stringify(webhooks)).not.toContain('"const"');
  });

  it('passes the linter', { timeout: 60_000 }, async () => {
    const redocly = path.join(root, 'node_modules/.bin/redocly');
    const env = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    const options = { cwd: root, env };
    await promisify(execFile)(redocly, ['lint', 'docs/openapi.json', '--format=summary'], options);
  });
});
