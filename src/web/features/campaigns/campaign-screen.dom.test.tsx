import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Campaign, campaign, campaignSubmit } from '#contract/campaigns.ts'
import { campaigns as text } from '#text/zh_HK/campaigns.ts'
import { CallError } from '#web/kit/envelope.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { CampaignScreen, type CodeFormProps } from './campaign-screen.tsx'

const asked = { hint: '', required: true, half: false }
const FORM = {
  kind: 'form',
  title: '遞交影評',
  text: '',
  submitText: '遞交影評',
  note: '',
  thanks: '多謝參加！',
  fields: [
    { type: 'text', name: 'penName', label: '筆名', ...asked, min: 1, max: 20 },
    {
      type: 'choice',
      name: 'grade',
      label: '年級',
      ...asked,
      required: false,
      choices: [{ value: 's4', label: '中四' }],
    },
    { type: 'longText', name: 'review', label: '影評', ...asked, min: 5, max: 20 },
  ],
  terms: { version: 'v1', text: '我同意條款', links: [{ label: '聲明', to: '/category/privacystate2' }] },
  marketing: { version: 'm1', text: '收取消息', links: [] },
} satisfies Campaign['blocks'][number]

const aPage = (change: Partial<Campaign> = {}): Campaign => ({
  codeName: 'REVIEW',
  state: 'running',
  kicker: '',
  title: '學生影評',
  lead: '',
  audience: '中學生',
  imageURL: '',
  startsAt: '2026-01-01T00:00:00Z',
  endsAt: '2026-12-20T15:59:59Z',
  endedText: '',
  blocks: [
    {
      kind: 'text',
      title: '辦法',
      paragraphs: ['<b>第一段</b>'],
      steps: [{ title: '選影片', text: '' }],
      links: [{ label: '優惠', to: '/warriors48' }],
    },
    FORM,
    { kind: 'code', title: '兌換碼', text: '' },
  ],
  ...change,
})

const Code = ({ head, isMain }: CodeFormProps) => (
  <div>
    {head}
    <p>code form {isMain ? 'with the main button' : ''}</p>
  </div>
)
const open = (page: Campaign | CallError = aPage(), answer?: () => object) =>
  renderWeb(<CampaignScreen CodeForm={Code} />, {
    path: '/campaign-site?codeName=REVIEW',
    reads: [[campaign, () => (page instanceof CallError ? Promise.reject(page) : page)]],
    ...(answer && { answer }),
  })
const failure = (errorCode: 'NOT_FOUND' | '403') =>
  new CallError({ result: 'FAILED', errorCode, message: '此活動不適用於你所在的地區。' })
const submit = () => screen.getByRole('button', { name: '遞交影評' })

beforeEach(() => sessionStorage.clear())

test('a page shows its blocks as plain text, and leads on', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: '學生影評' })).toBeTruthy()
  expect(screen.getByText('<b>第一段</b>')).toBeTruthy()
  expect(screen.getByRole('link', { name: '優惠' }).getAttribute('href')).toBe('#/warriors48')
  expect(screen.getByRole('link', { name: '聲明' }).getAttribute('href')).toBe('#/category/privacystate2')
  expect(screen.getByText('code form')).toBeTruthy()
  expect(screen.getByRole('region', { name: '兌換碼' }).querySelector('h2')?.textContent).toBe('兌換碼')
  expect(screen.getByText(text.until('2026年12月20日 23:59'))).toBeTruthy()
})

test('the terms are required, marketing is apart; what is sent is kept as a number', async () => {
  const { user, call } = await open(aPage(), () => ({ result: 'SUCCESS', submissionNumber: 'K7QM-2XPD' }))
  await user.type(await screen.findByLabelText('筆名'), '小樁')
  await user.type(screen.getByLabelText('影評'), '很好看的影片')
  await user.click(submit())
  expect(await screen.findByText(text.form.agree)).toBeTruthy()
  expect(call).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox', { name: '我同意條款' }))
  await user.click(submit())
  expect(await screen.findByText('K7QM-2XPD')).toBeTruthy()
  expect(call).toHaveBeenCalledTimes(1)
  const [endpoint, input] = call.mock.calls[0]!
  expect(endpoint).toBe(campaignSubmit)
  expect(input).toMatchObject({
    codeName: 'REVIEW',
    answers: { penName: '小樁', grade: '', review: '很好看的影片' },
    agreeTerms: true,
    termsVersion: 'v1',
  })
  expect(input).not.toHaveProperty('marketingVersion')
})

test('a draft is kept in the tab, without consent; a lost response is sent again under the same id', async () => {
  const ids: string[] = []
  const lost = (input: unknown) => {
    ids.push((input as { submissionId: string }).submissionId)
    return { result: 'FAILED', errorCode: 'NETWORK', message: '網絡錯誤' }
  }
  const first = await renderWeb(<CampaignScreen CodeForm={Code} />, {
    reads: [[campaign, aPage()]],
    answer: (_endpoint, input) => lost(input),
  })
  await first.user.type(await screen.findByLabelText('筆名'), '小樁')
  await first.user.type(screen.getByLabelText('影評'), '很好看的影片')
  await first.user.click(screen.getByRole('checkbox', { name: '我同意條款' }))
  await first.user.click(submit())
  expect(await screen.findByText('網絡錯誤')).toBeTruthy()
  first.unmount()
  const again = await renderWeb(<CampaignScreen CodeForm={Code} />, {
    reads: [[campaign, aPage()]],
    answer: (_endpoint, input) => lost(input),
  })
  expect((await screen.findByLabelText<HTMLInputElement>('筆名')).value).toBe('小樁')
  const terms = screen.getByRole<HTMLInputElement>('checkbox', { name: '我同意條款' })
  expect(terms.checked).toBe(false)
  await again.user.click(terms)
  await again.user.click(submit())
  await waitFor(() => expect(ids).toHaveLength(2))
  expect(ids[0]).toBe(ids[1])
})

test('the server’s refusals stand at their fields', async () => {
  const { user } = await open(aPage(), () => ({
    result: 'FAILED',
    errorCode: 'INVALID_INPUT',
    message: '有誤',
    fields: { review: '字數不符合要求' },
  }))
  await user.type(await screen.findByLabelText('筆名'), '小樁')
  await user.type(screen.getByLabelText('影評'), '很好看的影片')
  await user.click(screen.getByRole('checkbox', { name: '我同意條款' }))
  await user.click(submit())
  expect(await screen.findByText('字數不符合要求')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('影評'))
})

test('an unknown campaign is the title of the page as well', async () => {
  await open(failure('NOT_FOUND'))
  await screen.findByRole('heading', { level: 1, name: text.unknown.title })
  await expect.poll(() => document.title).toContain(text.unknown.title)
})

test.each<[string, Campaign | CallError, string]>([
  ['not open yet', aPage({ state: 'upcoming', blocks: [] }), text.upcoming.title],
  ['over', aPage({ state: 'ended', blocks: [] }), text.ended.title],
  ['unknown', failure('NOT_FOUND'), text.unknown.title],
  ['of another region', failure('403'), text.region],
])('a campaign that is %s says so', async (_, page, title) => {
  await open(page)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '遞交影評' })).toBeNull()
})
