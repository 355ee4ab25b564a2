import { type GuardViewer, judge } from '#web/site/navigation/guard.rules.ts'
import { routeAt } from '#web/site/navigation/routes.tsx'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { watchErrors } from '../../support/browser.ts'
import { LOGIN_PROMPT, shownBy } from './screens.ts'
import { hashOf, type Page, TIMEOUT_MS, world } from './world.ts'

/** Open to everybody without a wait: where a walk comes from, and returns to. */
const NEUTRAL = PATHS.terms
/** In place of the former, when it is itself the destination. */
const OTHER_NEUTRAL = PATHS.collection

/** What one sees of a screen. */
interface Shown {
  path: string
  heading: string
  pageTitle: string
  /** The login prompt is open. */
  isLoginPromptOpen: boolean
}

/** What is to be seen once a screen has arrived: of the former as much as is known, and an element of the screen. */
type Expected = Partial<Shown> & {
  path: string
  /** A selector. */
  shows?: string | undefined
}

const readShown = (page: Page): Promise<Shown> =>
  page.evaluate((prompt) => {
    const heading = document.querySelector('main h1, [role=alertdialog] h1, section:has(video) h1')
    return {
      path: location.hash.slice(1).split('?')[0]!,
      heading: heading?.textContent ?? '',
      pageTitle: document.title,
      isLoginPromptOpen: document.querySelector(prompt) !== null,
    }
  }, LOGIN_PROMPT)

/** Between two looks at a screen that must not change any more. */
const LOOK_MS = 100

/** Waits until the expected screen is there, complete, and the same at two looks. @returns what is there, also when it is another */
async function arrive(page: Page, { shows, ...expected }: Expected): Promise<Shown> {
  const until = Date.now() + TIMEOUT_MS
  let before = ''
  for (;;) {
    const shown = await readShown(page)
    const isAwaited = await page.locator('[data-awaited], html[data-fresh]').count()
    const isComplete = !shows || (await page.locator(shows).filter({ visible: true }).count()) > 0
    const isThere = shown.heading !== '' && differences(shown, expected).length === 0
    const now = JSON.stringify(shown)
    if ((isThere && isComplete && isAwaited === 0 && now === before) || Date.now() > until) return shown
    before = now
    await page.waitForTimeout(LOOK_MS)
  }
}

const differences = (shown: Shown, expected: Partial<Shown>): string[] =>
  Object.entries(expected)
    .filter(([name, value]) => shown[name as keyof Shown] !== value)
    .map(([name, value]) => `${name} is “${shown[name as keyof Shown]}”, not “${value}”`)

/** Navigates by a link of the page, as a click on one does. */
const followLink = (page: Page, address: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
    link.remove()
  }, `#${address}`)

/** The next start in the private cinema may be that of a film of class III, which asks for the code. */
const EXPECTED_REFUSALS = ['PARENTAL_CODE_REQUIRED /api_v2/privateCinema/quote']

/** Collects errors, and calls that failed. */
function watchFaults(page: Page): string[] {
  const faults = watchErrors(page)
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400) faults.push(`${response.status()} ${pathname}`)
    else if (pathname.startsWith('/api')) {
      // A page that is left takes its answers with it.
      const answer = (await response.json().catch(() => ({}))) as { result?: string; errorCode?: string }
      const refusal = `${answer.errorCode} ${pathname}`
      if (answer.result === 'FAILED' && !EXPECTED_REFUSALS.includes(refusal)) faults.push(refusal)
    }
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') faults.push(`${reason} ${request.url()}`)
  })
  return faults
}

export interface RouteVisitor {
  who: string
  guard: GuardViewer
  /** The address of a path with what the screen needs. */
  addressOf(path: string): string
  /** The screens that a walk comes from. */
  neutral: ReadonlyMap<string, Shown>
}

/** Reads what is seen of the screens that walks come from. */
export async function neutralScreens(page: Page): Promise<Map<string, Shown>> {
  const screens = new Map<string, Shown>()
  for (const path of [NEUTRAL, OTHER_NEUTRAL]) {
    await page.goto(`${world.url}/?${loads++}#${path}`, { waitUntil: 'domcontentloaded' })
    screens.set(path, await arrive(page, { path, isLoginPromptOpen: false, shows: shownOn(path) }))
  }
  return screens
}

let loads = 0

/** Opens a path by its address, again, by a link and leaves it by Back. @returns what was wrong */
async function visitRoute(page: Page, path: string, visitor: RouteVisitor): Promise<string[]> {
  const { who, guard, addressOf, neutral } = visitor
  const address = addressOf(path)
  const [pathname = ''] = address.split('?')
  const verdict = judge(pathname, guard)
  const faults: string[] = []
  const expectScreen = async (how: string, expected: Expected) => {
    const shown = await arrive(page, expected)
    const { shows: _, ...wanted } = expected
    faults.push(...differences(shown, wanted).map((difference) => `${who} ${path} ${how}: ${difference}`))
    return shown
  }

  const first: Expected =
    verdict.does === 'stay' && !guard.kids
      ? { path: pathname, isLoginPromptOpen: false, shows: shownOn(pathname) }
      : { path: verdict.does === 'stay' ? pathname : verdict.to, isLoginPromptOpen: verdict.does === 'ask' }
  const before = neutral.get(first.path === NEUTRAL ? OTHER_NEUTRAL : NEUTRAL)!
  // Another query each time: a changed hash alone would not load the page.
  await page.goto(`${world.url}/?${loads++}#${address}`, { waitUntil: 'domcontentloaded' })
  const screen = await expectScreen('by address', first)
  if (screen.heading === '') faults.push(`${who} ${path}: no heading`)
  const same = { ...screen, shows: first.shows }
  await page.reload({ waitUntil: 'domcontentloaded' })
  // Who was asked to log in is at the address of the screen behind the prompt.
  await expectScreen('after a reload', { ...same, isLoginPromptOpen: false })
  await page.evaluate((hash) => void (location.hash = hash), `#${before.path}`)
  await expectScreen('left', before)
  await followLink(page, address)
  await expectScreen('by a link', same)
  await page.goBack()
  await expectScreen('by Back', before)
  return faults
}

const shownOn = (pathname: string) => {
  const { name } = routeAt(pathname)
  return name === 'Play' || name === 'PlayDrama' ? 'video' : shownBy(name)
}

/** Visits each path in one tab. @returns what was wrong, and errors and calls that failed on the way */
export async function walkRoutes(page: Page, paths: Iterable<string>, visitor: RouteVisitor): Promise<string[]> {
  const watched = watchFaults(page)
  const faults: string[] = []
  for (const path of paths) {
    const wrong = await visitRoute(page, path, visitor).catch((error) => [
      `${visitor.who} ${path} at ${hashOf(page)}: ${String(error)}`,
    ])
    faults.push(...wrong, ...watched.splice(0).map((fault) => `${visitor.who} ${path}: ${fault}`))
  }
  return faults
}
