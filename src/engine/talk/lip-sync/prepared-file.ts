/**
 * A prepared lip sync as a file for several workers: a header line, then a line per face and per lower face, of which a
 * segment needs only some.
 */
import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Size } from '../../io/video/output-size.ts';
import { packedBytes, packedFloats, packValues } from '../../io/packed-values.ts';
import { parseLine, type ValueLines, withLines } from '../../io/value-lines.ts';
import { visemes } from '../../voice/viseme.ts';
import type { LipFace } from '../redraw/lip-renderer.ts';
import { listFirstDrawn } from './drawn-mouths.ts';
import type { LipTask, ShownMouth } from './lip-plan.ts';
import { countMeasured } from './mouth-check.ts';
import type { LipFindings, PreparedLips } from './prepared-lips.ts';
import { packedBox, packedPose } from '../../io/packed-face.ts';

const count = z.int().nonnegative();
const fraction = z.object({ num: z.int(), den: z.int() });
const size = z.object({ width: count, height: count });
const measures = z.object({
  open: z.number(),
  wide: z.number(),
  jaw: z.number(),
  lift: z.number(),
});

const findingsSchema = z.object({
  coveredFraction: z.number(),
  mouths: count,
  isRepeated: z.boolean(),
  people: count,
  speaker: z.enum(['only_person', 'speaks_most', 'most_prominent']),
  visemes: z.array(z.object({ viseme: z.enum(visemes), startMs: z.number(), endMs: z.number() })),
  soundUs: z.number(),
  times: z.object({ listen: z.number(), track: z.number(), library: z.number() }),
});

const moment = { timestampUs: z.number(), durationUs: z.number() };

const headSchema = z.object({
  findings: findingsSchema,
  clip: z.object({
    size,
    colour: z.object({ matrix: z.enum(['bt601', 'bt709']), isFullRange: z.boolean() }),
    frameRate: fraction,
    timeBase: fraction,
    frames: z.array(z.object({ ...moment, scene: count })),
  }),
  isSeen: z.array(z.boolean()),
  frames: z.array(z.object({ ...moment, source: count })),
  tasks: z.array(
    z
      .object({
        mouth: measures,
        isClosed: z.boolean(),
        tongue: z.number(),
        visible: z.number(),
        shown: z.array(z.object({ index: count, weight: z.number(), seal: z.number() })),
      })
      .nullable(),
  ),
  /** One person speaks in all scenes; null without a speaker. */
  own: z
    .object({
      rest: z.object({ shape: packedFloats, measures }),
      basis: z.object({
        open: packedFloats,
        wide: packedFloats,
        jaw: packedFloats,
        lift: packedFloats,
      }),
    })
    .nullable(),
  /** Frame indices of the face lines and then of the lower-face lines that follow. */
  faces: z.array(count),
  mouths: z.array(count),
});

type Head = z.output<typeof headSchema>;

const faceSchema = z.object({
  landmarks: packedFloats,
  pose: packedPose,
  box: packedBox,
});

const lowerFaceSchema = z.object({
  mesh: packedFloats,
  sealed: packedFloats.nullable(),
  area: z.object({ left: z.int(), top: z.int(), width: count, height: count }),
  planes: z.object({ y: packedBytes, u: packedBytes, v: packedBytes }),
  skin: z.object({ y: packedFloats, u: packedFloats, v: packedFloats }),
});

/** Writes a prepared lip sync to a file. */
export async function writePreparedLips(path: string, lips: PreparedLips): Promise<void> {
  await writeFile(path, listLines(lips));
}

function* listLines(lips: PreparedLips): Generator<string, void> {
  const { clip, frames, tasks, library } = lips;
  const faces = new Map<number, LipFace>();
  tasks.forEach((task, at) => {
    if (task !== null) {
      faces.set(frames[at]!.source, task.face);
    }
  });
  const head: Head = {
    findings: { ...lips.findings, visemes: [...lips.findings.visemes] },
    clip: {
      size: clip.size,
      colour: clip.colour,
      frameRate: clip.frameRate,
      timeBase: clip.timeBase,
      frames: clip.frames.map(({ timestampUs, durationUs, scene }) => ({
        timestampUs,
        durationUs,
        scene,
      })),
    },
    isSeen: [...lips.isSeen],
    frames: [...frames],
    tasks: tasks.map(
      (task) =>
        task && {
          mouth: task.mouth,
          isClosed: task.isClosed,
          tongue: task.tongue,
          visible: task.visible,
          shown: [...task.shown],
        },
    ),
    own: tasks.find((task) => task !== null)?.own ?? null,
    faces: [...faces.keys()],
    mouths: [...library.keys()],
  };
  yield `${packValues(head)}\n`;
  for (const { landmarks, pose, box } of faces.values()) {
    yield `${packValues({ landmarks, pose, box })}\n`;
  }
  for (const lower of library.values()) {
    yield `${packValues(lower)}\n`;
  }
}

/** Range of a plan's frames. */
interface Span {
  readonly from: number;
  /** Exclusive end. */
  readonly to: number;
}

/**
 * Reads the inputs of a segment: tasks and lower faces outside it are omitted. Also returns the number of frames
 * measured before it. Null for a file of another version. Throws the reason of the signal.
 */
export function readPreparedLips(
  path: string,
  span: Span,
  signal?: AbortSignal,
): Promise<{ readonly lips: PreparedLips; readonly measuredBefore: number } | null> {
  return withLines(path, async (lines) => {
    const head = await readHead(lines);
    const { clip, frames, tasks, findings, isSeen } = head;
    const own = head.own && {
      ...head.own,
      rest: { ...head.own.rest, shape: new Float32Array(head.own.rest.shape) },
    };
    const sceneOf = (at: number): number => clip.frames[frames[at]!.source]!.scene;
    const needed = new Set(listFirstDrawn(tasks, sceneOf, span));
    for (let at = span.from; at < span.to; at += 1) {
      needed.add(at);
    }
    const sources = new Set([...needed].map((at) => frames[at]!.source));
    const shown = new Set([...needed].flatMap((at) => tasks[at]?.shown ?? []).map(toIndex));
    const faces = await readLines(lines, head.faces, {
      schema: faceSchema,
      wanted: sources,
      signal,
    });
    const library = await readLines(lines, head.mouths, {
      schema: lowerFaceSchema,
      wanted: shown,
      signal,
    });
    const tasksOfSpan = tasks.map((task, at): LipTask | null => {
      const face = faces.get(frames[at]!.source);
      return needed.has(at) && task !== null && own !== null && face !== undefined
        ? { ...task, own, face }
        : null;
    });
    return {
      lips: { findings, clip, isSeen, frames, tasks: tasksOfSpan, library },
      measuredBefore: countMeasured(tasks, frames, {
        visemes: findings.visemes,
        from: span.from,
      }),
    };
  });
}

/** Reads the findings and the frame size; null for a file of another version. */
export function readLipFindings(
  path: string,
): Promise<{ readonly findings: LipFindings; readonly size: Size } | null> {
  return withLines(path, async (lines) => {
    const { findings, clip } = await readHead(lines);
    return { findings, size: clip.size };
  });
}

function toIndex({ index }: ShownMouth): number {
  return index;
}

async function readHead(lines: ValueLines): Promise<Head> {
  return parseLine(headSchema, await lines.next());
}

/** Reads lines per frame and parses the wanted ones. */
async function readLines<Value>(
  lines: ValueLines,
  sources: readonly number[],
  {
    schema,
    wanted,
    signal,
  }: {
    readonly schema: z.ZodType<Value>;
    readonly wanted: ReadonlySet<number>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<ReadonlyMap<number, Value>> {
  const found = new Map<number, Value>();
  for (const source of sources) {
    const line = await lines.next();
    if (wanted.has(source)) {
      signal?.throwIfAborted();
      found.set(source, parseLine(schema, line));
    }
  }
  return found;
}
