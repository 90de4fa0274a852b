import type * as z from 'zod';

/** Text about a failed parse: one sentence, and the path of its field ('' for the whole value). */
export interface IssueText {
  readonly message: string;
  readonly field: string;
}

/**
 * Returns one sentence for the first of several issues: the field, what was wrong and what is allowed. Unknown
 * fields come first, because a misspelt field often makes the right one look missing.
 */
export function issuesToMessage(
  issues: readonly z.core.$ZodIssue[],
  part: string,
  fields: readonly string[],
): IssueText {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (issue === undefined) {
    return { field: '', message: `The ${part} is not valid.` };
  }
  if (issue.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    const allowed =
      fields.length === 0 ? `The ${part} takes no fields.` : `Allowed: ${fields.join(', ')}.`;
    return { field, message: `Unknown field ${quote(field)} in the ${part}. ${allowed}` };
  }
  const field = issue.path.map(String).join('.');
  const problem = explain(issue).replace(/\.$/, '');
  return { field, message: field === '' ? `The ${part} ${problem}.` : `${field} ${problem}.` };
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    const received = /received (\w+)$/.exec(issue.message)?.[1];
    if (received === undefined) {
      return issue.message; // The schema has a sentence of its own.
    }
    return received === 'undefined'
      ? 'is required'
      : `must be ${withArticle(issue.expected)}, not ${withArticle(received)}`;
  }
  if (issue.code === 'invalid_value') {
    return `must be one of ${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'too_small') {
    return `must ${boundText(issue.origin)} at least ${issue.minimum}${describeUnit(issue.origin)}`;
  }
  if (issue.code === 'too_big') {
    return `must ${boundText(issue.origin)} at most ${issue.maximum}${describeUnit(issue.origin)}`;
  }
  return issue.message;
}

function withArticle(type: string): string {
  const name = { int: 'whole number', NaN: 'not-a-number' }[type] ?? type;
  if (name === 'null' || name === 'undefined') {
    return name;
  }
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
}

function boundText(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function describeUnit(origin: string): string {
  return { string: ' characters', array: ' item(s)' }[origin] ?? '';
}

/** A name from outside, safe to show: no control characters, at most 64 characters. */
function quote(name: string): string {
  return JSON.stringify(name.slice(0, 64).replace(/\p{Cc}/gu, '?'));
}
