/** Puts private marks around names that are to be written as they are: web addresses, “@name”, “my name Carla”. */
import { alternate } from '../tokens/grammar.ts';
import { type Read, SEPARATOR } from './caption-clauses.ts';
import { QUOTED, splitQuotes, UNQUOTED } from '../tokens/quotes.ts';
import { isOf } from '../tokens/token.ts';

const ADDRESS = String.raw`(?:https?:\/\/|www\.)[^\s"“”„«»,;!?]{3,80}|(?:[\p{L}\p{N}-]{1,40}\.){1,3}(?:com|net|org|tv|de|ch|eu|io|gg|fr|uk|shop)(?:\/[^\s"“”„«»,;!?]{0,80})?(?![\p{L}\p{N}])`;
const HANDLE = String.raw`@[\p{L}\p{N}_](?:[\p{L}\p{N}_.]{0,28}[\p{L}\p{N}_])?`;
/** A player’s name such as “xX_mokka_Xx”, unlike the names of files. */
const TAG = String.raw`(?!(?:img|dsc|image|photo|pic|my|bild|foto|imagen|video|clip|file|datei)_)[\p{L}\p{N}]{1,30}(?:_[\p{L}\p{N}]{1,30}){1,4}`;
const WRITTEN = new RegExp(
  String.raw`(?<![\p{L}\p{N}@#._/-])(?:${ADDRESS}|${HANDLE}|${TAG})`,
  'giu',
);

const NAME = String.raw`\p{Lu}[\p{L}\p{N}_’'-]{1,30}`;
/** A name after its noun; case distinguishes it from other words: “my name Carla”, “unsere Namen Tim und Ole”. */
const NAMED = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:${alternate('determiners', 'definites')}) (?:${alternate('captionNames')}),? )${NAME}(?:(?: (?:${alternate('conjunctions')}) | & |, | )${NAME}){0,4}(?![\p{L}\p{N}])`,
  'gu',
);

/** A year after its noun: “the year 1958”, “die Jahreszahl 1958”. */
const YEAR = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:${alternate('captionYears')}) )[12]\d{3}(?![\p{L}\p{N}])`,
  'giu',
);

/** Concepts of what is done to names that an image shows. */
const HIDING = 'not hide conceal blur pixels less replace fix'.split(' ');
const CLAUSE = new RegExp(String.raw`${SEPARATOR.source}|[.;!?\n]`, 'iu');

/** Returns a prompt with marks around its names, except those that are there and are to be hidden: “blur the @lena”. */
export function markNames(prompt: string, read: Read): string {
  return splitQuotes(prompt)
    .map(({ text, quote }) =>
      quote === null
        ? text
            .replaceAll(WRITTEN, (name, at: number) =>
              // The dots of an address end no sentence.
              isHidden(text, at, read) ? name.replaceAll('.', ' ') : mark(name),
            )
            .replaceAll(NAMED, (name) => mark(name))
            .replaceAll(YEAR, (year) => mark(year))
        : text,
    )
    .join('');
}

/** Returns whether the clause before a name hides what it names; what is taken away is refused as a caption. */
function isHidden(text: string, start: number, read: Read): boolean {
  const before = text.slice(0, start).split(CLAUSE).at(-1) ?? '';
  return read(before).some((tokens) => tokens.some((token) => isOf(token, ...HIDING)));
}

function mark(name: string): string {
  // The mark at the end of a sentence is none of the address.
  const end = /[.:)]{1,3}$/u.exec(name)?.index ?? name.length;
  return `${QUOTED}${name.slice(0, end)}${UNQUOTED}${name.slice(end)}`;
}
