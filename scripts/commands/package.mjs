import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildIfChanged } from '../lib/build.mjs';
import { textOf } from '../lib/options.mjs';
import { makeDebianPackage, packageNames } from '../lib/package/debian.mjs';
import { inProject, projectRoot } from '../lib/paths.mjs';
import { readManifest } from '../lib/production-tree.mjs';
import { exitNeedsHand, Stop } from '../lib/stop.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run package -- deb [OPTIONS]',
  about:
    'Makes the Debian packages guise, guise-service and guise-common for amd64. The same sources give the\n' +
    'same bytes: times are that of the last commit, or SOURCE_DATE_EPOCH.',
  options: {
    out: { value: 'DIR', about: 'Where they go (default out/packages).' },
    revision: { value: 'N', about: 'Revision behind the version (default 1).' },
    maintainer: { value: 'NAME <ADDRESS>', about: 'Who answers for them.' },
  },
  positional: 'deb',
};

/**
 * @param {ReturnType<typeof import('../lib/options.mjs').parseOptions>} options
 * @returns {Promise<number>}
 */
export async function run({ values, positionals }) {
  if (positionals.length !== 1 || positionals[0] !== 'deb') {
    throw new Stop(`The kind of package is deb.\n\n${usage.line}`, exitNeedsHand);
  }
  requirePrograms();
  const facts = readFacts(values);
  await buildIfChanged();
  const outFolder = path.resolve(textOf(values['out']) ?? inProject('out/packages'));
  const files = [];
  for (const name of packageNames) {
    files.push(await makeDebianPackage(name, facts, { outFolder }));
  }
  for (const file of files) {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    process.stdout.write(`${digest}  ${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
  }
  return 0;
}

function requirePrograms() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Stop('Debian packages are made on Linux for x64.', exitNeedsHand);
  }
  for (const [program, name] of [
    ['dpkg-deb', 'dpkg'],
    ['strip', 'binutils'],
  ]) {
    try {
      execFileSync(String(program), ['--version'], { stdio: 'ignore' });
    } catch {
      throw new Stop(`${program} is missing: sudo apt-get install ${name}`, exitNeedsHand);
    }
  }
}

/**
 * @param {Readonly<Record<string, string | boolean | undefined>>} values
 * @returns {import('../lib/package/stages.mjs').Facts}
 */
function readFacts(values) {
  const revision = textOf(values['revision']) ?? '1';
  if (!/^[1-9]\d*$/.test(revision)) {
    throw new Stop('--revision takes a whole number from 1.', exitNeedsHand);
  }
  const maintainer = textOf(values['maintainer']) ?? 'The Guise developers <guise@guise.invalid>';
  if (!/^[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>$/.test(maintainer)) {
    throw new Stop('--maintainer takes "Name <address>".', exitNeedsHand);
  }
  const { version } = readManifest(projectRoot);
  // In Debian a pre-release stands behind ~, which comes before the release.
  const debianVersion = `${version.replace('-', '~')}-${revision}`;
  return { version, debianVersion, maintainer, epochSec: readEpochSec() };
}

/** The time of the sources in seconds, as https://reproducible-builds.org has it. */
function readEpochSec() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d+$/.test(given)) {
    return Number(given);
  }
  try {
    const text = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectRoot });
    return Number(text.toString());
  } catch {
    throw new Stop('SOURCE_DATE_EPOCH is needed where there is no git history.', exitNeedsHand);
  }
}
