/** Questions and answers between processes that do not trust each other's messages: schemas by method. */
import * as z from 'zod';
import { AppError } from '../base/errors.ts';
import type { PeerReply } from '../base/peer/messages.ts';
import type { MethodAnswer } from '../base/peer/peer.ts';
import type { PeerContext, PeerMethods } from '../base/peer/serve-peer.ts';
import { wireErrorSchema } from './wire-error.ts';

/** Schemas of the messages that a program may send: answers by method, and progress reports. */
export interface PeerSchemas<Methods extends PeerMethods> {
  readonly answers: { readonly [Name in keyof Methods]: z.ZodType<MethodAnswer<Methods[Name]>> };
  readonly progress?: z.ZodType | undefined;
}

/** Question and answer schemas by method. */
export type MethodTable = Readonly<
  Record<string, { readonly question: z.ZodType; readonly answer: z.ZodType }>
>;

/** Methods of a table for the asking side. */
export type AskedMethods<Table extends MethodTable> = {
  readonly [Name in keyof Table]: (
    question: z.input<Table[Name]['question']>,
  ) => z.output<Table[Name]['answer']>;
};

/** Methods of a table for the answering side. */
export type ServedMethods<Table extends MethodTable> = {
  readonly [Name in keyof Table]: (
    question: z.output<Table[Name]['question']>,
    context: PeerContext,
  ) => Promise<z.input<Table[Name]['answer']>> | z.input<Table[Name]['answer']>;
};

/** Schema of the replies of a program that serves a table. */
export function toTableReplySchema(table: MethodTable, progress?: z.ZodType): z.ZodType<PeerReply> {
  const answers = Object.entries(table).map(([name, { answer }]) => [name, answer] as const);
  return toReplySchema({ answers: Object.fromEntries(answers), progress });
}

/** The messages of a program. */
export function toReplySchema({
  answers,
  progress = z.never(),
}: {
  readonly answers: Readonly<Record<string, z.ZodType>>;
  readonly progress?: z.ZodType | undefined;
}): z.ZodType<PeerReply> {
  const call = z.int();
  return z.union([
    ...Object.entries(answers).map(([method, answer]) =>
      z.object({ type: z.literal('answer'), call, method: z.literal(method), answer }),
    ),
    z.object({ type: z.literal('progress'), call, progress }),
    z.object({ type: z.literal('refused'), call, error: wireErrorSchema }),
  ]);
}

/** Methods that refuse questions which the table does not allow, with `invalid_input`. */
export function checkQuestions<Table extends MethodTable>(
  table: Table,
  methods: ServedMethods<Table>,
): PeerMethods {
  const checked = Object.entries(methods).map(([name, method]) => [
    name,
    (question: unknown, context: PeerContext) => {
      const parsed = table[name]?.question.safeParse(question);
      if (parsed?.success !== true) {
        throw new AppError('invalid_input', `The question of ${name} cannot be read.`, {
          cause: parsed?.error,
        });
      }
      return method(parsed.data, context);
    },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries lose their type
  return Object.fromEntries(checked) as PeerMethods;
}
