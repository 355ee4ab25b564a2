import type { FastifyInstance } from 'fastify'

/** Without files. */
export const BODY_BYTES_MAX = 64 * 1024

export function bindBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, formFields(String(body)))
  })
}

export function formFields(encoded: string): Record<string, string | string[]> {
  const params = new URLSearchParams(encoded)
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name)
    fields[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return fields
}
