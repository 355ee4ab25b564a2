import { vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { page } from '#contract/paging.ts'
import type { MemberViewer, Viewer } from '#server/domains/viewer.ts'
import type { CallInfo } from '#server/wire/handle.ts'
import type { TestHttpOptions } from './http.ts'
import { MEMBER, start } from './plain-calls.ts'

const output = z.object({ text: z.string(), favorite: z.optional(z.boolean()) })
const anyone = { viewer: 'anyone', kids: 'narrowed', cacheable: true, output } as const
const input = z.object({ page, variant: z.optional(z.enum(['own', 'missing', 'failing'])) })
const endpointV2 = endpoint({ ...anyone, wire: 'v2', path: '/shared', summary: 'A shared response.', input })
const endpointAction = endpoint({
  ...anyone,
  wire: 'action',
  path: '/shared.action',
  summary: 'The same.',
  input: z.object({}),
})

/** The URL of the call with a shared response. */
export const SHARED_RESPONSE_URL = '/api_v2/shared'

/** Members by token; the token is also the profile id. */
const people: Record<string, Partial<MemberViewer>> = {
  kid: { kids: true },
  open: { unlocked: true },
  nobody: { profileId: undefined },
}

/** True for the anonymous viewer of shared responses. */
export const isAnonymous = (viewer: Viewer): boolean => viewer.kind === 'member' && viewer.accountId === ''

type Call = { viewer: Viewer; call: CallInfo }

/** A call with an overlay: the handler returns the viewer that it gets, the viewer state is whether the profile is in `favorites`. */
export async function createSharedResponseWorld(options: TestHttpOptions = {}) {
  const favorites = new Set<string>()
  const calls: Call[] = []
  let text = (viewer: Viewer) => JSON.stringify([viewer.kind, viewer.kids, 'unlocked' in viewer && viewer.unlocked])
  const handler = vi.fn(async (viewer: Viewer, { variant }: { variant?: string | undefined }, call: CallInfo) => {
    calls.push({ viewer, call })
    if (variant === 'own') call.isOwn()
    if (variant === 'missing') throw new AppError('NOT_FOUND')
    if (variant === 'failing') throw new Error('no database')
    return { text: text(viewer) }
  })
  const load = vi.fn(async ({ profileId }: MemberViewer, _input: object, _output: object | undefined) =>
    profileId === undefined ? null : favorites.has(profileId),
  )
  const apply = vi.fn((_output: object, favorite: boolean | null) => (favorite === null ? {} : { favorite }))
  const overlay = { load, view: (_viewer: MemberViewer, _shared: object, state: boolean | null) => state, apply }
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
      on(endpointV2, handler, overlay)
      on(endpointAction, (viewer, _input, call) => handler(viewer, {}, call), overlay)
    },
  )
  const request = (token: string, url = SHARED_RESPONSE_URL, more: object = {}) =>
    http.app.inject({
      url,
      ...more,
      headers: { authorization: `Bearer ${token}`, ...('headers' in more && (more.headers as object)) },
    })
  const setText = (formatter: typeof text) => (text = formatter)
  return { ...http, favorites, calls, handler, load, apply, request, setText }
}
