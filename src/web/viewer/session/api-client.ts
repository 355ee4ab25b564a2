import { createApiClient, type RequestContext } from '#web/kit/api-client.ts'
import type { CallContext } from '#web/kit/call-url.ts'
import { browserName, osName } from '#web/kit/device-capabilities.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { readLanguage } from '#web/kit/language.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { currentShellText } from '#web/viewer/text/shell-text.ts'
import { noteClosing } from '#web/viewer/account/account-closing.ts'
import { isDeadSession } from './refusals.ts'
import { readSession, VISITOR } from './session.ts'
import { deviceSerial } from './visit-storage.ts'

export const apiClient = createApiClient({
  context,
  onRefusal,
  networkMessage: () => currentShellText().errors.network,
  unansweredMessage: () => currentShellText().errors.unanswered,
  faultMessage: (code) => currentShellText().errors.fault(code),
})
export const { call, callOrThrow, get } = apiClient

export function readCallContext(): CallContext {
  const { pattern, profile } = readSession()
  return { language: readLanguage(), pattern, profileId: profile?.profileId }
}

/** 403: refused to a child's profile, which may have been chosen in another tab. */
const NOT_ALLOWED: ReadonlySet<string> = new Set(['NOT_ALLOWED', '403'])
let whenSessionEnds: (message: string) => void = () => {}
let whenNotAllowed = () => {}

export function onSessionEnd(handler: (message: string) => void): void {
  whenSessionEnds = handler
}

export function onNotAllowed(handler: () => void): void {
  whenNotAllowed = handler
}

function onRefusal(refusal: Failure, token: string | undefined): void {
  // The response to a token that is no longer stored is ignored.
  if (!token || token !== readSession().token) return
  if (isDeadSession(refusal.errorCode)) whenSessionEnds(refusal.message)
  if (refusal.closing) noteClosing()
  else if (NOT_ALLOWED.has(refusal.errorCode)) whenNotAllowed()
}

export const requestContext = (): RequestContext => context()

function context(otherToken?: string): RequestContext {
  const { token, mobileno, areaCode, profile } = otherToken ? { ...VISITOR, token: otherToken } : readSession()
  const { buildVersion } = siteConfig()
  return {
    address: otherToken ? { ...readCallContext(), profileId: undefined } : readCallContext(),
    token,
    client: {
      platform: 'website',
      appVersion: buildVersion,
      buildVersion,
      deviceModel: browserName(navigator.userAgent),
      deviceSerial: deviceSerial(),
      network: navigator.onLine ? 'online' : 'offline',
      osVersion: osName(navigator.userAgent, navigator.maxTouchPoints),
      areaCode: areaCode ?? '852',
      mobileno,
      profileId: profile?.profileId,
    },
  }
}
