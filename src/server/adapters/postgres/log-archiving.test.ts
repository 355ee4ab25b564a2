import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KEPT, startArchiving } from './log-archiving.ts'

test('PostgreSQL’s account finds what is kept, whatever the umask is', async () => {
  const clusterDir = await mkdtemp(join(tmpdir(), 'harbour-archiving-'))
  await mkdir(join(clusterDir, 'pg_wal', 'archive_status'), { recursive: true })
  await mkdir(join(clusterDir, KEPT))
  await chmod(join(clusterDir, KEPT), 0o700)
  const archiving = await startArchiving({
    clusterDir,
    archive: { keep: async () => undefined },
    log: () => undefined,
  })
  expect((await stat(join(clusterDir, KEPT))).mode & 0o777).toBe(0o755)
  await archiving.stop(async () => undefined)
  await rm(clusterDir, { recursive: true })
})
