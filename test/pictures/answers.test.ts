import { expect, test } from 'vitest'
import type { Page } from '../e2e/support/world.ts'
import { OtherAnswer } from './answers.ts'
import { VIEWS } from './console.ts'

/** A page on which everything succeeds and nothing is found. */
const nothing: unknown = new Proxy(() => undefined, {
  get: (_, name) => (name === 'then' || name === Symbol.iterator ? undefined : nothing),
  apply: () => nothing,
})

test.each(VIEWS.filter(({ act }) => act !== undefined))(
  'what $name is answered is as the contract says',
  async ({ act }) => {
    const error: unknown = await Promise.try(() => act!(nothing as Page, 'zh_HK')).catch((thrown: unknown) => thrown)
    expect(error instanceof OtherAnswer ? error.message : '').toBe('')
  },
)
