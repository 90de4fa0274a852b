import { AppError } from '../../base/errors.ts';

/**
 * Clients add a section for each newly published track and keep the previous ones: after a hundred switches of
 * the camera there are a hundred, of 2 KB each.
 */
const maxDescriptionLength = 450_000;
const maxSections = 256;
const maxLinesPerBlock = 1_000;

/** The session part of a description, or one of its media sections. */
export interface SdpBlock {
  /** The `m=` line without its name; empty for the session. */
  readonly line: string;
  /** Values of an attribute with a value, in order. */
  readonly values: (name: string) => readonly string[];
  /** Attributes without a value. */
  readonly flags: readonly string[];
}

/** Cuts a description at its `m=` lines. Throws `invalid_input` when it is too long or no description. */
export function splitDescription(sdp: string): {
  readonly session: SdpBlock;
  readonly media: readonly SdpBlock[];
} {
  if (sdp.length > maxDescriptionLength || !sdp.startsWith('v=0')) {
    throw new AppError('invalid_input', 'The description is too long or does not begin with v=0.');
  }
  const blocks: string[][] = [[]];
  for (const line of sdp.split(/\r?\n/)) {
    if (line.startsWith('m=')) {
      blocks.push([]);
    }
    blocks.at(-1)?.push(line);
  }
  const [session = [], ...media] = blocks;
  if (media.length === 0 || media.length > maxSections) {
    throw new AppError('invalid_input', `A description has 1 to ${maxSections} sections.`);
  }
  if (blocks.some((lines) => lines.length > maxLinesPerBlock)) {
    throw new AppError('invalid_input', `A section has at most ${maxLinesPerBlock} lines.`);
  }
  return { session: toBlock(session), media: media.map(toBlock) };
}

function toBlock(lines: readonly string[]): SdpBlock {
  const valued = new Map<string, string[]>();
  const flags: string[] = [];
  for (const line of lines) {
    const match = /^a=([\w-]+)(?::(.*))?$/.exec(line);
    const name = match?.[1];
    const value = match?.[2];
    if (name !== undefined && value === undefined) {
      flags.push(name);
    } else if (name !== undefined && value !== undefined) {
      const list = valued.get(name) ?? [];
      list.push(value.trim());
      valued.set(name, list);
    }
  }
  const head = lines[0] ?? '';
  return {
    line: head.startsWith('m=') ? head.slice(2) : '',
    values: (name) => valued.get(name) ?? [],
    flags,
  };
}
