import { createFfmpeg } from '#server/adapters/ffmpeg/ffmpeg-transcoder.ts'
import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { openUploadStore } from '#server/adapters/storage/upload-store.ts'
import { createMedia, findUpload } from '#server/domains/media/index.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb, withLock } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'

/** An ingest worker in a separate process that a test can kill: `node ingest-worker.ts {url} {folder} {jobId}`. */
const [url = '', folder = '', jobId = ''] = process.argv.slice(2)
const { db } = openDb({ url, max: 3 })
const store = createFileStore(`${folder}/media`)
const media = createMedia({
  db,
  clock: systemClock,
  log: createLog({ level: 'silent', role: 'test' }),
  store,
  uploadStore: await openUploadStore(
    { address: 'file', folder: `${folder}/uploads`, region: '' },
    { store, find: (uploadId) => findUpload(db, uploadId) },
  ),
  transcoder: createFfmpeg(await findBinaries({})),
  masterKey: Buffer.alloc(32, 7),
  workFolder: `${folder}/work`,
  nodeId: 'here',
  lock: (key, work) => withLock(url, key, work),
  titles: {
    checkDraft: async () => ({ restriction: 'I' }),
    createTitle: async () => ({ programId: 'p1', programGuid: 'p1' }),
    attachAsset: async () => ({ replaced: undefined }),
  },
})
await media.ingest.run(jobId)
process.exit(0)
