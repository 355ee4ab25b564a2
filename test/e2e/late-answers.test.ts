import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { logInAsDemo, chooseProfile, memberStorage, profilesOf } from './support/members.ts'
import { isFull } from '../support/full.ts'
import { recordShifts, settled, shiftsOf } from './support/shifts.ts'
import { type Page, type Size, visit, world } from './support/world.ts'

const MAX_SHIFT = 0.02
const LATE_MS = 1500

/** How late a call is answered: all at once, or those of the viewer after those of the page, and the other way round. */
const ORDERS: Record<string, (path: string) => number> = {
  'everything late': () => LATE_MS,
  'the viewer’s own answers late': (path) => (OWN.test(path) ? LATE_MS : 0),
  'the page’s answers late': (path) => (OWN.test(path) ? 0 : LATE_MS),
}
/** What is the viewer's own: session, credits, list, ratings, plan. */
const OWN =
  /userInfo|userProfile|\/profile\/|rating|subscri|wallet|message|device|purchased|payPlay|ticketList|giftcard\/(list|received)/i

const SCREENS = {
  home: `/#${PATHS.home}`,
  movies: `/#${PATHS.movie}`,
  'the detail of a rental': `/#${PATHS.movie}?programId=incense`,
  'the detail of class III': `/#${PATHS.movie}?programId=pier`,
  'the detail of a series': `/#${PATHS.drama}?programId=islands`,
  category: `/#${PATHS.rolling}?categoryId=movie-new`,
  account: `/#${PATHS.setup}`,
  wallet: `/#${PATHS.setup}/wallet`,
  plans: `/#${PATHS.monthlyFee}`,
  cinema: `/#${PATHS.cinema}`,
  'gift cards': `/#${PATHS.giftCard}`,
  'private cinema': `/#${PATHS.privateCinema}`,
  'special sales': `/#${PATHS.specialSales}`,
}

const answerLate = (page: Page, order: (path: string) => number) =>
  page.route(/\/api(_v2)?\//, async (route) => {
    const late = order(new URL(route.request().url()).pathname)
    await page.waitForTimeout(late)
    await route.continue().catch(() => {})
  })

async function storage(): Promise<BrowserContextOptions['storageState']> {
  const member = await logInAsDemo('history')
  const [own] = await profilesOf(member)
  return memberStorage(member, { profile: await chooseProfile(member, own!) })
}

/** Without `npm run test:full`: a member whose own answers are late. */
const isSampled = ({ stored, name }: { stored: boolean; name: string }) =>
  stored && name === 'the viewer’s own answers late'

test.each(isFull ? (['phone', 'desktop'] as const) : (['phone'] as const))(
  'nothing moves when its answers come late (%s)',
  async (size: Size) => {
    const storageState = await storage()
    const faults = await Promise.all(
      [undefined, storageState].flatMap((stored) =>
        Object.entries(ORDERS)
          .filter(([name]) => isFull || isSampled({ stored: stored !== undefined, name }))
          .map(async ([name, order]) => {
            const found: string[] = []
            const { page } = await visit({
              size,
              path: '/favicon-512.png',
              options: { storageState: stored },
              prepare: async (tab) => {
                await tab.addInitScript(recordShifts)
                await answerLate(tab, order)
              },
            })
            for (const [screen, path] of Object.entries(SCREENS)) {
              await page.goto(`${world.url}/?${screen.length}${path.slice(1)}`, { waitUntil: 'load' })
              await settled(page)
              const { sum, moved } = await shiftsOf(page)
              if (sum > MAX_SHIFT)
                found.push(
                  `${screen}, ${stored ? 'member' : 'visitor'}, ${name}: ${sum.toFixed(3)} ${JSON.stringify(moved)}`,
                )
            }
            return found
          }),
      ),
    )
    expect(faults.flat()).toEqual([])
  },
  300_000,
)
