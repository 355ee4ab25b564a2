import { vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { page } from '#contract/paging.ts'
import type { MemberViewer, Viewer } from '#server/domains/viewer.ts'
import type { CallInfo } from '#server/wire/handle.ts'
import type { TestHttpOptions } from './http.ts'
import { MEMBER, start } from './plain-calls.ts'

const output = z.object({ text: z.string(), liked: z.optional(z.boolean()) })
const anyone = { viewer: 'anyone', kids: 'narrowed', cacheable: true, output } as const
const input = z.object({ page, wish: z.optional(z.string()) })
const row = endpoint({ ...anyone, wire: 'v2', path: '/row', summary: 'A row.', input })
const older = endpoint({ ...anyone, wire: 'action', path: '/row.action', summary: 'The same.', input: z.object({}) })

/** The call that members share. */
export const SHARED_RESPONSE_URL = '/api_v2/row'

/** Members by their tokens; the token is the profile as well. */
const people: Record<string, Partial<MemberViewer>> = {
  kid: { kids: true },
  open: { unlocked: true },
  nobody: { profileId: undefined },
}

/** Whether a viewer is the one for whom a shared answer is made. */
export const isAnybody = (viewer: Viewer): boolean => viewer.kind === 'member' && viewer.accountId === ''

type Asked = { viewer: Viewer; call: CallInfo }

/** A call with an overlay: its handler answers what it sees, its marks are what the profiles in `liked` like. */
export async function createSharedResponseWorld(options: TestHttpOptions = {}) {
  const liked = new Set<string>()
  const asked: Asked[] = []
  let text = (viewer: Viewer) => JSON.stringify([viewer.kind, viewer.kids, 'unlocked' in viewer && viewer.unlocked])
  const isLiked = (viewer: Viewer) =>
    viewer.kind === 'member' && viewer.profileId !== undefined ? { liked: liked.has(viewer.profileId) } : {}
  const handler = vi.fn(async (viewer: Viewer, { wish }: { wish?: string | undefined }, call: CallInfo) => {
    asked.push({ viewer, call })
    if (wish === 'own') call.isOwn()
    if (wish === 'nothing') throw new AppError('NOT_FOUND')
    if (wish === 'own-only' && !('profileId' in viewer && viewer.profileId)) throw new Error('no profile')
    return { text: text(viewer), ...isLiked(viewer) }
  })
  const marks = vi.fn(async ({ profileId }: { profileId: string }) => liked.has(profileId))
  const decorate = vi.fn((_output: z.output<typeof output>, mark: boolean) => ({ liked: mark }))
  const http = await start(
    {
      resolveViewer: async (token, { context, region }) => ({
        ...MEMBER,
        accountId: `account of ${token}`,
        sessionId: `session of ${token}`,
        profileId: token,
        language: context.language,
        deviceSerial: `device of ${token}`,
        ...people[context.profileId ?? token],
        region,
      }),
      ...options,
    },
    (on) => {
      on(row, handler, { marks, decorate })
      on(older, (viewer, _input, call) => handler(viewer, {}, call), { marks, decorate })
    },
  )
  const ask = (token: string, url = SHARED_RESPONSE_URL, request: object = {}) =>
    http.app.inject({
      url,
      ...request,
      headers: { authorization: `Bearer ${token}`, ...('headers' in request && (request.headers as object)) },
    })
  const settle = () => new Promise((done) => setImmediate(done))
  /** Asks, and lets memory be filled behind the answer. */
  const warm = async (token: string, url = SHARED_RESPONSE_URL) => {
    const response = await ask(token, url)
    await settle()
    return response
  }
  const say = (words: typeof text) => (text = words)
  return { ...http, liked, asked, handler, marks, decorate, ask, warm, settle, say }
}
