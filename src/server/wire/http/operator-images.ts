import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IMAGE_UPLOAD_BYTES_MAX, IMAGE_UPLOAD_URL, type UploadedImage } from '#contract/admin/uploads.ts'
import { AppError } from '#contract/errors.ts'
import type { Operator } from '#server/domains/operators/index.ts'
import type { Tx } from '#server/kit/db.ts'
import type { ConsoleAccess } from '../admin/console-access.ts'
import type { AdminRequest } from '../admin/pipeline.ts'
import type { AdminWire } from './http-deps.ts'
import type { Sender } from './send.ts'

interface OperatorImagesDeps extends Pick<AdminWire, 'addImage' | 'admitUpload' | 'recordSent'> {
  readonly access: ConsoleAccess
  readonly sender: Sender
  readonly admit: (request: FastifyRequest) => void
  readonly refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  readonly readRequest: (request: FastifyRequest) => AdminRequest
}

type ImageRequest = FastifyRequest<{ Querystring: { name?: string } }>

/** Images of titles, each the body of a call. Who sends it is asked before its bytes are read. */
export function bindOperatorImages(app: FastifyInstance, deps: OperatorImagesDeps): void {
  const { access, sender } = deps
  const operators = new WeakMap<FastifyRequest, Operator>()
  void app.register(async (scope) => {
    scope.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Querystring: { name?: string } }>(IMAGE_UPLOAD_URL, {
      bodyLimit: IMAGE_UPLOAD_BYTES_MAX,
      onRequest: async (request, reply) => {
        try {
          deps.admit(request)
          access.assertSameOrigin(request)
          operators.set(request, await deps.admitUpload(deps.readRequest(request)))
        } catch (error) {
          await deps.refuse(error, request, reply)
        }
      },
      handler: add,
    })
  })

  async function add(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      if (!Buffer.isBuffer(request.body)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
      const name = request.query.name ?? ''
      const image = await deps.addImage(request.body, name, (tx, added) => record(tx, request, added))
      const answer: UploadedImage = { image }
      return await sender.sendPrivate(request, reply, {
        answer: { status: 200, body: { result: 'SUCCESS', ...answer } },
        format: 'json',
      })
    } catch (error) {
      return deps.refuse(error, request, reply)
    }
  }

  /** The image is only a file until a title or page that names it is published, which has an entry of its own. */
  function record(tx: Tx, request: ImageRequest, image: string): Promise<void> {
    const operator = operators.get(request)
    if (!operator) throw new AppError('LOGIN_REQUIRED')
    const [hash, name] = image.split('/')
    const entry = { action: 'add image', subject: `image:${hash}`, details: { name } }
    return deps.recordSent({ tx, operator, request: deps.readRequest(request), ...entry })
  }
}
