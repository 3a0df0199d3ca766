/** /openapi.json, from the table of calls: OpenAPI 3.1, whose schemas are JSON Schema as ours are. */
import { COMMON } from './calls/common.ts';
import { asTexts, KEY, requiredFields, statusesOf } from './calls/define.ts';
import { modelsOf } from './calls/refusals.ts';
import { plainPath, type Row, TABLE } from './calls/table.ts';
import { HTTP_OF_STATUS, STATUS, type StatusName, TEXT_OF_STATUS } from './status.ts';

type Json = Readonly<Record<string, unknown>>;

/** The document; made again at every call of this function, so that nobody changes it for others. */
export function openApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Caipu 彩谱 API',
      version: '1',
      description:
        'Every answer is an envelope {status, models, msg}; status 0 is success, the HTTP status follows from it. Amounts are integer fen, instants unix milliseconds. Play money only. Signing: docs/signing.md.',
    },
    paths: Object.fromEntries(TABLE.map((row) => [row.path, { [row.method.toLowerCase()]: operation(row) }])),
    components: {
      parameters: Object.fromEntries(
        Object.entries(COMMON).map(([name, { most, description }]) => [
          name,
          { name, in: 'query', description, schema: { type: 'string', maxLength: most } },
        ]),
      ),
    },
  };
}

function operation(row: Row): Json {
  const { method, path, summary, session, signed = false, idempotent = false, example } = row;
  const required = requiredFields(row);
  const fields = row.fields as Readonly<Record<string, Json>>;
  const sent = asTexts(example.fields as Readonly<Record<string, unknown>>);
  const notes = [
    signed && 'Must be signed.',
    session === 'player' && 'Needs a session.',
    session === 'token' && 'Needs a token.',
    row.clientType && 'Carries the true client type.',
    idempotent && 'The same key with the same body gives the same answer; with another body it is refused.',
  ];
  return {
    operationId: `${method.toLowerCase()}${plainPath(path)
      .replace(/^\/api/, '')
      .replaceAll('/', '_')}`,
    tags: [path.startsWith('/api/') ? path.split('/')[2] : path.split('/')[1]],
    summary,
    description: notes.filter(Boolean).join(' '),
    parameters: [
      ...Object.keys(COMMON)
        .filter((name) => signed || (name !== 's' && name !== 'n'))
        .map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ...(idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: true,
              description: 'A UUID that the client makes and stores before sending.',
              schema: { type: 'string', pattern: KEY.source },
            },
          ]
        : []),
      ...(method === 'GET'
        ? Object.entries(fields).map(([name, schema]) => ({
            name,
            in: 'query',
            required: required.includes(name),
            schema: onTheWire(schema),
            ...(name in sent ? { example: sent[name] } : {}),
          }))
        : []),
    ],
    ...(method === 'POST' && Object.keys(fields).length > 0
      ? {
          requestBody: {
            required: required.length > 0,
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  required,
                  properties: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, onTheWire(schema)])),
                },
                example: sent,
              },
            },
          },
        }
      : {}),
    responses: responses(row),
  };
}

/** A truth travels as 0 or 1. */
const onTheWire = (schema: Json): Json =>
  schema.type === 'boolean' ? { type: 'string', enum: ['0', '1'], description: schema.description } : schema;

/** Answers by HTTP status; several business statuses may share one. */
function responses(row: Row): Json {
  const byHttp = new Map<number, StatusName[]>();
  for (const name of statusesOf(row)) {
    const http = HTTP_OF_STATUS[STATUS[name]] as number;
    byHttp.set(http, [...(byHttp.get(http) ?? []), name]);
  }
  return Object.fromEntries([...byHttp].map(([http, names]) => [http, response(row, names)]));
}

function response(row: Row, names: readonly StatusName[]): Json {
  const envelopes = names.map((name) => ({
    type: 'object',
    required: ['status', 'models', 'msg'],
    properties: { status: { const: STATUS[name], title: name }, models: modelsOf(row, name), msg: { type: 'string' } },
  }));
  const example = names.includes('ok')
    ? { status: STATUS.ok, models: row.example.models, msg: '' }
    : { status: STATUS[names[0] as StatusName], models: null, msg: TEXT_OF_STATUS[STATUS[names[0] as StatusName]] };
  return {
    description: names.map((name) => (name === 'ok' ? 'Done.' : `${STATUS[name]} ${name}: ${TEXT_OF_STATUS[STATUS[name]]}`)).join('; '),
    content: {
      'application/json': { schema: envelopes.length === 1 ? envelopes[0] : { oneOf: envelopes }, example },
    },
  };
}
