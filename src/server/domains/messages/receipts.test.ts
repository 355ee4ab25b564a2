import { expect, test } from 'vitest'
import { createTestClock } from '#server/kit/clock.ts'
import { receiptEndpoint } from './index.ts'

const receipt = { provider: 'twilio', providerId: 'SM1', state: 'delivered' } as const
const provider = { name: 'twilio', acknowledgement: { status: 204 }, verify: () => ({ outcome: 'ignored' as const }) }

function endpoint({ isKnown }: { isKnown: boolean }) {
  const received: unknown[] = []
  const clock = createTestClock()
  const recordReceipt = async (receipt: unknown) => received.push(receipt) > 0 && isKnown
  const read = (body: Buffer) => (body.length > 0 ? receipt : undefined)
  return {
    clock,
    received,
    process: receiptEndpoint({ provider, read }, { recordReceipt: recordReceipt, clock }).process,
  }
}

const { signal } = new AbortController()

test('a receipt updates its message', async () => {
  const { clock, received, process } = endpoint({ isKnown: true })
  await process({ body: Buffer.from('x'), receivedAt: clock.now(), signal })
  expect(received).toEqual([receipt])
})

test('a callback without a final state changes nothing', async () => {
  const { clock, received, process } = endpoint({ isKnown: true })
  await process({ body: Buffer.alloc(0), receivedAt: clock.now(), signal })
  expect(received).toEqual([])
})

test('a receipt without a matching message is retried for ten minutes', async () => {
  const { clock, process } = endpoint({ isKnown: false })
  const receivedAt = clock.now()
  await expect(process({ body: Buffer.from('x'), receivedAt, signal })).rejects.toThrow('no message')
  clock.advance('PT10M')
  await expect(process({ body: Buffer.from('x'), receivedAt, signal })).resolves.toBeUndefined()
})
