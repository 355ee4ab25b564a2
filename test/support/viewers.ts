import type { MemberViewer, Visitor } from '#server/domains/viewer.ts'

/** A visitor in Hong Kong with Chinese as language. */
export const visitor = (change: Partial<Visitor> = {}): Visitor => ({
  kind: 'visitor',
  language: 'zh_HK',
  region: 'HK',
  kids: false,
  deviceSerial: undefined,
  ...change,
})

/** A member in Hong Kong with Chinese as language, in a profile that is not unlocked. */
export const memberViewer = <Change extends Partial<MemberViewer>>(change?: Change): MemberViewer & Change => ({
  kind: 'member',
  accountId: 'acc1',
  sessionId: 'ses1',
  profileId: 'pro1',
  language: 'zh_HK',
  region: 'HK',
  kids: false,
  deviceSerial: undefined,
  unlocked: false,
  parentalVersion: 0,
  ...(change as Change),
})
