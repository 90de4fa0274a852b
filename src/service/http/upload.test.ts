import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createUploadEndpoint } from './upload.ts';

type Dependencies = Parameters<typeof createUploadEndpoint>[0];

/** Receives a body whose parts come from `parts`, while the quota answers with `admit`. */
function receive(
  parts: () => AsyncIterable<unknown>,
  admit: () => Promise<never>,
): Promise<unknown> {
  const socket = { destroyed: false, setTimeout: () => undefined };
  const raw = { complete: true, socket, once: () => raw, off: () => raw };
  const request = { isMultipart: () => true, headers: {}, raw, parts };
  const endpoint = createUploadEndpoint({ quota: { admit } } as unknown as Dependencies);
  return endpoint.receive(request as unknown as FastifyRequest, 'account');
}

async function* oneFile() {
  yield {
    type: 'file',
    fieldname: 'file',
    file: Readable.from([Buffer.from('x')]),
    mimetype: 'image/png',
    filename: 'a.png',
  };
}

it('passes faults of the service on, whatever they are called', async () => {
  const fault = new Error('current transaction is aborted, commands ignored until end of block');
  await expect(receive(oneFile, () => Promise.reject(fault))).rejects.toBe(fault);
});

it('refuses a body that the parser cannot read', async () => {
  const cut = () =>
    new Readable({
      read() {
        this.destroy(new Error('Unexpected end of form'));
      },
    });
  const refused = { code: 'invalid_input', message: expect.stringContaining('damaged') };
  await expect(receive(cut, () => Promise.reject(new Error('unused')))).rejects.toMatchObject(
    refused,
  );
});
