import type { FastifyInstance } from 'fastify'

/** Maximum size of a request body without files, in bytes. */
export const BODY_BYTES_MAX = 64 * 1024

/** Accepts JSON, parsed by Fastify, and forms. Other content types are refused. */
export function bindBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, formFields(String(body)))
  })
}

/** Parses a form or query string. A repeated name becomes a list. */
export function formFields(encoded: string): Record<string, string | string[]> {
  const params = new URLSearchParams(encoded)
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name)
    fields[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return fields
}
