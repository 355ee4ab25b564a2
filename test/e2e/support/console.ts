import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type AdminEndpoint, adminUrl, type Role } from '#contract/admin/endpoint.ts'
import { invite, saveRoles } from '#contract/admin/operators.ts'
import { open, signIn as signInByApi, welcome } from '#contract/admin/session.ts'
import type { Language } from '#contract/languages.ts'
import { consoleSession as english } from '#text/en_US/console-session.ts'
import { consoleSession as chinese } from '#text/zh_HK/console-session.ts'
import { launch } from '../../support/launch.ts'
import { eventually, type Page, visit, type Visitor, world } from './world.ts'

const TEXT = { zh_HK: chinese, en_US: english }
const PASSWORD = 'a harbour at night, in rain'
const STEP_MS = 30_000

export interface ConsoleOperator {
  readonly email: string
  readonly name: string
  /** Codes of the authenticator app, each of a later step than the last: a step is used once. */
  readonly nextCode: () => string
  readonly recoveryCodes: readonly string[]
}

/** The console in a browser of its own. Only an unforwarded request of this computer is let in. */
export const visitConsole = (path: string, { options, ...visitor }: Omit<Visitor, 'path'> = {}) =>
  visit({ path: `/console/#${path}`, language: 'zh_HK', ...visitor, options: { extraHTTPHeaders: {}, ...options } })

export const uniqueEmail = (name: string): string => `${name}.${randomUUID().slice(0, 8)}@console.test`

/** Runs `npm run operators -- create`. @returns the token of the printed link */
export async function createOperator(operator: {
  email: string
  name: string
  roles: readonly Role[]
}): Promise<string> {
  const { email, name, roles } = operator
  const args = ['operators', 'create', '--email', email, '--name', name]
  const command = launch([...args, '--roles', roles.join(',')], { dataDir: world.dataDir })
  const exitCode = await command.exitCode
  const token = tokenIn(command.lines.join('\n'))
  if (exitCode !== 0 || !token) throw new Error(`operators ended with ${exitCode}:\n${command.lines.join('\n')}`)
  return token
}

const tokenIn = (text: string): string | undefined => /#\/welcome\/([\w-]+)/.exec(text)?.[1]

/** The token of the newest link in the mailbox. */
export async function mailedToken(email: string): Promise<string> {
  const read = async () => {
    const answer = await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(email)}`)
    const { list } = (await answer.json()) as { list: unknown[] }
    return tokenIn(JSON.stringify(list[0] ?? '')) ?? ''
  }
  await eventually(read).not.toBe('')
  return read()
}

interface NewOperator {
  email: string
  name: string
  language?: Language
  /** Before the page of the recovery codes is left. */
  whenKept?: () => Promise<unknown>
}

/** The console in the session of a new operator, as after the sign-in form. @param path of the screen, below `/console/#` */
export async function visitSignedIn(
  path: string,
  { name, roles, ...visitor }: Omit<Visitor, 'path' | 'prepare'> & { name: string; roles: readonly Role[] },
) {
  const email = uniqueEmail(roles[0]!)
  const token = await createOperator({ email, name, roles })
  const { otpauthUri } = await openSession<{ otpauthUri: string }>(open, { token })
  const nextCode = codesOf(new URL(otpauthUri).searchParams.get('secret')!)
  await openSession(welcome, { token, password: PASSWORD, code: nextCode() })
  const { cookies } = await openSession(signInByApi, { email, password: PASSWORD, code: nextCode() })
  const visited = await visitConsole(path, {
    ...visitor,
    prepare: async (page) => {
      await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: world.url })))
    },
  })
  await visited.page.locator('nav').first().waitFor()
  return { ...visited, email }
}

/** A call of the operators' wire from this computer. @throws Error with the answer when it is refused */
async function openSession<T>(
  endpoint: AdminEndpoint,
  input: object,
): Promise<T & { cookies: { name: string; value: string }[] }> {
  const headers = { 'content-type': 'application/json', 'x-harbour-console': '1', 'sec-fetch-site': 'same-origin' }
  const url = world.url + adminUrl(endpoint)
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })
  const answer = (await response.json()) as T & { result: string }
  if (answer.result !== 'SUCCESS') throw new Error(JSON.stringify(answer))
  const cookies = response.headers.getSetCookie().map((cookie) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return { name, value }
  })
  return { ...answer, cookies }
}

/** Sets password and authenticator app on the page of an invitation, and keeps the recovery codes. */
export async function setCredentials(
  page: Page,
  { email, name, language = 'zh_HK', whenKept }: NewOperator,
): Promise<ConsoleOperator> {
  const { welcome: text } = TEXT[language]
  await page.getByLabel(text.newPassword, { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const key = await page.getByText(/^(?:[A-Z2-7]{1,4} ){3,}[A-Z2-7]{1,4}$/).textContent()
  const nextCode = codesOf((key ?? '').replaceAll(' ', ''))
  await page.getByLabel(text.enterCode).fill(nextCode())
  await page.keyboard.press('Enter')
  const codes = page
    .getByRole('list')
    .filter({ hasNot: page.locator('[aria-current]') })
    .getByRole('listitem')
  await page.getByRole('heading', { name: text.keepTitle }).waitFor()
  const recoveryCodes = await codes.allTextContents()
  await page.getByRole('checkbox', { name: text.kept }).check({ force: true })
  await whenKept?.()
  await page.getByRole('button', { name: text.finish }).click()
  return { email, name, nextCode, recoveryCodes }
}

/** The server takes the step before and the one after: with one operator three codes in a row. */
function codesOf(base32: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(base32) })
  let offset = -STEP_MS
  return () => {
    const code = totp.generate({ timestamp: Date.now() + offset })
    offset += STEP_MS
    return code
  }
}

export async function signIn(
  page: Page,
  { email, nextCode }: ConsoleOperator,
  language: Language = 'zh_HK',
): Promise<void> {
  const text = TEXT[language]
  await page.getByLabel(text.email).fill(email)
  await page.getByLabel(text.password, { exact: true }).fill(PASSWORD)
  // The sixth digit sends it.
  await page.getByLabel(text.code).fill(nextCode())
}

export async function recover(page: Page, { email, recoveryCodes }: ConsoleOperator): Promise<void> {
  await page.getByLabel(chinese.email).fill(email)
  await page.getByLabel(chinese.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: chinese.useRecovery }).click()
  await page.getByLabel(chinese.recoveryCode).fill(recoveryCodes[0]!)
  await page.keyboard.press('Enter')
}

/** Invites as the operator who is signed in on a page. */
export async function inviteByApi(
  page: Page,
  person: { email: string; name: string; roles: readonly Role[] },
): Promise<void> {
  const body = { ...person, requestKey: randomUUID(), reason: 'new colleague' }
  const answer = await page.evaluate(
    async ([url, input]) => {
      const headers = { 'content-type': 'application/json', 'x-harbour-console': '1' }
      return (await fetch(url, { method: 'POST', headers, body: input })).text()
    },
    [adminUrl(invite), JSON.stringify(body)] as const,
  )
  if (!answer.includes('SUCCESS')) throw new Error(answer)
}

/** Refusals that the console deals with over the page. */
export const REFUSED_SAVES = {
  stepUp: { result: 'FAILED', errorCode: 'STEP_UP_REQUIRED', message: '' },
  sessionEnded: { result: 'FAILED', errorCode: 'LOGIN_REQUIRED', message: '' },
  conflict: {
    result: 'FAILED',
    errorCode: 'VERSION_CONFLICT',
    message: '',
    current: { roles: ['catalogue', 'care'], version: 9 },
    by: 'Cy Ng',
    at: '2026-11-21T08:40:00Z',
  },
} as const

/** On the page of operators: changes the roles of one, which the server refuses so. */
export async function saveRefused(page: Page, refusal: keyof typeof REFUSED_SAVES): Promise<void> {
  await page.route(`**${adminUrl(saveRoles)}`, (route) => route.fulfill({ json: REFUSED_SAVES[refusal] }))
  await page.locator('[data-row]').last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').nth(1).click({ force: true })
  await dialog.locator('input[name=reason]').fill('covers for a colleague')
  await dialog.locator('button[type=submit]').click()
  if (refusal === 'conflict') await dialog.getByRole('radio').first().waitFor()
  else await page.getByRole('dialog').nth(1).waitFor()
}
