import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { compileArticle } from '../../../../vite.articles.ts'

const CONTENT = fileURLToPath(new URL('../../../../content/', import.meta.url))

test.each(LANGUAGES)('the title in the tab is the heading of the page: %s', async (language) => {
  const headingOf = (file: string) => compileArticle(readFileSync(`${CONTENT}${language}/${file}.md`, 'utf8')).title
  const [{ pageTitles }, { plans }, { payments }, { redeem }] = await Promise.all([
    import(`#text/${language}/page-titles.ts`),
    import(`#text/${language}/plans-web.ts`),
    import(`#text/${language}/payments.ts`),
    import(`#text/${language}/codes.ts`),
  ])
  expect(pageTitles).toMatchObject({
    KnowUs: headingOf('knowus'),
    Terms: headingOf('terms'),
    Privacy: headingOf('privacy'),
    Collection: headingOf('collection'),
    Partners: headingOf('partners'),
    HmvodPlan: plans.comparison.title,
    PayPoint: payments.topUp.title,
    SetupPayments: payments.list.title,
    MonthlyRedeemCode: redeem.monthly.title,
  })
})
