import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveInProject } from './paths.mjs';

/**
 * A regular expression of the sources.
 * @typedef {{ file: string, line: number, pattern: string, flags: string, excuse: string | null }} Expression
 */

/**
 * Fields that are read of a node of a syntax tree.
 * @typedef {{
 *   type: string,
 *   start?: number,
 *   regex?: { pattern: string, flags: string },
 *   callee?: { type: string, name?: string },
 * }} Node
 */

/** Folders whose expressions see text from outside. */
const folders = ['src', 'runtime'];
/** Stands in the line of an expression, or above it, before the reason why slow matching cannot matter. */
const mark = 'slow expression:';
/** Verdicts that are remembered, so that only new expressions take time. */
const cachePath = ['out', 'cache', 'expressions.json'];
const version = 'recheck 4.5.0';
/** Milliseconds for one expression, on a busy machine too; one that takes longer is too intricate to be judged. */
const limits = { timeout: 60_000, randomSeed: 1 };
/**
 * Limits without timeouts for parts of the search, which would report harmless expressions as attacks on a busy
 * machine.
 */
const unhurried = { ...limits, incubationTimeout: null, attackTimeout: null };
const atOnce = 2;

/**
 * Refuses regular expressions whose time grows faster than their text. Throws with one line for each.
 */
export async function checkExpressions(root = resolveInProject()) {
  const found = await findExpressions(root);
  const verdicts = await readVerdicts(root);
  const fresh = [...new Map(found.map((each) => [toKey(each), each])).values()].filter(
    (each) => each.excuse === null && verdicts[toKey(each)] === undefined,
  );
  const { check } = await import('recheck');
  const queue = fresh.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const each of queue) {
        const first = await check(each.pattern, each.flags, limits);
        const verdict =
          first.status === 'vulnerable' ? await check(each.pattern, each.flags, unhurried) : first;
        verdicts[toKey(each)] =
          verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.status;
      }
    }),
  );
  await writeVerdicts(root, found, verdicts);
  const refused = found.filter((each) => each.excuse === null && verdicts[toKey(each)] !== 'safe');
  if (refused.length > 0) {
    throw new Error(
      [
        'Expressions whose time grows faster than their text:',
        ...refused.map((each) => `  ${describe(each)}: ${verdicts[toKey(each)]}`),
        `Bound what repeats, or say why it cannot matter: // ${mark} …`,
      ].join('\n'),
    );
  }
}

/**
 * All expressions of the sources. One that is built is found by loading its module, and has to be built then.
 * @param {string} root
 * @returns {Promise<Expression[]>}
 */
async function findExpressions(root) {
  const { parseAst } = await import('vite');
  const all = [];
  for (const file of await listSources(root)) {
    const text = await readFile(path.join(root, file), 'utf8');
    const tree = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
    const lines = text.split('\n');
    /** @param {number} offset */
    const placeOf = (offset) => {
      const line = text.slice(0, offset).split('\n').length;
      return { file, line, excuse: findExcuse(lines, line) };
    };
    let built = 0;
    visit(tree, (node) => {
      const { regex, start } = node;
      if (node.type === 'Literal' && regex) {
        all.push({ ...placeOf(start ?? 0), pattern: regex.pattern, flags: regex.flags });
      } else if (isConstructor(node) && placeOf(start ?? 0).excuse === null) {
        built += 1;
      }
    });
    const made = built === 0 ? [] : await recordBuilt(path.join(root, file));
    const judged = made.map((each) => ({ ...each, file, excuse: findExcuse(lines, each.line) }));
    all.push(...judged);
    const places = judged.filter(({ excuse }) => excuse === null).map(({ line }) => line);
    if (new Set(places).size < built) {
      throw new Error(
        `${file} builds an expression later than at its start: build it there, or say why it cannot be slow: // ${mark} …`,
      );
    }
  }
  return all;
}

/** @param {string} root */
async function listSources(root) {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(path.join(root, folder), { recursive: true });
      return names.map((name) => path.join(folder, name));
    }),
  );
  return lists
    .flat()
    .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name))
    .toSorted();
}

/**
 * @param {readonly string[]} lines
 * @param {number} line from 1
 */
function findExcuse(lines, line) {
  for (const text of [lines[line - 1] ?? '', lines[line - 2] ?? '']) {
    const at = text.indexOf(mark);
    if (at >= 0) {
      return text.slice(at + mark.length).trim();
    }
  }
  return null;
}

/** @param {Node} node */
function isConstructor({ type, callee }) {
  return (
    (type === 'NewExpression' || type === 'CallExpression') &&
    callee?.type === 'Identifier' &&
    callee.name === 'RegExp'
  );
}

/**
 * @param {unknown} node
 * @param {(node: Node) => void} act
 */
function visit(node, act) {
  if (Array.isArray(node)) {
    node.forEach((each) => {
      visit(each, act);
    });
  } else if (typeof node === 'object' && node !== null) {
    if ('type' in node && typeof node.type === 'string') {
      act({ ...node, type: node.type });
    }
    Object.values(node).forEach((each) => {
      visit(each, act);
    });
  }
}

/**
 * Records the regular expressions that a module builds while it is loaded.
 * @param {string} file
 */
async function recordBuilt(file) {
  /** @type {{ pattern: string, flags: string, line: number }[]} */
  const made = [];
  // A name of its own, so that it is loaded anew when another file has loaded it already.
  const address = `${pathToFileURL(file).href}?expressions`;
  const Native = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Native, {
    construct(target, args, self) {
      const built = Reflect.construct(target, args, self);
      const frame = new Error('where').stack?.split('\n').find((line) => line.includes(address));
      if (frame !== undefined) {
        const [, line = '0'] = /:(\d+):\d+\)?$/.exec(frame) ?? [];
        made.push({ pattern: built.source, flags: built.flags, line: Number(line) });
      }
      return built;
    },
  });
  try {
    await import(address);
  } finally {
    globalThis.RegExp = Native;
  }
  return made;
}

/** @param {{ pattern: string, flags: string }} expression */
function toKey({ pattern, flags }) {
  return `/${pattern}/${flags}`;
}

/** @param {Expression} expression */
function describe({ file, line, ...expression }) {
  return `${file}:${line} ${toKey(expression)}`;
}

/**
 * @param {string} root
 * @returns {Promise<Record<string, string>>}
 */
async function readVerdicts(root) {
  try {
    const kept = JSON.parse(await readFile(path.join(root, ...cachePath), 'utf8'));
    return kept.version === version ? kept.verdicts : {};
  } catch {
    return {}; // Not there yet, or not whole: everything is checked anew.
  }
}

/**
 * @param {string} root
 * @param {readonly Expression[]} used
 * @param {Record<string, string>} verdicts
 */
async function writeVerdicts(root, used, verdicts) {
  const target = path.join(root, ...cachePath);
  const keys = new Set(used.map(toKey));
  const kept = Object.fromEntries(Object.entries(verdicts).filter(([key]) => keys.has(key)));
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, JSON.stringify({ version, verdicts: kept }));
}
