import { escapeHtml, inlineMarkdown, jsonBlock } from './html.ts';
import {
  isJsonObject,
  type OpenApiObject,
  type JsonValue,
  listAt,
  objectAt,
  textAt,
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
  const scope = textAt(operation, 'x-scope');
  return `<article id="${textAt(operation, 'operationId')}">
<h3>${escapeHtml(textAt(operation, 'summary'))}</h3>
<p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>
<em>${scope === '' ? 'public' : `scope <code>${scope}</code>`}</em></p>
${textAt(operation, 'description') === '' ? '' : `<p>${inlineMarkdown(textAt(operation, 'description'))}</p>`}
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
      fieldRow({
        name: textAt(parameter, 'name'),
        note: `in ${textAt(parameter, 'in')}`,
        schema: {
          ...objectAt(parameter, 'schema'),
          description: textAt(parameter, 'description'),
        },
        isRequired: parameter['required'] === true,
      }),
    );
  return rows.length === 0 ? '' : fieldTable('Parameters', rows);
}

function renderBody(operation: OpenApiObject, document: OpenApiObject): string {
  const content = objectAt(objectAt(operation, 'requestBody'), 'content');
  const [type, media] = Object.entries(content)[0] ?? [];
  return type === undefined || !isJsonObject(media)
    ? ''
    : renderMedia(`Body <small>${escapeHtml(type)}</small>`, media, document);
}

function renderReply(operation: OpenApiObject, document: OpenApiObject): string {
  const responses = objectAt(operation, 'responses');
  if (responses['204'] !== undefined) {
    return '<h4>Reply <small>204, empty</small></h4>';
  }
  const content = objectAt(objectAt(responses, '200'), 'content');
  const title = `Reply <small>${escapeHtml(Object.keys(content).join(', '))}</small>`;
  const media = content['application/json'];
  return isJsonObject(media) ? renderMedia(title, media, document) : `<h4>${title}</h4>`;
}

function renderMedia(title: string, media: OpenApiObject, document: OpenApiObject): string {
  const schema = resolve(objectAt(media, 'schema'), document);
  const isList = textAt(schema, 'type') === 'array';
  const item = isList ? resolve(objectAt(schema, 'items'), document) : schema;
  const required = listAt(item, 'required');
  const rows = Object.entries(objectAt(item, 'properties')).map(([name, field]) =>
    fieldRow({
      name,
      note: '',
      schema: isJsonObject(field) ? field : {},
      isRequired: required.includes(name),
    }),
  );
  const example = media['example'];
  return (
    fieldTable(isList ? `${title}, a list of` : title, rows) +
    (example === undefined ? '' : jsonBlock(example))
  );
}

function renderErrors(operation: OpenApiObject, document: OpenApiObject): string {
  const items = Object.entries(objectAt(operation, 'responses'))
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => {
      const full = isJsonObject(response) ? resolve(response, document) : {};
      const content = objectAt(objectAt(full, 'content'), 'application/json');
      const codes = Object.keys(objectAt(content, 'examples'));
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

function fieldRow({ name, note, schema, isRequired }: Field): string {
  return `<tr><td><code>${escapeHtml(name)}</code>${note === '' ? '' : ` <small>${note}</small>`}</td>
<td>${escapeHtml(typeText(schema))}</td><td>${isRequired ? 'yes' : ''}</td>
<td>${inlineMarkdown(textAt(schema, 'description'))}</td></tr>`;
}

function fieldTable(title: string, rows: readonly string[]): string {
  return `<h4>${title}</h4>
<table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th>
<th scope="col">Notes</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`;
}

/** Type, allowed values and bounds of a field in a few words. */
function typeText(schema: OpenApiObject): string {
  const values = listAt(schema, 'enum');
  const parts = [
    values.length > 0 ? values.map(String).join(' | ') : baseType(schema),
    rangeText(schema, 'minimum', 'maximum', ''),
    rangeText(schema, 'minLength', 'maxLength', ' characters'),
    rangeText(schema, 'minItems', 'maxItems', ' items'),
    schema['default'] === undefined ? '' : `default ${JSON.stringify(schema['default'])}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function baseType(schema: OpenApiObject): string {
  const choices = listAt(schema, 'anyOf').filter(isJsonObject);
  if (choices.length > 0) {
    return choices.map(baseType).join(' | ');
  }
  const reference = textAt(schema, '$ref');
  if (reference !== '') {
    return reference.slice(reference.lastIndexOf('/') + 1);
  }
  const type = textAt(schema, 'type');
  const fixed = schema['const'];
  if (fixed !== undefined) {
    return JSON.stringify(fixed);
  }
  return type === 'array' ? `list of ${baseType(objectAt(schema, 'items'))}` : type || 'any';
}

function rangeText(schema: OpenApiObject, low: string, high: string, unit: string): string {
  const [min, max] = [schema[low], schema[high]];
  if (min === undefined && max === undefined) {
    return '';
  }
  if (max === undefined) {
    return `at least ${number(min)}${unit}`;
  }
  return min === undefined
    ? `at most ${number(max)}${unit}`
    : `${number(min)} to ${number(max)}${unit}`;
}

function number(value: JsonValue | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : '';
}

/** Follows a `$ref` inside the document. */
function resolve(value: OpenApiObject, document: OpenApiObject): OpenApiObject {
  const reference = textAt(value, '$ref');
  if (reference === '') {
    return value;
  }
  return reference.slice(2).split('/').reduce(objectAt, document);
}
