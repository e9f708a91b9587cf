// How the router reads and writes the query of an address.
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * Like `JSON.parse`, but only numbers in their usual form are numbers: '2e10' is the name of a plan, and '4e1516' would
 * become Infinity. Throws for text that is to stay text.
 */
function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError('text, not a number');
  return value;
}

export const parseSearch = parseSearchWith(parseValue);
export const stringifySearch = stringifySearchWith(JSON.stringify, parseValue);
