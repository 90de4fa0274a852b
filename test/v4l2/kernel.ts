import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A kernel of Debian with the modules that a test needs. */
export interface TestKernel {
  /** The compressed kernel. */
  readonly image: string;
  readonly busybox: string;
  /** Every module required by a list of names, after its own dependencies. */
  readonly listModules: (names: readonly string[]) => string[];
  /** v4l2loopback, compiled for this kernel. */
  readonly loopback: string;
}

/**
 * Fetches Debian's kernel and headers into a folder, installs nothing, and compiles v4l2loopback for it: the source that
 * Debian has, or that of another folder. Throws where Debian's packages cannot be had.
 */
export async function prepareKernel(folder: string, source: string | null): Promise<TestKernel> {
  const image = await dependency('linux-image-amd64', /^linux-image-\d/);
  const release = image.replace('linux-image-', '');
  const root = join(folder, release);
  const headers = join(root, 'usr', 'src', `linux-headers-${release}`);
  if (!existsSync(join(headers, 'ready'))) {
    await rm(root, { recursive: true, force: true });
    await unpack(
      [image, ...(await listHeaders(release)), 'v4l2loopback-dkms', 'busybox-static'],
      root,
    );
    const makefile = join(headers, 'Makefile');
    const text = readFileSync(makefile, 'utf8').replaceAll('/usr/src/', join(root, 'usr', 'src/'));
    writeFileSync(makefile, text);
    writeFileSync(join(headers, 'ready'), '');
  }
  const modules = join(root, 'lib', 'modules', release);
  const own = (await readdir(join(root, 'usr', 'src'))).find((name) =>
    name.startsWith('v4l2loopback'),
  );
  return {
    image: join(root, 'boot', `vmlinuz-${release}`),
    busybox: join(root, 'bin', 'busybox'),
    listModules: (names) => withDependencies(modules, names),
    loopback: await compile(
      source ?? join(root, 'usr', 'src', own ?? ''),
      headers,
      join(root, 'module'),
    ),
  };
}

async function listHeaders(release: string): Promise<string[]> {
  const headers = `linux-headers-${release}`;
  const needed = await dependencies(headers);
  return [headers, ...needed.filter((name) => /^linux-(headers|kbuild)-/.test(name))];
}

async function dependencies(name: string): Promise<string[]> {
  const { stdout } = await run('apt-cache', ['depends', '--important', name]);
  return [...stdout.matchAll(/Depends: (\S+)/g)].map((match) => match[1] ?? '');
}

async function dependency(name: string, pattern: RegExp): Promise<string> {
  const found = (await dependencies(name)).find((each) => pattern.test(each));
  if (found === undefined) {
    throw new Error(`The package lists have no ${name}; apt-get update fetches them.`);
  }
  return found;
}

async function unpack(names: readonly string[], root: string): Promise<void> {
  const packages = join(root, 'packages');
  await mkdir(packages, { recursive: true });
  await run('apt-get', ['download', ...names], { cwd: packages });
  for (const file of await readdir(packages)) {
    await run('dpkg-deb', ['-x', join(packages, file), root]);
  }
  await rm(packages, { recursive: true });
}

async function compile(source: string, headers: string, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await cp(source, folder, { recursive: true });
  await run('make', ['-C', headers, `M=${folder}`, 'CC=gcc', 'modules']);
  return join(folder, 'v4l2loopback.ko');
}

/** Modules in the order of loading; built-in ones have no file. */
function withDependencies(root: string, names: readonly string[]): string[] {
  const files = new Map(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ko'))
      .map((file) => [file.slice(file.lastIndexOf('/') + 1, -'.ko'.length), join(root, file)]),
  );
  const ordered = new Set<string>();
  const visit = (name: string): void => {
    const file = files.get(name);
    if (file === undefined || ordered.has(file)) {
      return;
    }
    const needed = /\0depends=([^\0]*)\0/.exec(readFileSync(file, 'latin1'))?.[1] ?? '';
    needed.split(',').forEach(visit);
    ordered.add(file);
  };
  names.forEach(visit);
  return [...ordered];
}
