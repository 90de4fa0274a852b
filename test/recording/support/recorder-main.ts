/**
 * Main's part of recordings in a process that can be killed: writes the chunks of files, and finishes at its start the
 * files of an earlier run. Arguments: the folder of captures, that of the page.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { toWireError } from '../../../src/base/errors.ts';
import { finishRecording } from '../../../src/engine/io/finish-recording.ts';
import { Captures } from '../../../src/main/live/captures.ts';

const [folder = '', pageFolder = ''] = process.argv.slice(2);
const listPath = join(folder, 'open.json');
const readList = (): string[] =>
  existsSync(listPath) ? (JSON.parse(readFileSync(listPath, 'utf8')) as string[]) : [];

const captures = new Captures({
  folder: () => folder,
  now: () => new Date(),
  finishRecording: (from, to, chapters) => finishRecording({ from, to, chapters }),
  onUnfinished: (error) => console.error(error),
  openList: {
    read: readList,
    write: (paths) => writeFileSync(listPath, JSON.stringify(paths)),
  },
  onFinished: () => undefined,
  onLowSpace: () => undefined,
  persons: { begin: () => undefined, end: () => undefined },
});

const calls: Readonly<Record<string, (input: never, bytes: Uint8Array) => Promise<unknown>>> = {
  'captures.begin': ({ kind }: { readonly kind: 'video' | 'picture' }) => captures.begin(kind),
  'captures.write': ({ id }: { readonly id: string }, bytes) => captures.write(id, bytes),
  'captures.mark': ({
    id,
    marker,
  }: {
    readonly id: string;
    readonly marker: { readonly atMs: number; readonly title: string };
  }) => captures.mark(id, marker),
  'captures.end': ({ id }: { readonly id: string }) => captures.end(id),
  'captures.drop': ({ id }: { readonly id: string }) => captures.drop(id),
};

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const server = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url ?? '/', 'http://page');
    if (url.pathname !== '/call') {
      const path = join(pageFolder, url.pathname);
      response.statusCode = existsSync(path) ? 200 : 404;
      response.setHeader('Content-Type', types[extname(path)] ?? 'text/plain');
      response.end(existsSync(path) ? readFileSync(path) : '');
      return;
    }
    const bytes = await readBody(request);
    const input = JSON.parse(url.searchParams.get('input') ?? '{}') as never;
    try {
      const answer = await calls[url.searchParams.get('name') ?? '']?.(input, bytes);
      response.end(JSON.stringify(answer ?? null));
    } catch (error) {
      response.statusCode = 500;
      response.end(JSON.stringify(toWireError(error)));
    }
  })().catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
const recovered = await captures.recover();
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { readonly port: number }).port, recovered });
});
process.on('message', (message) => {
  if (message === 'page_left') {
    void captures.finishAll().then(() => process.send?.('finished'));
  }
});
