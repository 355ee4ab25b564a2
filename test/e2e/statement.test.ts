import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { chooseProfile, logInAsDemo, memberStorage, profilesOf } from './support/members.ts'
import { visit } from './support/world.ts'

/** A tablet, and 1440 px at 200 % zoom. */
const WIDTHS = [820, 720]
/** Less room breaks the words of an entry. */
const WORDS_PX = 200

test.each(LANGUAGES)('on a tablet and enlarged, each entry of the statement is read whole (%s)', async (language) => {
  const member = await logInAsDemo('history')
  const [own] = await profilesOf(member)
  const storageState = memberStorage(member, { profile: await chooseProfile(member, own!), language })
  const { page } = await visit({ path: `/#${PATHS.setupWallet}`, options: { storageState } })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const rows = page.locator('main table tbody tr')
    await rows.first().waitFor()
    const cells = await rows.first().evaluate((row) =>
      [...row.children].map((cell) => ({
        isCut: cell.scrollWidth > cell.clientWidth + 1,
        right: cell.getBoundingClientRect().right,
        width: cell.getBoundingClientRect().width,
      })),
    )
    expect(cells.filter(({ isCut, right }) => isCut || right > width)).toEqual([])
    expect(Math.max(...cells.map((cell) => cell.width))).toBeGreaterThanOrEqual(WORDS_PX)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
