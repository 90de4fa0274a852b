import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked } from 'marked';
import { inProject } from './paths.mjs';

/**
 * @typedef {object} GuidePage
 * @property {string} name file name, which links of other pages have
 * @property {string} title its first heading
 * @property {string} html what follows the heading; headings begin at level 3
 */

/** Folder of the guide: one folder per language with the same files, numbered in the order of reading. */
export const guideFolder = inProject('docs', 'guide');

const prefix = 'virtual:guide/';
const marked = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      return `<h${depth + 1}>${this.parser.parseInline(tokens)}</h${depth + 1}>\n`;
    },
  },
});

/**
 * The pages of the guide in a language, in the order of reading.
 *
 * @param {string} language as the folder is called
 * @returns {Promise<GuidePage[]>}
 */
export async function readGuide(language) {
  const folder = path.join(guideFolder, language);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      const [heading = '', ...lines] = text.split('\n');
      return {
        name,
        title: heading.replace(/^# /, ''),
        html: await marked.parse(lines.join('\n')),
      };
    }),
  );
}

/** Makes the page find `virtual:guide/LANGUAGE`, whose `pages` are those of {@link readGuide}. */
export const guidePlugin = {
  name: 'guide',
  /** @param {string} id */
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  /** @param {string} id */
  async load(id) {
    const language = id.startsWith(`\0${prefix}`) ? id.slice(prefix.length + 1) : null;
    return language === null
      ? null
      : `export const pages = ${JSON.stringify(await readGuide(language))};`;
  },
};
