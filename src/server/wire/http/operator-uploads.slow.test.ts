import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { UPLOAD_PART_BYTES } from '#contract/admin/uploads.ts'
import { operatorsWorld } from '../../../../test/support/operators.ts'
import { tusOf } from '../../../../test/support/tus.ts'

const PARTS = 5

test('after a kill no more than a part is sent again, and a complete file is one although nothing said so', async () => {
  const world = await operatorsWorld()
  const browser = await world.signIn(await world.anOperator('catalogue'))
  let server: ReturnType<typeof fork>
  const serve = async () => {
    server = fork('test/support/upload-server.ts', [world.url, world.folder], { stdio: 'inherit' })
    const [port] = (await once(server, 'message')) as [number]
    return tusOf(browser, `http://127.0.0.1:${port}`)
  }
  const kill = async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  onTestFinished(() => void server.kill('SIGKILL'))
  const total = PARTS * UPLOAD_PART_BYTES
  let tus = await serve()
  const path = await tus.start(total)
  const file = world.media.uploads.store.fileOf(path.split('/').at(-1)!)
  let sent = 0
  for (let offset = 0, kills = 0; offset < total; offset = await tus.offsetOf(path)) {
    const body = Buffer.alloc(Math.min(UPLOAD_PART_BYTES, total - offset), 'a')
    sent += body.length
    const sending = tus.part(path, { from: offset, body }).catch(() => undefined)
    if (kills++ < 2) {
      await vi.waitFor(async () => expect((await stat(file)).size).toBeGreaterThan(offset), { interval: 1 })
      await kill()
      tus = await serve()
    }
    await sending
  }
  expect(sent - total).toBeLessThanOrEqual(2 * UPLOAD_PART_BYTES)
  expect((await readFile(file)).equals(Buffer.alloc(total, 'a'))).toBe(true)
  await world.db.updateTable('upload_file').set({ completed_at: null }).execute()
  expect(await tus.offsetOf(path)).toBe(total)
  const row = await world.db.selectFrom('upload_file').select('completed_at').executeTakeFirstOrThrow()
  expect(row.completed_at).not.toBeNull()
})
