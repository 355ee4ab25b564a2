import type { App } from '#server/app.ts'
import { applicant, PASSWORD } from './applicant.ts'

/** A member with a session in the first profile. */
export type BenchMember = { token: string; profileId: string }

/** Creates an account, logs in and chooses its first profile. */
export async function makeMember(
  { domains: { accounts, profiles }, clock }: App,
  mobileno: string,
): Promise<BenchMember> {
  await accounts.createAccount(applicant(mobileno, clock.now()))
  const session = await accounts.sessions.logIn(
    { mobileno, areaCode: '852', password: PASSWORD },
    { address: '127.0.0.1', device: {} },
  )
  if ('devices' in session) throw new Error('a new account has no devices')
  const viewer = await accounts.sessions.viewer(session.token, { language: 'zh_HK', region: 'HK' })
  const [first] = await profiles.list(viewer)
  if (!first) throw new Error('a new account has a profile')
  await profiles.choose(viewer, { profileId: first.profileId })
  return { token: session.token, profileId: first.profileId }
}
