import type { JsonValue } from './json.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as HTML, safe in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);
}

/** Text with code in backticks as HTML. */
export function inlineMarkdown(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** JSON as a block of code. */
export function renderJson(value: JsonValue): string {
  return `<pre><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}

/** A table; heads and cells are HTML. */
export function renderTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}

/** Text with empty lines between paragraphs as HTML. */
export function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .filter((part) => part !== '')
    .map((part) => `<p>${inlineMarkdown(part)}</p>`)
    .join('\n');
}
