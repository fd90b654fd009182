// Evaluates the lines of Resources/expressions.txt with Node: node make_expressions.mjs > Resources/expressions.json
// ␤ stands for the end of a line. Dates are in UTC, as they are in Vitrail.
import { readFileSync } from 'node:fs';

process.env.TZ = 'UTC';

const show = (value) => {
  if (value === undefined) return 'undefined';
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'function';
  if (value instanceof Date) return 'Date ' + (isNaN(value) ? 'NaN' : value.toISOString());
  if (Array.isArray(value)) return '[' + Array.from(value, show).join(', ') + ']';
  if (value && typeof value === 'object') return '{' + Object.entries(value).map(([k, v]) => JSON.stringify(k) + ': ' + show(v)).join(', ') + '}';
  return String(value);
};

const lines = readFileSync(new URL('Resources/expressions.txt', import.meta.url), 'utf8').trim().split('\n');
const rows = lines.map((line) => {
  const expression = line.replaceAll('␤', '\n');
  let value;
  try {
    value = show((0, eval)('(' + expression + '\n)'));
  } catch (error) {
    value = 'error ' + error.message;
  }
  return JSON.stringify({ expression, value });
});
console.log('[\n' + rows.join(',\n') + '\n]');
