import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import type { WorkerBuild } from '#contract/service-worker.ts'
import { start } from '../../../../test/support/one-call.ts'

const CODE = 'self.ran = true'

async function site(assets: readonly string[], worker: string | undefined = CODE) {
  const clientDir = await mkdtemp(join(tmpdir(), 'harbour-worker-'))
  onTestFinished(() => rm(clientDir, { recursive: true }))
  await mkdir(join(clientDir, 'assets'))
  for (const name of assets) await writeFile(join(clientDir, 'assets', name), 'x')
  await writeFile(join(clientDir, 'index.html'), '<p>')
  return { clientDir, worker }
}

/** What the worker is told, after running its script as a browser would. */
function buildOf(script: string): WorkerBuild | null {
  const self: { HARBOUR?: WorkerBuild | null; ran?: boolean } = {}
  runInNewContext(script, { self })
  expect(self.ran).toBe(true)
  return self.HARBOUR ?? null
}

const assets = ['b.js', 'a.css']

test('the worker is requested each time, may serve the whole site, and loads nothing', async () => {
  const { app } = await start({ site: await site(assets) })
  const { headers, statusCode } = await app.inject('/sw.js')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'service-worker-allowed': '/',
    'x-content-type-options': 'nosniff',
  })
})

test('it knows the files of its build and nothing else; two nodes of a build send the same', async () => {
  const [one, other, next] = await Promise.all([
    start({ site: await site(assets) }),
    start({ site: await site(assets.toReversed()) }),
    start({ site: await site(['a.css', 'c.js']) }),
  ])
  const scripts = await Promise.all([one, other, next].map(async ({ app }) => (await app.inject('/sw.js')).body))
  expect(buildOf(scripts[0]!)?.assets).toEqual(['/assets/a.css', '/assets/b.js'])
  expect(scripts[1]).toBe(scripts[0])
  expect(buildOf(scripts[2]!)?.id).not.toBe(buildOf(scripts[0]!)?.id)
})

test('another brand is another build: its offline page is stored again', async () => {
  let brand = { zh_HK: '港映', en_US: 'Harbour' }
  const { app } = await start({ site: await site(assets), brand: () => brand })
  const idOf = async () => buildOf((await app.inject('/sw.js')).body)?.id
  const first = await idOf()
  expect(await idOf()).toBe(first)
  brand = { ...brand, zh_HK: '海映' }
  expect(await idOf()).not.toBe(first)
  expect((await app.inject('/offline.html')).body).toContain('海映')
})

test('switched off, it gets no build: such a worker removes its caches and itself', async () => {
  const { app } = await start({ site: await site(assets), config: { SERVICE_WORKER: false } })
  expect(buildOf((await app.inject('/sw.js')).body)).toBeNull()
})

test('a build without a worker has none, and its browsers forget theirs', async () => {
  const { clientDir } = await site(assets)
  const { app } = await start({ site: { clientDir } })
  expect((await app.inject('/sw.js')).statusCode).toBe(404)
})

test('the offline page has both languages and the brand, in one file that loads nothing', async () => {
  const { app } = await start({ brand: () => ({ zh_HK: '海映', en_US: 'A <b> & B' }) })
  const { body, headers } = await app.inject('/offline.html')
  expect(headers['cache-control']).toBe('no-cache')
  expect(String(headers['content-security-policy'])).toMatch(
    /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; /,
  )
  expect(String(headers['content-security-policy'])).not.toContain('unsafe')
  expect(body).toContain('網絡已中斷')
  expect(body).toContain('You’re offline')
  expect(body).toContain('海映')
  expect(body).toContain('A &lt;b&gt; &amp; B')
  expect(body).not.toMatch(/(?:src|href)=/)
})
