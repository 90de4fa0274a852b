import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { resolveInProject, logFolder, projectRoot } from './paths.mjs';
import { Stop } from './stop.mjs';

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 1 when a signal ended the program
 * @property {string} output stdout and stderr, mixed as they came
 * @property {string} stdout
 */

/** The environment of children: the tools of the project and its Node come first on PATH. */
export function projectEnv() {
  const bin = resolveInProject('node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}` };
}

/**
 * Runs a program to its end and keeps what it says. Rejects only when it cannot be started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, signal?: AbortSignal }} [options]
 * @returns {Promise<Finished>}
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? projectRoot,
      env: { ...(options.env ?? projectEnv()), NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    /** @type {string[]} */
    const all = [];
    /** @type {string[]} */
    const out = [];
    child.stdout.setEncoding('utf8').on('data', (text) => {
      all.push(text);
      out.push(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text) => all.push(text));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({
        code: code ?? 1,
        output: stripVTControlCharacters(all.join('')),
        stdout: out.join(''),
      }),
    );
  });
}

/**
 * Runs a program quietly: its output goes to `out/logs/NAME.log`, and when it fails the end of it is
 * part of the error.
 * @param {string} logName
 * @param {readonly [string, ...string[]]} commandLine
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 */
export async function runQuietly(logName, [command, ...args], options = {}) {
  const finished = await capture(command, args, options);
  const logPath = await writeLog(logName, finished.output);
  if (finished.code !== 0) {
    throw new Stop(
      `${[path.basename(command), ...args].join(' ')} ended with exit code ${finished.code}.\n` +
        `${lastLines(finished.output, 60)}\nThe whole output is in ${logPath}.`,
    );
  }
  return finished;
}

/**
 * Keeps the output of a step; returns where.
 * @param {string} logName
 * @param {string} text
 */
export async function writeLog(logName, text) {
  const logPath = path.join(logFolder, `${logName}.log`);
  await mkdir(logFolder, { recursive: true });
  await writeFile(logPath, text);
  return logPath;
}

/**
 * Runs a program in the foreground with our terminal and returns its exit code. Ctrl+C reaches the
 * program by itself; we wait for its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export async function runInForeground(command, args, env) {
  const child = spawn(command, args, { cwd: projectRoot, env, stdio: 'inherit' });
  const ignore = () => {};
  const pass = () => child.kill('SIGTERM');
  process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass);
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
    });
  } finally {
    process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass);
  }
}

/**
 * @param {string} text
 * @param {number} count
 */
function lastLines(text, count) {
  const lines = text.trimEnd().split('\n');
  const cut = lines.length > count ? [`(${lines.length - count} lines before)`] : [];
  return [...cut, ...lines.slice(-count)].join('\n');
}

/**
 * Full path of the first of these programs that is on PATH, or null.
 * @param {readonly string[]} names
 * @param {(path: string) => boolean} isExecutable
 */
export function findOnPath(names, isExecutable) {
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '');
  for (const name of names) {
    for (const folder of path.isAbsolute(name) ? [''] : folders) {
      const candidate = path.join(folder, name);
      if (isExecutable(candidate)) {
        return candidate;
      }
    }
  }
  return null;
}
