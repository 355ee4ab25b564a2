import type { FastifyInstance } from 'fastify'

/** A call carries words, not files. */
export const BODY_BYTES_MAX = 64 * 1024

/** JSON, which Fastify reads itself, and forms; any other body is refused by its type. */
export function bindBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, formFields(String(body)))
  })
}

/** The fields of a form or a query string; a name that comes more than once is a list. */
export function formFields(encoded: string): Record<string, string | string[]> {
  const params = new URLSearchParams(encoded)
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name)
    fields[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return fields
}
