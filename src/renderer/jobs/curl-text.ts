import { capabilities } from '../../capabilities/definitions.ts';
import { toForm } from '../../capabilities/form/form.ts';
import { features } from '../../contract/api/features.ts';
import { operations } from '../../contract/api/operations.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';

/** A field of a request with its files, as variables of the shell. */
interface SentField {
  readonly field: string;
  readonly isList: boolean;
  readonly names: readonly string[];
}

/**
 * A job as a script for a shell: sends its files, then the request. The key is read from the environment and never
 * part of it; so is the address where `baseUrl` is null. Files are named as they are called, without their folders.
 */
export function toCurl(
  job: Pick<LocalJob, 'feature' | 'inputs' | 'options'>,
  baseUrl: string | null,
): string {
  const fields = listFields(job);
  const key = '-H "Authorization: Bearer $GUISE_API_KEY"';
  const sent = fields.flatMap(({ names }, at) =>
    names.map((name, index) => `${variable(at, index)}=$(send ${quote(name)})`),
  );
  const given = fields.flatMap(({ names }, at) =>
    names.map((_, index) => `--arg ${variable(at, index)} "$${variable(at, index)}"`),
  );
  const references = fields.map(
    ({ field, isList, names }, at) =>
      `${field}: ${toReference(
        names.map((_, index) => `$${variable(at, index)}`),
        isList,
      )}`,
  );
  const body = `${JSON.stringify(job.options)} + {${references.join(', ')}}`;
  return [
    '# GUISE_API_KEY holds a key of the service. Needs curl and jq.',
    baseUrl === null
      ? 'base="${GUISE_BASE_URL:?Set it to the address of a service.}"'
      : `base=${quote(baseUrl)}`,
    `send() { curl -fsS ${key} -F 'file=@-' "$base${operations.uploadFile.path}" < "$1" | jq -r .file_key; }`,
    ...sent,
    `jq -n ${[...given, quote(body)].join(' ')} |`,
    `  curl -fsS ${key} -H 'Content-Type: application/json' -d @- "$base/${features[job.feature].endpoint}"`,
    '',
  ].join('\n');
}

function listFields({ feature, inputs }: Pick<LocalJob, 'feature' | 'inputs'>): SentField[] {
  const definition = capabilities.find((known) => known.feature === feature);
  const lists = new Set(
    definition === undefined
      ? []
      : toForm(definition).fields.flatMap(({ field, control }) =>
          control === 'files' ? [field] : [],
        ),
  );
  const fields = [...new Set(inputs.map(({ field }) => field))];
  return fields.map((field) => ({
    field,
    isList: lists.has(field),
    names: inputs.filter((input) => input.field === field).map(({ name }) => name),
  }));
}

function toReference(names: readonly string[], isList: boolean): string {
  return isList ? `[${names.join(', ')}]` : (names[0] ?? 'null');
}

function variable(field: number, index: number): string {
  return `file_${field + 1}${index === 0 ? '' : `_${index + 1}`}`;
}

/** One word of a shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
