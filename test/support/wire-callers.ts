import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { tokenHash } from '#server/kit/secrets.ts'
import type { WireWorld } from './wire-world.ts'

export type SessionFacts = { profileId?: string | null; endedAt?: Temporal.Instant; usedAt?: Temporal.Instant }
export type SendOptions = {
  token?: string
  query?: Record<string, string>
  context?: Record<string, string>
  body?: object
}

let sessions = 0

/** The account id of a fixture member. */
export async function accountOf({ db }: WireWorld, member: string): Promise<string> {
  const { account_id } = await db
    .selectFrom('session')
    .select('account_id')
    .where('session_id', '=', member)
    .executeTakeFirstOrThrow()
  return account_id
}

/** Creates a session in the account of a fixture member and returns its token. */
export async function aToken(world: WireWorld, member: string, session: SessionFacts = {}): Promise<string> {
  const { profileId = `${member}-first`, endedAt, usedAt } = session
  const account_id = await accountOf(world, member)
  const token = `caller-${sessions++}`
  await world.db
    .insertInto('session')
    .values({
      session_id: token,
      account_id,
      token_hash: tokenHash(token),
      device_hash: null,
      device_name: null,
      profile_id: profileId,
      unlocked_until: null,
      created_at: world.clock.now(),
      last_used_at: usedAt ?? world.clock.now(),
      ended_at: endedAt ?? null,
      end_cause: endedAt ? 'logout' : null,
    })
    .execute()
  return token
}

/** Sends a call in English. @returns SUCCESS, or the error code with its message */
export async function send(
  { app }: WireWorld,
  url: string,
  { token, query = {}, context = {}, body = {} }: SendOptions,
): Promise<{ status: number; outcome: string; message?: string }> {
  const response = await app.inject({
    method: 'POST',
    url,
    query: { language: 'en_US', ...query },
    headers: {
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      'x-client-context': new URLSearchParams(context).toString(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: body,
  })
  const status = response.statusCode
  if (!response.headers['content-type']?.toString().includes('json')) return { status, outcome: 'SUCCESS' }
  const { result, errorCode, message } = response.json<{ result?: string; errorCode?: string; message?: string }>()
  return { status, outcome: errorCode ?? String(result), ...(message !== undefined && { message }) }
}

/** The input field names of a call. */
export const fieldsOf = (endpoint: Endpoint): string[] =>
  endpoint.input instanceof z.ZodMiniObject ? Object.keys(endpoint.input._zod.def.shape) : []
