import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Marked } from 'marked';
import { resolveInProject } from './paths.mjs';

/**
 * @typedef {object} GuidePage
 * @property {string} name file name, which links of other pages have
 * @property {string} title its first heading
 * @property {string} html what follows the heading; headings begin at level 3
 */

/** Folder of the guide: one folder per language with the same files, numbered in the order of reading. */
export const guideFolder = resolveInProject('docs', 'guide');

/** Edges of a picture in pixels. */
export const pictureSize = { width: 960, height: 600 };

const prefix = 'virtual:guide/';
const address = 'guide-picture:';
const picturePattern = /guide-picture:[\w/-]+/g;
const marked = new Marked({
  renderer: {
    // The pages name the picture of the light theme; the app shows that of its own theme.
    image({ href, text }) {
      const name = /^\.\.\/pictures\/(.*)-light\.webp$/.exec(href)?.[1];
      if (name === undefined) {
        throw new Error(
          `${href} is no picture of the guide: ../pictures/LANGUAGE/NAME-light.webp.`,
        );
      }
      const size = `width="${pictureSize.width}" height="${pictureSize.height}"`;
      return ['light', 'dark']
        .map(
          (theme) =>
            `<img data-in="${theme}" src="${address}${name}-${theme}" alt="${text}" ${size} loading="lazy">`,
        )
        .join('');
    },
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

/**
 * Pictures that pages show, by their names below `docs/guide/pictures`, without the ending.
 *
 * @param {readonly GuidePage[]} pages
 * @returns {string[]}
 */
export function listPictures(pages) {
  const names = pages.flatMap(({ html }) =>
    Array.from(html.matchAll(picturePattern), ([found]) => found.slice(address.length)),
  );
  return [...new Set(names)].toSorted();
}

/**
 * File of a picture.
 *
 * @param {string} name as {@link listPictures} has it
 */
export function toPictureFile(name) {
  return path.join(guideFolder, 'pictures', `${name}.webp`);
}

/** Makes the page find `virtual:guide/LANGUAGE`, whose `pages` are those of {@link readGuide} with addresses of pictures. */
export const guidePlugin = {
  name: 'guide',
  /** @param {string} id */
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
  /** @param {string} id */
  async load(id) {
    const language = id.startsWith(`\0${prefix}`) ? id.slice(prefix.length + 1) : null;
    if (language === null) {
      return null;
    }
    const pages = await readGuide(language);
    // A missing picture is left out, so that the app builds before its pictures are taken; a test reports it.
    const names = listPictures(pages).filter((name) => existsSync(toPictureFile(name)));
    const imports = names.map((name, at) => {
      return `import picture${at} from ${JSON.stringify(`${toPictureFile(name)}?url`)};`;
    });
    return `${imports.join('\n')}
const pictures = { ${names.map((name, at) => `${JSON.stringify(address + name)}: picture${at}`).join(', ')} };
export const pages = ${JSON.stringify(pages)}.map((page) => ({
  ...page,
  html: page.html.replace(/${picturePattern.source}/g, (name) => pictures[name] ?? ''),
}));`;
  },
};
