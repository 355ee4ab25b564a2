import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CallModel, callModels, type ErrorModel, errorModels, type FieldModel, fieldsOf } from './api-model.ts'

const INTRODUCTION = [
  'Every call answers one envelope: `result` is `SUCCESS` with the fields below, or `FAILED` with `errorCode` and `message`.',
  'A business outcome is HTTP 200 whatever `result` says. GET with a query, or POST with JSON or a form.',
  '`language` (zh_HK, en_US) and `pattern` (normal, children) go with every call; a member’s token as `Authorization: Bearer`.',
  'Calls below `/api` also answer XML for `Accept: application/xml` or `format=xml`.',
]

function traits({ endpoint, methods }: CallModel): string {
  return [
    methods.join(', '),
    `for ${endpoint.viewer === 'anyone' ? 'anyone' : 'members'}`,
    endpoint.kids === 'open'
      ? 'open to kids profiles'
      : endpoint.kids === 'narrowed'
        ? 'narrowed to kids titles in a kids profile'
        : 'refused to kids profiles',
    ...(endpoint.cacheable ? ['cached for at most a minute'] : []),
    ...(endpoint.changes ? ['changes state'] : []),
  ].join(' · ')
}

const note = ({ required, fallback }: FieldModel): string =>
  fallback === undefined ? (required ? 'required' : '') : `default ${fallback}`

const carriedFields = ({ carries = {} }: ErrorModel): string =>
  fieldsOf(carries)
    .map(({ name, type }) => `${name}: ${type}`)
    .join(', ')

const answerTitle = ({ outputs }: CallModel, n: number): string =>
  outputs.length === 1 ? 'Answer' : `Answer, ${n + 1} of ${outputs.length}`

export function apiMarkdown(endpoints: readonly Endpoint[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const table = (fields: readonly FieldModel[]) =>
    fields.length === 0
      ? ['none']
      : [
          '| field | what | |',
          '|---|---|---|',
          ...fields.map((field) => `| \`${field.name}\` | ${cell(field.type)} | ${note(field)} |`),
        ]
  const sections = callModels(endpoints).flatMap((call) => [
    `## \`${call.url}\``,
    '',
    call.summary,
    '',
    `${traits(call)}.`,
    '',
    'Request:',
    '',
    ...table(fieldsOf(call.input)),
    '',
    ...call.outputs.flatMap((output, n) => [`${answerTitle(call, n)}:`, '', ...table(fieldsOf(output)), '']),
    ...(call.refuses.length > 0
      ? [`Refuses with ${call.refuses.map(({ code }) => `\`${code}\``).join(', ')}.`, '']
      : []),
  ])
  const errors = errorModels().map((error) => {
    const { code, wireCode, status, sentence } = error
    return `| \`${code}\` | \`${wireCode}\` | ${status} | ${sentence} | ${cell(carriedFields(error))} |`
  })
  return [
    '# The wire',
    '',
    'Generated from the contract by `npm run docs`; do not edit.',
    '',
    ...INTRODUCTION.flatMap((line) => [line, '']),
    ...sections,
    '## Refusals',
    '',
    '| code | errorCode | HTTP | message | carries |',
    '|---|---|---|---|---|',
    ...errors,
    '',
  ].join('\n')
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1d22;background:#fff}' +
  'h2{margin-top:2.5rem;border-top:1px solid #d5d8de;padding-top:1rem}code{font-family:ui-monospace,monospace;font-size:.9em}' +
  'table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #e4e6ea;overflow-wrap:anywhere}' +
  '@media(prefers-color-scheme:dark){body{color:#e6e8ec;background:#101216}h2,td,th{border-color:#2b2f37}a{color:#8ab4ff}}'

export const API_PAGE_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

export function apiPage(endpoints: readonly Endpoint[], brand: string): string {
  const calls = callModels(endpoints)
  const table = (title: string, fields: readonly FieldModel[]) =>
    fields.length === 0
      ? ''
      : `<h3>${title}</h3><table>${fields.map((field) => `<tr><td><code>${field.name}</code></td><td>${code(field.type)}</td><td>${note(field)}</td></tr>`).join('')}</table>`
  const section = (call: CallModel) =>
    `<h2 id="${call.url}"><code>${call.url}</code></h2><p>${escaped(call.summary)}</p><p>${traits(call)}</p>` +
    table('Request', fieldsOf(call.input)) +
    call.outputs.map((output, n) => table(answerTitle(call, n), fieldsOf(output))).join('') +
    (call.refuses.length > 0
      ? `<p>Refuses with ${call.refuses.map(({ code: name }) => `<a href="#errors"><code>${name}</code></a>`).join(', ')}.</p>`
      : '')
  const errors = errorModels().map(
    (error) =>
      `<tr><td><code>${error.code}</code></td><td><code>${error.wireCode}</code></td><td>${error.status}</td><td>${escaped(error.sentence)}</td><td>${escaped(carriedFields(error))}</td></tr>`,
  )
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escaped(brand)}: the wire</title><style>${STYLE}</style></head><body><h1>${escaped(brand)}: the wire</h1>` +
    INTRODUCTION.map((line) => `<p>${escaped(line).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`).join('') +
    `<p>As a document for tools: <a href="/api/openapi.json">OpenAPI 3.1</a></p>` +
    `<ul>${calls.map((call) => `<li><a href="#${call.url}"><code>${call.url}</code></a> ${escaped(call.summary)}</li>`).join('')}</ul>` +
    calls.map(section).join('') +
    `<h2 id="errors">Refusals</h2><table><tr><th>code</th><th>errorCode</th><th>HTTP</th><th>message</th><th>carries</th></tr>${errors.join('')}</table></body></html>`
  )
}

const code = (text: string): string => `<code>${escaped(text)}</code>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
