import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { currentRequestId } from '#server/kit/request-context.ts'
import { start } from '../../../../test/support/one-call.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`

const call = endpoint({
  wire: 'v2',
  path: '/thing',
  viewer: 'anyone',
  kids: 'open',
  changes: true,
  summary: 'A thing.',
  input: z.object({ text: z.string() }),
  output: z.object({ id: z.nullable(z.string()) }),
})

const open = (trusted: string) =>
  start({ config: { TRUST_PROXY: trusted } }, (on) => on(call, async () => ({ id: currentRequestId() })))

test.each([
  ['the trace that a trusted proxy began', { traceparent: PARENT, 'x-request-id': 'of-the-proxy' }, TRACE],
  ['the id that a trusted proxy gave', { 'x-request-id': 'of-the-proxy' }, 'of-the-proxy'],
  ['not a malformed trace', { traceparent: `00-${TRACE}-0-01`, 'x-request-id': 'of-the-proxy' }, 'of-the-proxy'],
  ['not the trace of nought', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }, undefined],
  ['not what could break a line', { 'x-request-id': 'a b' }, undefined],
])('a request’s id is %s', async (_, headers, id) => {
  const { app, logged } = await open('192.0.2.1')
  const send = (remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api_v2/thing', payload: { text: 'x' }, headers, remoteAddress })
  const trusted = await send('192.0.2.1')
  const own = /^[\da-f]{8}-\w+$/
  expect(trusted.headers['x-request-id']).toEqual(id ?? expect.stringMatching(own))
  // The call runs within its request, also after its body was read, and its log line names the same.
  expect(trusted.json().id).toBe(trusted.headers['x-request-id'])
  expect(logged.at(-1)).toMatchObject({ msg: 'request', reqId: trusted.headers['x-request-id'] })
  expect((await send('192.0.2.9')).headers['x-request-id']).toMatch(own)
})
