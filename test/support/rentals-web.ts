import type { Program } from '#contract/programs.ts'
import type { Quote } from '#web/viewer/rentals/quote.rules.ts'
import { CallError } from '#web/kit/envelope.ts'

/** A movie on sale to a member, as the detail call answers it. */
export const programOnSale = (change: Partial<Program> = {}) =>
  ({
    programId: 'pier',
    programGuid: 'pier',
    programType: 'movie',
    title: '十三號碼頭',
    otherTitle: '',
    description: '',
    actor: [],
    genres: [],
    keyartImageURL: '/i/k.jpg',
    landscapeImageURL: '/i/l.jpg',
    artImageURL: '/i/a.jpg',
    restriction: 'I',
    releaseYear: 2024,
    rating: 0,
    votes: 0,
    vodType: 'PAY PER RENT',
    vodTypes: ['PAY PER RENT'],
    credits: 29,
    duration: 6000,
    episodeCount: 0,
    preparing: false,
    warning: '',
    access: 'buy',
    buttonText: '租看',
    buttonNote: '29 點',
    ...change,
  }) as Program

/** A quote for it: 29 of 60 monthly credits, for 48 hours from now. */
export const quoteFor = (change: Partial<Quote> = {}): Quote => ({
  payment: 29,
  buttonText: '60 點中扣 29 點，可觀看至 11月24日 21:20',
  resourceId: 'signed-quote',
  suggestedAction: 'confirmUsePoints',
  message: '',
  credits: { owned: 60, left: 31, from: [{ bucket: 'monthly', credits: 29 }] },
  rentedUntil: new Date(Date.now() + 48 * 3_600_000).toISOString(),
  quoteExpiresAt: new Date(Date.now() + 600_000).toISOString(),
  ...change,
})

/** A read that is refused. */
export function refusedRead(errorCode: string, more: object = {}): Promise<object> {
  const refusal = { result: 'FAILED', errorCode, message: `server: ${errorCode}`, ...more }
  const read = Promise.reject<object>(new CallError(refusal as ConstructorParameters<typeof CallError>[0]))
  // It is read later, or never.
  read.catch(() => {})
  return read
}
