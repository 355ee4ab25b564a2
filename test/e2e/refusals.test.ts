import { describe, expect, test } from 'vitest'
import { order, playerVideo, waitUntilPlayable } from './support/playing.ts'
import { filesOf, KINDS, statusOf } from './support/stream-files.ts'
import { call, request, visit, world } from './support/world.ts'

const withGrant = (url: URL, grant: string) => new URL(url.href.replace(/\/v\/[^/]+\//, `/v/${grant}/`))
const grantOf = (url: URL) => url.pathname.split('/')[2]!

describe('the files of a stream', () => {
  test('are served with a grant; segments are encrypted, and only segments are cacheable', async () => {
    const files = await filesOf((await order(world.film.programId)).redirectURL)
    const answers = await Promise.all(KINDS.map((kind) => fetch(files[kind])))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const caching = answers.map((answer) => answer.headers.get('cache-control') ?? '')
    expect(caching.slice(0, 3).filter((header) => !header.includes('no-store'))).toEqual([])
    expect(caching[3]).toContain('immutable')
    expect((await answers[2]!.arrayBuffer()).byteLength).toBe(16)
    const segment = Buffer.from(await answers[3]!.arrayBuffer())
    expect(segment.byteLength % 16).toBe(0)
    for (const box of ['styp', 'moof', 'sidx', 'mdat']) expect(segment.subarray(0, 4096).includes(box)).toBe(false)
  })

  test.each(KINDS)(
    '%s: forbidden without a grant, with a forged grant and with the grant of another title',
    async (kind) => {
      const own = await filesOf((await order(world.film.programId)).redirectURL)
      await waitUntilPlayable('tram')
      const other = await filesOf((await order('tram')).redirectURL)
      const grant = grantOf(own[kind])
      const forged = [
        'none',
        '',
        `${grant.slice(0, -2)}${grant.endsWith('AA') ? 'BB' : 'AA'}`,
        grant.split('.')[0]!,
        grantOf(other[kind]),
      ]
      const answers = await Promise.all(forged.map((invalid) => statusOf(withGrant(own[kind], invalid))))
      expect(answers).toEqual(forged.map(() => 403))
      expect(await statusOf(own[kind])).toBe(200)
    },
  )
})

describe('an order', () => {
  const refused = async (programId: string, more = {}) =>
    await request<{ result: string; errorCode?: string; redirectURL?: string }>('/api_v2/order', { programId, ...more })

  test.each([
    ['a class III title', () => world.adult.programId, 'LOGIN_REQUIRED'],
    ['a title that is not yet encoded', () => 'crossing', 'PREPARING'],
    ['an unknown title', () => 'none', 'NOT_FOUND'],
  ])('for %s is refused and the response contains no file URL', async (_, programId, errorCode) => {
    const answer = await refused(programId())
    expect(answer).toMatchObject({ result: 'FAILED', errorCode })
    expect(JSON.stringify(answer)).not.toContain('/v/')
  })

  test('in kids mode is refused for a title that is not for kids', async () => {
    expect(await refused(world.film.programId, { pattern: 'children' })).toMatchObject({
      result: 'FAILED',
      errorCode: '403',
    })
  })
})

test('class III titles have no public preview, and a title that is not yet encoded has no duration and no resolution', async () => {
  const { program } = await call<{ program: Record<string, unknown> & { trailer?: { previewURL?: string } } }>(
    '/api_v2/revamp/detail',
    { programId: 'crossing' },
  )
  expect(program).toMatchObject({ preparing: true, access: 'deny', reason: 'PREPARING' })
  expect(program.duration).toBeUndefined()
  expect(program.maxResolution).toBeUndefined()
  for (const programId of ['pier', 'frosted', world.adult.programId]) {
    const adult = await call<{
      program: { restriction: string; trailer?: { previewURL?: string }; movie: { previewURL?: string } }
    }>('/api_v2/revamp/detail', { programId })
    expect(adult.program.restriction).toBe('III')
    expect(adult.program.trailer?.previewURL).toBeUndefined()
    expect(adult.program.movie.previewURL).toBeUndefined()
  }
})

test('a preview URL of another origin is not loaded', async () => {
  const foreign: string[] = []
  const evil = 'https://evil.example/p/a/b.mp4'
  const { page } = await visit({
    path: `/#/play?${new URLSearchParams({ programId: world.film.programId, programGuid: world.film.programId, previewURL: evil })}`,
    prepare: async (tab) =>
      tab.on('request', (request) => request.url().includes('evil.example') && foreign.push(request.url())),
  })
  await playerVideo(page).waitFor()
  expect(foreign).toEqual([])
})
