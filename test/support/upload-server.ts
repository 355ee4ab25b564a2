import { createOperators } from '#server/domains/operators/index.ts'
import { createMedia } from '#server/domains/media/index.ts'
import { openDb } from '#server/kit/db.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { admitBody, admitUpload, recordSent } from '#server/wire/admin/pipeline.ts'
import type { AddressInfo } from 'node:net'
import { mediaDepsIn } from './media.ts'
import { createTestHttp } from './http.ts'

/** A server of uploads in a process that a test can kill: `upload-server.ts {url} {folder}`. Sends its port to its parent. */
const [url = '', folder = ''] = process.argv.slice(2)
const { db } = openDb({ url, max: 3 })
const clock = createTestClock()
const operators = createOperators({
  db,
  clock,
  realClock: clock,
  masterKey: Buffer.alloc(32, 7),
  messages: { send: async () => undefined },
  consoleUrl: 'http://localhost:8080',
  issuer: () => 'Harbour',
})
const titles = {
  checkDraft: async () => ({ restriction: 'I' }),
  createTitle: async () => ({ programId: 'p1', programGuid: 'p1' }),
  attachAsset: async () => ({ replaced: undefined }),
}
const media = createMedia({ ...(await mediaDepsIn(folder, { db, url }, clock)), titles })
const { app } = await createTestHttp(() => undefined, {
  clock,
  config: { PUBLIC_URL: undefined },
  admin: {
    db,
    routes: new Map(),
    answer: () => Promise.reject(new Error('no calls here')),
    admitUpload: (request) => admitUpload({ db, clock, operators }, request),
    admitBody: (route, request) => admitBody({ db, clock, operators }, route, request),
    addImage: () => Promise.reject(new Error('no images here')),
    uploads: media.uploads,
    recordSent: (entry) => recordSent({ clock }, entry),
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send!((app.server.address() as AddressInfo).port)
