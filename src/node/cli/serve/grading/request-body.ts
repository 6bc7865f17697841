/** Reads the body of a request up to a limit, and checks it against a schema, so that errors name the field. */
import type { IncomingMessage } from 'node:http';
import { closestMatch } from 'leven';
import {
  getDotPath,
  looseObject,
  pipe,
  rawCheck,
  safeParse,
  type BaseIssue,
  type GenericSchema,
  type ObjectEntries,
} from 'valibot';
import {
  isLosslessObject,
  jsonFaultText,
  parseLossless,
  type JsonNumeral,
  type LosslessObject,
  type LosslessValue,
} from '../../../../base/lossless-json.ts';
import { didYouMean } from '../../text/messages.ts';
import { Refusal } from '../grading/refusal.ts';

/** @throws Refusal if the body is too long or incomplete */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<string> {
  const tooLong = new Refusal(
    '',
    `the body is longer than ${mostBytes >> 20} MB: send it in parts, or start the service with a larger --body`,
    413,
  );
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLong;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new Refusal('', `the body comes packed (${encoding}): send it as it is`, 415);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) throw tooLong;
    pieces.push(piece);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new Refusal('', 'the body is not UTF-8', 400);
  }
}

/** @throws Refusal that names the position of the invalid JSON */
export function parsedBody(text: string): LosslessValue {
  const parsed = parseLossless(text);
  if (parsed.ok) return parsed.value;
  const reason = jsonFaultText(parsed.fault);
  throw new Refusal('', `the body is not JSON: ${reason} (character ${parsed.position + 1})`, 400);
}

/** Maximum edit distance between a misspelled name and a field, as in `run_timout` or `time-limit_s`. */
const MISSPELLED = 2;

/**
 * Refuses a field that is not in the schema but has a similar name. Other unknown fields are ignored, because clients
 * send fields that the service does not use.
 * @throws Refusal
 */
export function refuseMisspelled(schema: GenericSchema, body: LosslessObject): void {
  const fieldNames = 'entries' in schema ? Object.keys(schema.entries as object) : [];
  for (const name of body.keys()) {
    const closestName = closestMatch(name, fieldNames, { maxDistance: MISSPELLED });
    if (!fieldNames.includes(name) && closestName !== undefined && !body.has(closestName))
      throw new Refusal(name, `is not a field of this request (did you mean ${closestName}?)`);
  }
}

/** Returns a schema of an object without any other fields. */
export function strictSchema<const Entries extends ObjectEntries>(entries: Entries) {
  const fieldNames = Object.keys(entries);
  return pipe(
    looseObject(entries),
    rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value as Record<string, unknown>;
      for (const [key, value] of Object.entries(input)) {
        if (fieldNames.includes(key)) continue;
        addIssue({
          message: `is not a field of this request${didYouMean(key, fieldNames)}; there are ${fieldNames.join(', ')}`,
          path: [{ type: 'object', origin: 'key', input, key, value }],
        });
      }
    }),
  );
}

/** @throws Refusal that names the first invalid field */
export function fitting<Out>(schema: GenericSchema<unknown, Out>, value: unknown): Out {
  const result = safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Refusal(fieldOf(issue), messageOf(issue));
}

/**
 * Converts a value to plain JavaScript. Fields with these names stay lossless, because the spelling of their numbers
 * matters.
 */
export function plain(value: LosslessValue, losslessNames: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return (value as readonly LosslessValue[]).map((item) => plain(item, losslessNames));
  if (isLosslessObject(value)) return members(value, losslessNames);
  if (typeof value === 'object' && value !== null) return Number((value as JsonNumeral).numeral);
  return value;
}

function members(object: LosslessObject, losslessNames: ReadonlySet<string>): unknown {
  return Object.fromEntries(
    Array.from(object, ([key, member]) => [
      key,
      losslessNames.has(key) ? member : plain(member, losslessNames),
    ]),
  );
}

/** Returns a path such as `items[3].code`. */
function fieldOf(issue: BaseIssue<unknown>): string {
  return (getDotPath(issue) ?? '').replace(/(^|\.)(\d+)(?=\.|$)/g, '[$2]');
}

function messageOf({ kind, type, expected, received, message }: BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is missing';
  // Checks have their own messages.
  if (kind === 'validation' && /check$/.test(type)) return message;
  return `expected ${expected ?? 'something else'}, found ${received}`;
}
