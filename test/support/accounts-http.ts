import { afterAll, beforeAll, beforeEach } from 'vitest'
import { accounts } from '#server/wire/action/accounts.ts'
import { messages } from '#server/wire/action/messages.ts'
import { sessions } from '#server/wire/action/sessions.ts'
import type { Domains } from '#server/wire/domains.ts'
import { createTestAccounts, PASSWORD } from './accounts.ts'
import { createTestHttp } from './http.ts'

type RequestOptions = { token?: string; language?: string; device?: string; headers?: Record<string, string> }

/** Serves the calls of accounts, sessions and messages over HTTP. The throttles expire before each test. */
export function serveAccounts() {
  let testApp: Awaited<ReturnType<typeof createTestAccounts>>
  let http: Awaited<ReturnType<typeof createTestHttp>>
  beforeAll(async () => {
    testApp = await createTestAccounts()
    http = await createTestHttp(
      (on) => {
        // These calls use accounts and messages only.
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

  /** Sends a POST as the site does: secrets in the body, the token in a header. */
  function call(path: string, payload: object = {}, { token, language = 'en_US', device }: RequestOptions = {}) {
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

  const callJson = async (...options: Parameters<typeof call>) => (await call(...options)).json()
  const logIn = (mobileno: string, change: object = {}, options?: RequestOptions) =>
    callJson('login.action', { mobileno, password: PASSWORD, ...change }, options)
  return { call, callJson, logIn, testApp: () => testApp, http: () => http }
}
