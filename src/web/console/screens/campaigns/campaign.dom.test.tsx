import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { find, save } from '#contract/admin/content.ts'
import { open } from '#contract/admin/preview.ts'
import { consoleCampaigns as text } from '#text/zh_HK/console-campaigns.ts'
import { consolePreview as preview } from '#text/zh_HK/console-preview.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const named = (zh: string, en: string) => ({ zh_HK: zh, en_US: en })
const RECORD = {
  codeName: 'SPRING',
  title: named('春日', 'Spring'),
  regions: ['HK'],
  art: 'art',
  blocks: [
    {
      kind: 'text',
      title: named('引言', 'Intro'),
      steps: [{ title: named('登記', 'Sign up') }],
      links: [{ label: named('詳情', 'More'), to: '/warriors48' }],
    },
    { kind: 'rows', title: named('影片', 'Titles'), programIds: ['tram', 'ferry'], showLandscape: true },
    {
      kind: 'form',
      title: named('參加', 'Enter'),
      fields: [
        {
          type: 'choice',
          name: 'age',
          label: named('年齡', 'Age'),
          required: true,
          half: false,
          choices: [{ value: 'a', label: named('成人', 'Adult') }],
        },
      ],
      terms: named('同意', 'Agree'),
      termsLinks: [],
      perSender: 2,
    },
  ],
  withdrawn: false,
}
const stored = (record: object = RECORD) => ({
  id: 'SPRING',
  record,
  version: 4,
  updatedAt: '2026-11-21T00:00:00Z',
  updatedBy: 'operator:Ben Ho',
  names: { tram: named('電車', 'Tram') },
  counts: { submissions: 0 },
})

const render = (answers: Answers) =>
  renderConsole({
    me: { ...ADMINISTRATOR, roles: ['catalogue'] },
    path: '/campaigns/SPRING',
    answers: [[find, stored()], ...answers],
  })

const nameField = () => screen.findByRole('textbox', { name: new RegExp(`^${text.page.labels.title}.*(中文|Chinese)`) })

test('what two operators have made of the blocks is said in words, not in JSON', async () => {
  const theirs = { ...RECORD, blocks: RECORD.blocks.slice(0, 2), version: 5 }
  const conflict = {
    result: 'FAILED',
    errorCode: 'VERSION_CONFLICT',
    message: 'message',
    current: theirs,
    by: 'operator:Ben Ho',
    at: '2026-11-21T01:00:00Z',
  }
  const { user } = await render([[save, conflict]])
  await user.type(await nameField(), '！')
  await user.click(screen.getByRole('button', { name: consoleShell.save }))
  const section = within(await screen.findByRole('region', { name: consoleShell.conflict.title }))
  const group = section.getByRole('group', { name: text.conflictParts.blocks })
  const shown = group.textContent
  for (const sentence of [
    `1. ${text.kinds.text} 引言`,
    text.said(text.numbered(text.one.steps, 1), text.said(text.block.labels.title, '登記 / Sign up')),
    text.said(text.parts.programIds, `電車${consoleShell.comma}ferry`),
    text.said(text.block.labels.showLandscape, consoleShell.yes),
    `3. ${text.kinds.form} 參加`,
    text.said(text.block.labels.type, text.fieldTypes.choice),
    text.said(text.block.labels.perSender, '2'),
  ])
    expect(shown).toContain(sentence)
  expect(shown).not.toMatch(/[{}"]/)
})

test('the preview shows the campaign as it is typed, at a time, and saves nothing', async () => {
  const { user, callsOf } = await render([[open, { url: 'https://site.test/preview#grant' }]])
  await user.type(await nameField(), '！')
  await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  const frame = await screen.findByTitle<HTMLIFrameElement>(preview.frame)
  expect(frame.src).toBe('https://site.test/preview#grant/campaign-site?codeName=SPRING')
  const campaign = { codeName: 'SPRING', title: { zh_HK: '春日！' } }
  expect(callsOf(open)[0]!.input).toMatchObject({ draftIds: [], campaign })
  expect(callsOf(save)).toEqual([])
})

test('a withdrawn campaign is nowhere on the site, and has no preview', async () => {
  await render([[find, stored({ ...RECORD, withdrawn: true })]])
  await nameField()
  await waitFor(() => expect(screen.queryByRole('button', { name: preview.open })).toBeNull())
})
