import { describe, expect, it } from 'vitest';
import { planDownload, toDisposition } from './download.ts';

const file = { sha256: 'ab'.repeat(32), sizeBytes: 1000, mime: 'video/mp4', fileName: 'clip.mp4' };
const etag = `"${file.sha256}"`;

describe('a download', () => {
  it('is an attachment that no browser takes for a page', () => {
    const { status, headers, span } = planDownload(file, {});
    expect(status).toBe(200);
    expect(span).toEqual({ start: 0, end: 999 });
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(headers['content-disposition']).toMatch(/^attachment; /);
  });

  it('answers a range by 206 with its place', () => {
    const plan = planDownload(file, { range: 'bytes=-100' });
    expect(plan).toMatchObject({ status: 206, span: { start: 900, end: 999 } });
    expect(plan.headers).toMatchObject({
      'content-range': 'bytes 900-999/1000',
      'content-length': '100',
    });
  });

  it('answers a range behind the end by 416 with the size', () => {
    const plan = planDownload(file, { range: 'bytes=1000-' });
    expect(plan).toMatchObject({ status: 416, span: null });
    expect(plan.headers['content-range']).toBe('bytes */1000');
  });

  it('sends the whole when the part belongs to another version', () => {
    expect(planDownload(file, { range: 'bytes=1-2', 'if-range': '"other"' }).status).toBe(200);
    expect(planDownload(file, { range: 'bytes=1-2', 'if-range': etag }).status).toBe(206);
  });

  it('sends no body to a client that has the file', () => {
    expect(planDownload(file, { 'if-none-match': `"x", W/${etag}` })).toMatchObject({
      status: 304,
      span: null,
    });
  });

  it('sends an empty file', () => {
    expect(planDownload({ ...file, sizeBytes: 0 }, {})).toMatchObject({ status: 200, span: null });
  });
});

describe('the name of a download', () => {
  it.each([
    'a"b.png',
    'a\r\nset-cookie: x.png',
    '../../etc/passwd',
    'größe 100%.png',
    '\ud800.png',
  ])('%j stays inside its header', (name) => {
    const header = toDisposition(name);
    expect(header).toMatch(
      /^attachment; filename="[^"\\/\r\n]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/,
    );
  });

  it('is kept in UTF-8', () => {
    expect(toDisposition('größe.png')).toContain("filename*=UTF-8''gr%C3%B6%C3%9Fe.png");
  });
});
