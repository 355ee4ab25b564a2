import { randomInt } from 'node:crypto'
import type { BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import type { Language } from '#contract/languages.ts'
import { uniqueClientAddress, world } from './world.ts'

/** A member registered by SMS. */
export interface Member {
  token: string
  userId: string
  partner: string
  mobileno: string
  areaCode: '852'
  /** From the SMS, like the parental code. */
  password: string
  parentalCode: string
}

export interface Refusal {
  result: 'FAILED'
  errorCode: string
  retryAfter?: number
}

type Envelope<T> = (T & { result: 'SUCCESS' }) | Refusal

/** POSTs a call as the site does and returns its response, also a failed one. */
export async function send<T = object>(path: string, body: object = {}, token?: string): Promise<Envelope<T>> {
  const answer = await fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...uniqueClientAddress(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Envelope<T>
}

/** Like `send`, but throws unless the result is SUCCESS. */
export async function succeed<T = object>(path: string, body: object = {}, token?: string): Promise<T> {
  const envelope = await send<T>(path, body, token)
  if (envelope.result !== 'SUCCESS') throw new Error(`${path}: ${JSON.stringify(envelope)}`)
  return envelope
}

/** The match in the newest matching SMS to a number. */
export async function latestSms(mobileno: string, pattern: RegExp): Promise<RegExpExecArray> {
  const answer = await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(`+852${mobileno}`)}`)
  const { list } = (await answer.json()) as { list: { text: string }[] }
  for (const { text } of list) {
    const found = pattern.exec(text)
    if (found) return found
  }
  throw new Error(`no SMS to ${mobileno} fits ${String(pattern)}: ${JSON.stringify(list)}`)
}

/** The six digits of the newest SMS with a code. */
export const latestCode = async (mobileno: string): Promise<string> => (await latestSms(mobileno, /\b\d{6}\b/))[0]

/** Every number that begins so is a valid mobile number; there are enough that two members of one run hardly share one. */
const MOBILE_PREFIXES = ['61', '63', '64', '65', '96']
const aMobileNumber = () => `${MOBILE_PREFIXES[randomInt(MOBILE_PREFIXES.length)]}${randomInt(100_000, 1_000_000)}`

/** Registers through the API with the code from the outbox. */
export async function register(name = '陳大文'): Promise<Member> {
  const number = { mobileno: aMobileNumber(), areaCode: '852' as const }
  await succeed('/api/register2.action', { ...number, agreeTerms: true, agreePrivacy: true })
  const { verificationToken } = await succeed<{ verificationToken: string }>('/api/checkVerificationCode.action', {
    ...number,
    code: await latestCode(number.mobileno),
  })
  const opened = await succeed<Pick<Member, 'token' | 'userId' | 'partner'>>('/api/register3', {
    verificationToken,
    name,
    email: `${number.mobileno}@example.com`,
    birthday: '1990-05-12',
    gender: 'female',
  })
  const [, password = '', parentalCode = ''] = await latestSms(number.mobileno, /密碼：(\d+)，家長密碼：(\d{4})/)
  return { ...number, ...opened, password, parentalCode }
}

/** Logs in as an account of the demo, which has credits, or as a partner's customer tickets; logs out after the test, since an account has five devices at most. */
export async function logInAsDemo(kind: 'plain' | 'kids' | 'history' | 'plan' | 'partner'): Promise<Member> {
  const { list } = (await (await fetch(`${world.url}/dev/accounts`)).json()) as { list: DemoAccount[] }
  const account = list.find((one) => one.kind === kind)
  if (!account) throw new Error(`no demo account is ${kind}`)
  const { mobileno, password, parentalCode } = account
  const opened = await succeed<Pick<Member, 'token' | 'userId' | 'partner'>>('/api/login.action', {
    mobileno,
    areaCode: '852',
    password,
  })
  onTestFinished(async () => void (await send('/api/logout.action', {}, opened.token)))
  return { ...opened, mobileno, areaCode: '852', password, parentalCode }
}

interface DemoAccount {
  kind: string
  mobileno: string
  password: string
  parentalCode: string
}

/** The demo code that does this. */
export async function demoCode(name: RegExp): Promise<string> {
  const answer = await fetch(`${world.url}/dev/accounts`)
  const { codes } = (await answer.json()) as { codes: { name: string; code: string }[] }
  const found = codes.find((one) => name.test(one.name))
  if (!found) throw new Error(`no demo code is ${String(name)}`)
  return found.code
}

/** The member's profiles, last used first. */
export async function profilesOf({ token }: Member): Promise<Profile[]> {
  return (await succeed<{ data: { profiles: Profile[] } }>('/api_v2/profile/list', {}, token)).data.profiles
}

/** Adds a profile. */
export async function addProfile({ token }: Member, name: string, childrenModel = false): Promise<Profile> {
  const avatarId = childrenModel ? 'kid-cat' : 'tram'
  return (await succeed<{ profile: Profile }>('/api_v2/profile/create', { name, avatarId, childrenModel }, token))
    .profile
}

/** Chooses a profile for the member's session. */
export async function chooseProfile(member: Member, { profileId }: Pick<Profile, 'profileId'>): Promise<Profile> {
  return (await succeed<{ profile: Profile }>('/api_v2/profile/choose', { profileId }, member.token)).profile
}

/** Browser storage of a member who is logged in, with the session's profile. */
export function memberStorage(
  { token, userId, partner, mobileno, areaCode }: Member,
  { profile, language = 'zh_HK', origin = world.url }: { profile?: Profile; language?: Language; origin?: string } = {},
): Exclude<BrowserContextOptions['storageState'], string | undefined> {
  const stored = {
    token,
    mobileno,
    language,
    'harbour.areaCode': areaCode,
    'harbour.userId': userId,
    'harbour.partner': partner,
    ...(profile && { currentProfile: JSON.stringify(profile) }),
  }
  return {
    cookies: [],
    origins: [{ origin, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
  }
}
