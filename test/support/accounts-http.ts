import { afterAll, beforeAll, beforeEach } from 'vitest'
import { accounts } from '#server/wire/action/accounts.ts'
import { messages } from '#server/wire/action/messages.ts'
import { sessions } from '#server/wire/action/sessions.ts'
import type { Domains } from '#server/wire/domains.ts'
import { createTestAccounts, PASSWORD } from './accounts.ts'
import { createTestHttp } from './http.ts'

type Ask = { token?: string; language?: string; device?: string; headers?: Record<string, string> }

/** The calls of accounts, sessions and messages on the real HTTP server; every test begins with fresh counts. */
export function serveAccounts() {
  let testApp: Awaited<ReturnType<typeof createTestAccounts>>
  let http: Awaited<ReturnType<typeof createTestHttp>>
  beforeAll(async () => {
    testApp = await createTestAccounts()
    http = await createTestHttp(
      (on) => {
        // These calls use no domain but accounts and messages.
        const domains = testApp as unknown as Domains
        for (const calls of [accounts, sessions, messages]) calls.register(on, domains)
      },
      {
        resolveViewer: (token, { context, region }) => testApp.accounts.sessions.viewer(token, { ...context, region }),
      },
    )
  })
  afterAll(async () => {
    await http.app.close()
    await testApp.close()
  })
  beforeEach(() => testApp.clock.advance('PT49H'))

  /** POSTs as the site does: secrets in the body, the token in its header. */
  function call(path: string, payload: object = {}, { token, language = 'en_US', device }: Ask = {}) {
    const context = new URLSearchParams({ deviceSerial: device ?? '', deviceModel: 'Chrome' }).toString()
    return http.app.inject({
      method: 'POST',
      url: `/api/${path}?language=${language}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(device !== undefined && { 'x-client-context': context }),
      },
      payload,
    })
  }

  const answer = async (...ask: Parameters<typeof call>) => (await call(...ask)).json()
  const logIn = (mobileno: string, change: object = {}, ask?: Ask) =>
    answer('login.action', { mobileno, password: PASSWORD, ...change }, ask)
  return { call, answer, logIn, testApp: () => testApp, http: () => http }
}
