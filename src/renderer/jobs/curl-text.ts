import { capabilities } from '../../capabilities/definitions.ts';
import { toBody } from '../../capabilities/form/form-values.ts';
import { type CapabilityForm, toForm } from '../../capabilities/form/form.ts';
import { features, type JobFeature } from '../../contract/api/features.ts';
import { operations } from '../../contract/api/operations.ts';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { findMediaType } from '../../contract/media-types.ts';

type SentFile = Pick<LocalJob['inputs'][number], 'name' | 'kind'>;

/** A field of a request with its files, as variables of the shell. */
interface SentField {
  readonly field: string;
  readonly isList: boolean;
  readonly files: readonly SentFile[];
}

/**
 * Formats a job as a shell script that uploads its files, then sends the request. The key is read from the
 * environment and never included, like the URL when `baseUrl` is null. Files are named without their folders.
 * Nothing is sent after a file that the service refuses; a terminal that the script is pasted into stays open.
 */
export function toCurl(
  job: Pick<LocalJob, 'feature' | 'inputs' | 'options'>,
  baseUrl: string | null,
): string {
  const form = findForm(job.feature);
  const fields = listFields(job, form);
  const key = '-H "Authorization: Bearer $GUISE_API_KEY"';
  const sent = fields.flatMap(({ files }, at) =>
    files.map((file, index) => `${variable(at, index)}=$(send ${quote(toPart(file))}) &&`),
  );
  const given = fields.flatMap(({ files }, at) =>
    files.map((_, index) => `--arg ${variable(at, index)} "$${variable(at, index)}"`),
  );
  const references = fields.map(
    ({ field, isList, files }, at) =>
      `${field}: ${toReference(
        files.map((_, index) => `$${variable(at, index)}`),
        isList,
      )}`,
  );
  const body = `${JSON.stringify(toRequestOptions(job, form))} + {${references.join(', ')}}`;
  return [
    '# GUISE_API_KEY holds a key of the service. Needs curl and jq.',
    baseUrl === null
      ? 'base="${GUISE_BASE_URL:?Set it to the address of a service.}"'
      : `base=${quote(baseUrl)}`,
    `send() { reply=$(curl -fsS ${key} -F "$1" "$base${operations.uploadFile.path}") && printf '%s' "$reply" | jq -er .file_key; }`,
    ...sent,
    `jq -n ${[...given, quote(body)].join(' ')} |`,
    `  curl -fsS ${key} -H 'Content-Type: application/json' -d @- "$base/${features[job.feature].endpoint}"`,
    '',
  ].join('\n');
}

function findForm(feature: JobFeature): CapabilityForm | null {
  const definition = capabilities.find((known) => known.feature === feature);
  return definition === undefined ? null : toForm(definition);
}

/** Options for the REST API, without hints, which are for the local service only. */
function toRequestOptions({ options }: Pick<LocalJob, 'options'>, form: CapabilityForm | null) {
  return form === null ? options : toBody(form, options, []);
}

function listFields(
  { inputs }: Pick<LocalJob, 'inputs'>,
  form: CapabilityForm | null,
): SentField[] {
  const lists = new Set(
    form?.fields.flatMap(({ field, control }) => (control === 'files' ? [field] : [])),
  );
  const fields = [...new Set(inputs.map(({ field }) => field))];
  return fields.map((field) => ({
    field,
    isList: lists.has(field),
    files: inputs.filter((input) => input.field === field),
  }));
}

/** File argument for curl; without a type curl would send most files as plain bytes. */
function toPart({ name, kind }: SentFile): string {
  // The folder keeps curl from taking `-` for its input.
  const path = `"./${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  // Older releases of curl write characters that end a header line unescaped.
  const shown = /\p{Cc}/u.test(name) ? ';filename=file' : '';
  const type = findType(name, kind);
  return `file=@${path}${shown}${type === null ? '' : `;type=${type}`}`;
}

/** Type by the extension, when it fits the kind; null leaves it to the content. */
function findType(name: string, kind: SentFile['kind']): string | null {
  const type = findMediaType(name);
  const isSoundAlone = kind === 'audio' && (type === 'video/mp4' || type === 'video/webm');
  const fitting = isSoundAlone ? type.replace('video', 'audio') : type;
  return fitting?.startsWith(`${kind}/`) === true ? fitting : null;
}

function toReference(names: readonly string[], isList: boolean): string {
  return isList ? `[${names.join(', ')}]` : (names[0] ?? 'null');
}

function variable(field: number, index: number): string {
  return `file_${field + 1}${index === 0 ? '' : `_${index + 1}`}`;
}

/** Quotes any text as one shell word. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
