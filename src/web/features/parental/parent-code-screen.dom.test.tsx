import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { parental as en } from '#text/en_US/parental.ts'
import { parental as zh } from '#text/zh_HK/parental.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ParentCodeScreen } from './parent-code-screen.tsx'

test.each([
  ['on', zh.screen.statusOn],
  ['off', zh.screen.statusOff],
])(
  'switched %s, its hint says the state and what follows from it, and nothing speaks of a lock that is off',
  async (parentalStatus, hint) => {
    await renderWeb(<ParentCodeScreen />, { reads: [[userProfile, { profile: { parentalStatus } }]] })
    const description = (await screen.findByRole('switch')).getAttribute('aria-describedby')
    expect(document.getElementById(description!)?.textContent).toBe(hint)
    const lock = screen.queryByRole('heading', { name: zh.unlock.title })
    expect(lock === null).toBe(parentalStatus === 'off')
  },
)

test.each([zh.screen.statusOn, zh.screen.statusOff])('%s: whole sentences, each with its full stop', (hint) => {
  expect(hint).toMatch(/^(\p{Script=Han}[^。　]*。){2,}$/u)
})

test.each([en.screen.statusOn, en.screen.statusOff])('%s: whole sentences, one space apart', (hint) => {
  expect(hint).toMatch(/^[A-Z][^.　]*\.( [A-Z][^.　]*\.)+$/)
})
