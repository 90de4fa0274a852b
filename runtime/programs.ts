import { spawn, spawnSync } from 'node:child_process';
import { findProgram } from './chromium/find.ts';

/** Result of a program. */
export interface ProgramResult {
  /** Exit code, or null when it was ended by a signal or by the time limit. */
  readonly code: number | null;
  readonly output: string;
}

/** A program of the desktop that is not installed; the message names the Debian package. */
export class ProgramMissingError extends Error {
  override readonly name = 'ProgramMissingError';

  constructor(program: string, debianPackage: string, purpose: string) {
    super(
      `${purpose} needs the program "${program}". Install it with: ` +
        `sudo apt-get install ${debianPackage}`,
    );
  }
}

/** Full path of a program; throws {@link ProgramMissingError}. */
export function requireProgram(program: string, debianPackage: string, purpose: string): string {
  const path = findProgram(program);
  if (path === null) {
    throw new ProgramMissingError(program, debianPackage, purpose);
  }
  return path;
}

/** Runs a program to its end; with a time limit it is killed after that many milliseconds. */
export function runProgram(
  path: string,
  args: readonly string[],
  options: { readonly input?: string; readonly timeoutMs?: number } = {},
): Promise<ProgramResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramResult>();
  const child = spawn(path, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
  });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    output += chunk;
  });
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, output }));
  // A program that does not read its input is no failure of ours.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return promise;
}

/** {@link runProgram} for the few calls of Electron that answer at once. */
export function runProgramNow(
  path: string,
  args: readonly string[],
  options: { readonly input?: string; readonly timeoutMs: number },
): ProgramResult {
  const { status, stdout } = spawnSync(path, args, {
    input: options.input ?? '',
    timeout: options.timeoutMs,
    stdio: ['pipe', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  return { code: status, output: stdout ?? '' };
}
