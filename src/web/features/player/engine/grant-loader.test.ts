import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js'
import { expect, test, vi } from 'vitest'
import { grantLoader } from './grant-loader.ts'
import { createGrants } from './grants.ts'

const master = (grant: string) => `https://h.example/v/${grant}/a1/master.m3u8`
const segment = (grant: string) => `https://h.example/v/${grant}/a1/v720/00002.m4s`

/** A loader that answers only under grants that are good. */
function server(good: Set<string>) {
  const asked: string[] = []
  class FakeLoader {
    context: LoaderContext | null = null
    stats = {
      aborted: false,
      loaded: 0,
      total: 0,
      loading: { start: 0, first: 0, end: 0 },
    } as Loader<LoaderContext>['stats']
    used = false
    load(context: LoaderContext, _: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>) {
      expect(this.used, 'a loader loads once').toBe(false)
      this.used = true
      asked.push(context.url)
      this.stats.loading.start = asked.length
      const code = [...good].some((grant) => context.url.includes(`/${grant}/`)) ? 200 : 403
      queueMicrotask(() => {
        if (code === 200) callbacks.onSuccess({ url: context.url, data: '', code }, this.stats, context, null)
        else callbacks.onError({ code, text: 'Forbidden' }, context, null, this.stats)
      })
    }
    abort() {}
    destroy() {}
  }
  return { asked, Base: FakeLoader as unknown as new (config: HlsConfig) => Loader<LoaderContext> }
}

function load(Class: new (config: HlsConfig) => Loader<LoaderContext>, url: string) {
  const loader = new Class({} as HlsConfig)
  const context = { url, responseType: 'arraybuffer' } as LoaderContext
  const outcome = new Promise<string>((resolve) => {
    const callbacks = {
      onSuccess: (...[answer, stats, given]: Parameters<LoaderCallbacks<LoaderContext>['onSuccess']>) => {
        expect(given).toBe(context)
        expect(stats).toBe(loader.stats)
        resolve(answer.url)
      },
      onError: (error: { code: number }) => resolve(String(error.code)),
      onTimeout: () => resolve('timeout'),
    }
    loader.load(context, {} as LoaderConfiguration, callbacks)
  })
  return { loader, outcome }
}

test('a forbidden file is reloaded under a renewed grant without an error to hls.js', async () => {
  const good = new Set(['two'])
  const { asked, Base } = server(good)
  const requestGrant = vi.fn(async () => master('two'))
  const { outcome } = load(grantLoader(Base, createGrants(master('one'), requestGrant)), segment('one'))
  expect(await outcome).toBe(segment('two'))
  expect(asked).toEqual([segment('one'), segment('two')])
  expect(requestGrant).toHaveBeenCalledTimes(1)
})

test('a file that is forbidden under the new grant too fails after one renewal', async () => {
  const { asked, Base } = server(new Set())
  const requestGrant = vi.fn(async () => master('two'))
  const { outcome } = load(grantLoader(Base, createGrants(master('one'), requestGrant)), segment('one'))
  expect(await outcome).toBe('403')
  expect(asked).toEqual([segment('one'), segment('two')])
  expect(requestGrant).toHaveBeenCalledTimes(1)
})

test('files that fail together share one renewal', async () => {
  const { Base } = server(new Set(['two']))
  const requestGrant = vi.fn(async () => master('two'))
  const Class = grantLoader(Base, createGrants(master('one'), requestGrant))
  const urls = await Promise.all(
    [segment('one'), 'https://h.example/v/one/a1/key'].map((url) => load(Class, url).outcome),
  )
  expect(urls).toEqual([segment('two'), 'https://h.example/v/two/a1/key'])
  expect(requestGrant).toHaveBeenCalledTimes(1)
})

test('an aborted load is not repeated after the renewal of its grant', async () => {
  const { asked, Base } = server(new Set(['two']))
  let answer: (master: string) => void = () => {}
  const grants = createGrants(master('one'), () => new Promise<string>((resolve) => (answer = resolve)))
  const { loader } = load(grantLoader(Base, grants), segment('one'))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await Promise.resolve()
  loader.abort()
  answer(master('two'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toEqual([segment('one')])
})
