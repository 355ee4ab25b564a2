import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { find as findContent, list as listContent } from '#contract/admin/content.ts'
import { check, find, list, saveDraft } from '#contract/admin/pages.ts'
import { consolePages as text } from '#text/zh_HK/console-pages.ts'
import { aPageBanner } from '../../../../../test/support/page-content.ts'
import { ADMINISTRATOR, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const named = (zh: string) => ({ zh_HK: zh, en_US: zh })
const goods = (id: string, name: string) => ({
  id,
  record: { goodsId: id, name: named(name) },
  version: 1,
  updatedAt: '2026-11-21T00:00:00Z',
  updatedBy: 'system',
  names: { saleId: named('碟片特賣') },
  counts: {},
})

const render = (url: string) => {
  const ad = aPageBanner('ad', { place: 'ad', bannerType: 'product', url, title: named('廣告') })
  return renderConsole({
    me: {
      ...ADMINISTRATOR,
      roles: ['catalogue'],
      operator: { ...ADMINISTRATOR.operator, operatorId: crypto.randomUUID() },
    },
    path: '/pages/site',
    answers: [
      [list, { tabs: [], drafts: [] }],
      [
        find,
        {
          scope: 'site',
          version: 2,
          route: '/category/list',
          content: { tabs: [], categories: [], banners: [ad] },
          draft: null,
          others: [],
          plan: null,
          failedPlan: null,
          titles: [],
        },
      ],
      [check, { issues: [] }],
      [saveDraft, { savedAt: '2026-11-21T00:00:00Z', revision: '2026-11-21T00:00:00.000000Z' }],
      [findContent, goods('disc', '黑膠碟')],
      [listContent, pageOf([goods('disc', '黑膠碟'), goods('tape', '錄音帶')])],
    ],
  })
}

test('goods are found by name on the server, and kept by id', async () => {
  const { user, callsOf } = await render('')
  await user.click(await screen.findByRole('button', { name: text.edit('廣告') }))
  const field = await screen.findByRole('combobox', { name: text.chooseGoods })
  await user.type(field, '錄音')
  await waitFor(() =>
    expect(callsOf(listContent).at(-1)?.input).toMatchObject({
      filter: { kind: 'goods', withdrawn: false, text: '錄音' },
    }),
  )
  await user.click(within(await screen.findByRole('listbox')).getByText('錄音帶'))
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(callsOf(saveDraft).at(-1)?.input).toMatchObject({ draft: { banners: [{ url: 'tape' }] } }))
  expect(callsOf(findContent).at(-1)?.input).toMatchObject({ kind: 'goods', id: 'tape' })
})

test('chosen goods are named with their sale, and can be taken away', async () => {
  const { user } = await render('disc')
  await user.click(await screen.findByRole('button', { name: text.edit('廣告') }))
  await screen.findByText('黑膠碟')
  expect(screen.getByText('碟片特賣')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.takeAway }))
  await screen.findByRole('combobox', { name: text.chooseGoods })
})
