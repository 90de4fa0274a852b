import type * as z from 'zod';
import type { Operations, SubmitName } from '../../contract/api/operations.ts';
import type { FieldWords } from './field-design.ts';
import type { SharedField } from './shared-fields.ts';

type RequestShape<N extends SubmitName> = Operations[N]['body']['schema']['shape'];

/** Fields of an operation's request that a user fills in. */
export type RequestField<N extends SubmitName> = Exclude<
  keyof RequestShape<N> & string,
  'callback_url'
>;

type InnerSchema<S> = S extends z.ZodOptional<infer I> | z.ZodDefault<infer I> ? InnerSchema<I> : S;

type ChoiceOf<S> =
  InnerSchema<S> extends z.ZodEnum<infer E>
    ? E[keyof E] & string
    : InnerSchema<S> extends z.ZodLiteral<infer V>
      ? `${V & (string | number)}`
      : never;

/** Texts of a field: a name for each option, and one for none when the field may be absent. */
type WordsOf<S> = [ChoiceOf<S>] extends [never]
  ? FieldWords
  : FieldWords & {
      readonly choices: Readonly<Record<ChoiceOf<S>, string>>;
    } & (S extends z.ZodOptional ? { readonly unset: string } : object);

/** Texts of every field of a request; shared fields have texts already and may override them. */
export type FieldTexts<N extends SubmitName> = {
  readonly [F in Exclude<RequestField<N>, SharedField>]: WordsOf<RequestShape<N>[F]>;
} & {
  readonly [F in Extract<RequestField<N>, SharedField>]?: FieldWords;
};
