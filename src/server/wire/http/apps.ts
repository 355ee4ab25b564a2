import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BuiltApp } from './http-deps.ts'
import { loadStaticFiles, sendVariants, type StaticFiles } from './static-files.ts'
import { variantsOf } from '../encodings.ts'

const DOCUMENT = '/index.html'

/** They have hash routes: a path below an app is a file, or nothing. */
export async function bindApps(
  scope: FastifyInstance,
  apps: readonly BuiltApp[],
  pageHeadersOf: (app: BuiltApp) => Readonly<Record<string, string>>,
): Promise<void> {
  for (const app of apps) {
    const files = await loadStaticFiles(app.clientDir)
    const html = files.text(DOCUMENT)
    if (html === undefined) throw new Error(`no built app in ${app.clientDir}`)
    const page = variantsOf(Buffer.from(html), 'file')
    const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(pageHeadersOf(app))
      await sendVariants(request, reply, { variants: page, type: 'text/html; charset=utf-8', cacheControl: 'no-cache' })
      return reply
    }
    // Relative addresses of the page need the slash.
    scope.get(app.base.slice(0, -1), (_request, reply) => reply.redirect(app.base, 308))
    for (const url of [app.base, `${app.base}index.html`]) scope.get(url, sendPage)
    bindFiles(scope, files, app.base)
  }
}

export function bindFiles(scope: FastifyInstance, files: StaticFiles, base: string): void {
  for (const path of files.paths.filter((name) => name !== DOCUMENT)) {
    const url = base.slice(0, -1) + encodeURI(path)
    scope.get(url, (request, reply) => files.send(path, request, reply).then(() => reply))
  }
}
