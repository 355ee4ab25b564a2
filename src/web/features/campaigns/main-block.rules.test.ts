import { expect, test } from 'vitest'
import type { CampaignBlock } from '#contract/campaigns.ts'
import { mainBlock } from './main-block.rules.ts'

const text = { kind: 'text', title: '', paragraphs: [], steps: [], links: [] } satisfies CampaignBlock
const links = { ...text, links: [{ label: '優惠', to: '/warriors48' }] }
const code = { kind: 'code', title: '', text: '' } satisfies CampaignBlock
const consent = { version: '1', text: '', links: [] }
const form = {
  kind: 'form',
  title: '',
  text: '',
  submitText: '',
  note: '',
  thanks: '',
  fields: [],
  terms: consent,
} satisfies CampaignBlock

test.each<[string, CampaignBlock[], CampaignBlock | undefined]>([
  ['the form before links and a code', [links, code, form], form],
  ['the first links before a code', [text, links, { ...links }, code], links],
  ['a code that stands alone', [text, code], code],
  ['nothing of what is only read', [text], undefined],
])('the main button is that of %s', (_, blocks, expected) => {
  expect(mainBlock(blocks)).toBe(expected)
})
