import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { tokenHash } from '#server/domains/accounts/index.ts'
import type { WireWorld } from './wire-world.ts'

export type Place = { profileId?: string | null; endedAt?: Temporal.Instant; usedAt?: Temporal.Instant }
export type SendOptions = { token?: string; context?: Record<string, string>; body?: object }

let sessions = 0

/** The account of a member of the fixtures. */
export async function accountOf({ db }: WireWorld, member: string): Promise<string> {
  const { account_id } = await db
    .selectFrom('session')
    .select('account_id')
    .where('session_id', '=', member)
    .executeTakeFirstOrThrow()
  return account_id
}

/** A token of a session of its own, in the account of a member of the fixtures. */
export async function aToken(world: WireWorld, member: string, place: Place = {}): Promise<string> {
  const { profileId = `${member}-first`, endedAt, usedAt } = place
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

/** Asks a call in English; what it refuses with, if it does. */
export async function send(
  { app }: WireWorld,
  url: string,
  { token, context = {}, body = {} }: SendOptions,
): Promise<{ status?: number; errorCode?: string; message?: string }> {
  const response = await app.inject({
    method: 'POST',
    url,
    query: { language: 'en_US' },
    headers: {
      'content-type': 'application/json',
      'x-client-context': new URLSearchParams(context).toString(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: body,
  })
  if (!response.body.startsWith('{')) return {}
  const { errorCode, message } = response.json()
  return { status: response.statusCode, errorCode, message }
}

/** The names of a call's input. */
export const fieldsOf = (row: Endpoint): string[] =>
  row.input instanceof z.ZodMiniObject ? Object.keys(row.input._zod.def.shape) : []
