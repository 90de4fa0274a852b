import { Script } from 'node:vm';
import { createCodec } from '../codec.ts';
import { createGuards } from '../guard.ts';
import { createEmitter } from './emitter.ts';
import { startIsolatedWorld } from './isolated-world.ts';
import { createLink } from './link.ts';
import { startMainWorld } from './main-world.ts';
import type { AgentFacts } from './messages.ts';
import { watchPage } from './page-watch.ts';
import { createPorts } from './ports.ts';

/** The scripts of a page, in the order in which they have to be added. */
export interface AgentScripts {
  readonly mainWorld: string;
  readonly isolatedWorld: string;
}

const parts = { createCodec, createEmitter, createGuards, createLink, createPorts, watchPage };

/** The largest lengths of a preload's text that are worth a check for syntax before it is injected. */
const preloadParameters = 'exports, require, module, __filename, __dirname, process';

/**
 * Writes the page scripts as text. Throws a SyntaxError that names the preload when that does not
 * parse, because otherwise the whole page would be without a bridge.
 */
export function buildAgents(facts: AgentFacts, preloadSource: string | null): AgentScripts {
  const preload =
    preloadSource === null ? 'null' : `function (${preloadParameters}) {${preloadSource}\n}`;
  if (preloadSource !== null) {
    // Compiled here and thrown away: never run.
    void new Script(`(${preload})`, { filename: facts.preloadPath });
  }
  const partsText = Object.entries(parts)
    .map(([name, part]) => `${name}: ${String(part)}`)
    .join(',\n');
  return {
    mainWorld: `(${String(startMainWorld)})(${JSON.stringify(facts.secret)}, ${String(createLink)});`,
    isolatedWorld:
      `(${String(startIsolatedWorld)})({${partsText}}, ${JSON.stringify(facts)}, ${preload});\n` +
      `//# sourceURL=${facts.preloadPath === '' ? 'runtime' : encodeURI(facts.preloadPath)}`,
  };
}
