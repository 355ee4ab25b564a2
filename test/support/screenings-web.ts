import type { Endpoint } from '#contract/endpoint.ts'

const HOUR = 3_600_000
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
export const program = (change: object = {}) => ({
  programId: 'train',
  programGuid: 'train',
  title: '北行慢車',
  restriction: 'IIA',
  duration: 7_440,
  maxResolution: '4K',
  imageURL: '',
  keyartImageURL: '',
  ...change,
})
export const slot = (slotId: string, change: object = {}) => ({
  slotId,
  program: program(),
  startsAt: inHours(5),
  endsAt: inHours(53),
  credits: 128,
  amount: 12_800,
  currency: 'HKD',
  tickets: 1,
  seats: 5,
  capacity: 40,
  available: 14,
  state: 'onSale',
  providers: ['paypal', 'wechat', 'crypto'],
  ...change,
})
export const screening = (change: object = {}) => ({
  screeningId: 'own',
  slotId: 'a',
  program: program(),
  startsAt: inHours(-1),
  endsAt: inHours(47),
  seats: 3,
  taken: 2,
  status: 'open',
  host: true,
  guestURL: '/#/private?guest=aaaaaaaaaaaaaaaaaaaaaa',
  ...change,
})
export const quote = (change: object = {}) => ({
  slotId: 'a',
  unit: 'credits',
  payment: 128,
  resourceId: 'quote',
  quoteExpiresAt: inHours(0.1),
  owned: 194,
  left: 66,
  from: [{ bucket: 'monthly', credits: 128 }],
  startsAt: inHours(5),
  endsAt: inHours(53),
  seats: 5,
  ...change,
})
/** The secret of a guests' link, and the session of a guest. */
export const SECRET = 'aaaaaaaaaaaaaaaaaaaaaa'
export const TOKEN = 'b'.repeat(43)

export type Answers = readonly (readonly [Endpoint, object])[]
/** What calls are answered by endpoint. */
export const answering = (answers: Answers) => (endpoint: Endpoint) =>
  answers.find(([one]) => one === endpoint)?.[1] ?? { result: 'SUCCESS' }
