import { escapeHtml, inlineMarkdown, renderJson } from './html.ts';
import {
  isJsonObject,
  type OpenApiObject,
  type JsonValue,
  listAt,
  readObject,
  readText,
} from './json.ts';

/** An operation with its place in the document. */
export interface DocumentedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiObject;
}

/** Renders one operation as an article: its parameters, an example, and its possible replies. */
export function renderOperation(
  { path, method, operation }: DocumentedOperation,
  document: OpenApiObject,
): string {
  const scope = readText(operation, 'x-scope');
  return `<article id="${readText(operation, 'operationId')}">
<h3>${escapeHtml(readText(operation, 'summary'))}</h3>
<p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>
<em>${scope === '' ? 'public' : `scope <code>${scope}</code>`}</em></p>
${readText(operation, 'description') === '' ? '' : `<p>${inlineMarkdown(readText(operation, 'description'))}</p>`}
${renderParameters(operation, document)}
${renderBody(operation, document)}
${renderReply(operation, document)}
${renderErrors(operation, document)}
</article>`;
}

function renderParameters(operation: OpenApiObject, document: OpenApiObject): string {
  const rows = listAt(operation, 'parameters')
    .filter(isJsonObject)
    .map((parameter) => resolve(parameter, document))
    .map((parameter) =>
      renderFieldRow({
        name: readText(parameter, 'name'),
        note: `in ${readText(parameter, 'in')}`,
        schema: {
          ...readObject(parameter, 'schema'),
          description: readText(parameter, 'description'),
        },
        isRequired: parameter['required'] === true,
      }),
    );
  return rows.length === 0 ? '' : renderFieldTable('Parameters', rows);
}

function renderBody(operation: OpenApiObject, document: OpenApiObject): string {
  const content = readObject(readObject(operation, 'requestBody'), 'content');
  const [type, media] = Object.entries(content)[0] ?? [];
  return type === undefined || !isJsonObject(media)
    ? ''
    : renderMedia(`Body <small>${escapeHtml(type)}</small>`, media, document);
}

function renderReply(operation: OpenApiObject, document: OpenApiObject): string {
  const responses = readObject(operation, 'responses');
  if (responses['204'] !== undefined) {
    return '<h4>Reply <small>204, empty</small></h4>';
  }
  const content = readObject(readObject(responses, '200'), 'content');
  const title = `Reply <small>${escapeHtml(Object.keys(content).join(', '))}</small>`;
  const media = content['application/json'];
  return isJsonObject(media) ? renderMedia(title, media, document) : `<h4>${title}</h4>`;
}

function renderMedia(title: string, media: OpenApiObject, document: OpenApiObject): string {
  const schema = resolve(readObject(media, 'schema'), document);
  const isList = readText(schema, 'type') === 'array';
  const item = isList ? resolve(readObject(schema, 'items'), document) : schema;
  const required = listAt(item, 'required');
  const rows = Object.entries(readObject(item, 'properties')).map(([name, field]) =>
    renderFieldRow({
      name,
      note: '',
      schema: isJsonObject(field) ? field : {},
      isRequired: required.includes(name),
    }),
  );
  const example = media['example'];
  return (
    renderFieldTable(isList ? `${title}, a list of` : title, rows) +
    (example === undefined ? '' : renderJson(example))
  );
}

function renderErrors(operation: OpenApiObject, document: OpenApiObject): string {
  const items = Object.entries(readObject(operation, 'responses'))
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => {
      const full = isJsonObject(response) ? resolve(response, document) : {};
      const content = readObject(readObject(full, 'content'), 'application/json');
      const codes = Object.keys(readObject(content, 'examples'));
      return `<li>${status} ${codes.map((code) => `<code>${code}</code>`).join(' ')}</li>`;
    });
  return `<h4>Errors</h4>\n<ul class="errors">${items.join('')}</ul>`;
}

interface Field {
  readonly name: string;
  readonly note: string;
  readonly schema: OpenApiObject;
  readonly isRequired: boolean;
}

function renderFieldRow({ name, note, schema, isRequired }: Field): string {
  return `<tr><td><code>${escapeHtml(name)}</code>${note === '' ? '' : ` <small>${note}</small>`}</td>
<td>${escapeHtml(describeType(schema))}</td><td>${isRequired ? 'yes' : ''}</td>
<td>${inlineMarkdown(readText(schema, 'description'))}</td></tr>`;
}

function renderFieldTable(title: string, rows: readonly string[]): string {
  return `<h4>${title}</h4>
<table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th>
<th scope="col">Notes</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`;
}

/** Type, allowed values and bounds of a field in a few words. */
function describeType(schema: OpenApiObject): string {
  const values = listAt(schema, 'enum');
  const parts = [
    values.length > 0 ? values.map(String).join(' | ') : describeBaseType(schema),
    describeRange(schema, 'minimum', 'maximum', ''),
    describeRange(schema, 'minLength', 'maxLength', ' characters'),
    describeRange(schema, 'minItems', 'maxItems', ' items'),
    schema['default'] === undefined ? '' : `default ${JSON.stringify(schema['default'])}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function describeBaseType(schema: OpenApiObject): string {
  const choices = listAt(schema, 'anyOf').filter(isJsonObject);
  if (choices.length > 0) {
    return choices.map(describeBaseType).join(' | ');
  }
  const reference = readText(schema, '$ref');
  if (reference !== '') {
    return reference.slice(reference.lastIndexOf('/') + 1);
  }
  const type = readText(schema, 'type');
  const fixed = schema['const'];
  if (fixed !== undefined) {
    return JSON.stringify(fixed);
  }
  return type === 'array'
    ? `list of ${describeBaseType(readObject(schema, 'items'))}`
    : type || 'any';
}

function describeRange(schema: OpenApiObject, low: string, high: string, unit: string): string {
  const [min, max] = [schema[low], schema[high]];
  if (min === undefined && max === undefined) {
    return '';
  }
  if (max === undefined) {
    return `at least ${formatNumber(min)}${unit}`;
  }
  return min === undefined
    ? `at most ${formatNumber(max)}${unit}`
    : `${formatNumber(min)} to ${formatNumber(max)}${unit}`;
}

function formatNumber(value: JsonValue | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : '';
}

/** Follows a `$ref` inside the document. */
function resolve(value: OpenApiObject, document: OpenApiObject): OpenApiObject {
  const reference = readText(value, '$ref');
  if (reference === '') {
    return value;
  }
  return reference.slice(2).split('/').reduce(readObject, document);
}
